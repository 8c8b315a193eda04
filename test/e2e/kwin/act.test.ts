/** Actions through accessibility: chosen before anything is sent, told as they went. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { find, findOne, startSession, until } from '../../support/session.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await startSession(server);
  await server.must('launch', { app: 'kcalc' });
});
afterAll(() => server.close());

const display = async (text: string): Promise<boolean> =>
  (await find(server, { app: 'kcalc', query: text, match: 'exact' })).length > 0;

test('presses by the default action, without pointer or focus', async () => {
  const reply = await server.must('act', { app: 'kcalc', query: 'Seven', match: 'exact', role: 'button' });
  expect(reply.facts).toMatchObject({ result: 'done', element: { name: 'Seven' } });
  await until(() => display('7'), 'a 7');
});

test('chooses one of several alternatives and names it', async () => {
  const reply = await server.must('act', {
    app: 'kcalc',
    query: 'Eight',
    match: 'exact',
    role: 'button',
    action: 'Fly|press',
  });
  expect(reply.facts).toMatchObject({ action: 'Press' });
  await until(() => display('78'), 'a 78');
});

test('an id is good for the next call', async () => {
  const { id } = await findOne(server, { app: 'kcalc', query: 'Nine', match: 'exact', role: 'button' });
  await server.must('act', { id });
  await until(() => display('789'), 'a 789');
});

test('an action that opens a menu is answered within a second, and its entries are there', async () => {
  const reply = await server.must('act', { app: 'kcalc', query: 'Settings', match: 'exact', role: 'menu item' });
  expect(reply.ms).toBeLessThan(1000);
  const entry = await until(async () => (await find(server, { app: 'kcalc', query: 'Science Mode' }))[0], 'the menu');
  expect(entry.role).toMatch(/menu item/);
  await server.must('key', { key: 'Escape' });
  await until(
    async () => (await find(server, { app: 'kcalc', query: 'Science Mode' })).length === 0,
    'the menu is closed',
  );
});

test('a label has no action, and the error says what to do instead', async () => {
  const reply = await server.call('act', { app: 'kcalc', query: 'NORM', role: 'label' });
  expect([reply.isError, reply.text]).toEqual([true, expect.stringContaining('Use click')]);
});
