/** Several entries selected at once, in the views of real programs: replies name them all. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { find, startSession, until } from '../../support/session.ts';

const FOLDER = '/tmp/selection';
const FILES = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
const PAGE = `<title>Selection</title><select multiple size=6 aria-label=Choices>${FILES.map((name) => `<option>${name}`).join('')}</select>`;
let server: TestServer;

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  for (const name of FILES) writeFileSync(`${FOLDER}/${name}`, '');
  writeFileSync('/tmp/selection.html', PAGE);
  server = await startServer();
  await startSession(server, { width: 1280, height: 900 });
});
afterAll(() => server.close());

test.each([
  ['Dolphin', { app: 'dolphin', args: [FOLDER] }, 'dolphin'],
  ['Firefox', { app: 'firefox-esr', args: ['file:///tmp/selection.html'], wait_ms: 30_000 }, 'Firefox'],
])('a range and all entries of %s', async (_name, launch, app) => {
  await server.must('launch', launch);
  const target = (query: string) => ({ app, query, role: 'list item', match: 'exact' });
  await server.must('wait_for', target('d.txt'));
  await server.must('wait_idle', { app });
  const areSelected = (names: string[]) =>
    until(async () => {
      const elements = await find(server, { app, role: 'list item', query: '.txt', states: ['selected'] });
      return elements.map(({ name }) => name).join() === names.join();
    }, `selected: ${names.join()}`);
  await server.must('click', target('b.txt'));
  await areSelected(['b.txt']);
  await server.must('wait_idle', { app, quiet_ms: 1200 });
  await server.must('tree', { app });
  await server.must('click', { ...target('d.txt'), modifiers: ['shift'] });
  await areSelected(['b.txt', 'c.txt', 'd.txt']);
  await server.must('wait_idle', { app, quiet_ms: 1200 });
  await server.must('tree', { app });
  await server.must('key', { key: 'ctrl+a' });
  await areSelected(FILES);
  await server.must('click', target('c.txt'));
  await areSelected(['c.txt']);
  expect(await find(server, { app, role: 'list item', query: '.txt' })).toHaveLength(FILES.length);
});
