/** A visit to Mousepad, an editor of GTK 3: write, read, a menu, a dialog. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { findOne, startSession } from '../../support/session.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
  await startSession(server);
  await server.must('launch', { app: 'mousepad' });
});
afterAll(() => server.close());

test('a text is typed and read back', async () => {
  const { id } = await findOne(server, { app: 'mousepad', role: 'text', states: ['editable'] });
  await server.must('type_text', { id, text: 'Zoë,\nline two' });
  expect((await server.must('get_text', { id })).facts['text']).toBe('Zoë,\nline two');
});

test('an entry of a menu opens a dialog', async () => {
  await server.must('click', { app: 'mousepad', query: 'Search', role: 'menu' });
  await server.must('click', { app: 'mousepad', query: 'Find and Replace' });
  const { facts } = await server.must('wait_for', { app: 'mousepad', role: 'dialog' });
  expect(facts['element']).toMatchObject({ name: 'Find and Replace' });
  await server.must('key', { key: 'Escape' });
  await server.must('wait_for', { app: 'mousepad', role: 'dialog', gone: true });
});
