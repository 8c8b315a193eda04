/** Windows of one title and size: the one in front tells them apart, and the id of a window means it in every call. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { find, startSession, until, windowsOf } from '../../support/session.ts';

const app = 'twins';
let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  await startSession(server);
});
afterAll(() => server.close());

async function launch(count: number) {
  const args = ['/project/test/fixtures/twins-qt.py', String(count)];
  const { pid } = (await server.must('launch', { app: 'python3', args })).facts;
  const own = async () => windowsOf(await server.must('windows')).filter((window) => window.pid === pid);
  await until(async () => (await own()).length === count && (await own()).some(({ active }) => active), 'the windows');
  return { pid, windows: await own() };
}

test('of two windows alike each is read and clicked by its id', async () => {
  const { pid, windows } = await launch(2);
  const log = async (): Promise<string[]> => (await server.must('app_log', { pid })).text.match(/go in \d/g) ?? [];
  const names = new Set<string>();
  for (const { id } of [...windows, ...windows]) {
    const before = (await log()).length;
    const { facts } = await server.must('click', { app, query: 'Go', window: id });
    await until(async () => (await log()).length === before + 1, 'a click');
    names.add(`${id} ${(await log()).at(-1)}`);
    const [found] = await find(server, { app, query: 'Go', window: id, bounds: true });
    expect(found).toMatchObject({ id: (facts['element'] as { id: number }).id });
    const { x = 0, y = 0 } = found?.rect ?? {};
    const { client } = windowsOf(await server.must('windows')).find((window) => window.id === id) ?? {};
    expect([x, y]).toEqual([client?.x, client?.y]);
    expect((await server.must('tree', { window: id })).text.match(/frame "Same"/g)).toHaveLength(1);
  }
  expect(names.size).toBe(2);
  expect((await server.call('tree', { app, window: '{00000000-0000-0000-0000-000000000000}' })).text).toContain(
    'has the id',
  );
  for (const { id } of windows) await server.must('close_window', { query: id });
});

test('of three windows alike the ones that are not in front are not told apart, and the reply says so', async () => {
  const { windows } = await launch(3);
  const found = await find(server, { app, query: 'Go', bounds: true });
  expect(found.map(({ rect }) => rect !== undefined).filter(Boolean)).toHaveLength(1);
  const back = found.find(({ rect }) => !rect);
  const refused = await server.call('click', { id: back?.id });
  expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('its title and size')]);
  for (const { id } of windows) await server.must('click', { app, query: 'Go', window: id });
});
