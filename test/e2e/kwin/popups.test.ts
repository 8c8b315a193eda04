/** Menus of KDE's programs that are windows of their own, which Qt does not list. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { find, findOne, startSession, until } from '../../support/session.ts';

const FOLDER = '/tmp/popups';
let server: TestServer;

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}/a.txt`, 'a');
  server = await startServer();
  await startSession(server, { width: 1600, height: 1000 });
  for (const app of ['kate', 'dolphin']) await server.must('launch', { app, args: [FOLDER] });
});
afterAll(() => server.close());

const menusOf = (app: string) => find(server, { app, role: 'popup menu' });

test('a context menu of Dolphin is told as it opens, and an entry is chosen by name', async () => {
  const app = 'dolphin';
  const target = { app, query: 'a.txt', role: 'list item' };
  await server.must('wait_for', target);
  const opened = await server.must('click', { ...target, button: 'right', observe: 'changes' });
  expect(opened.text).toMatch(/^\+ +\[\d+\] menu item "Properties/m);
  await server.must('click', { app, query: 'Properties', role: 'menu item' });
  expect((await server.must('wait_for', { app, query: 'Properties', role: 'dialog' })).facts['met']).toBe(true);
  expect(await menusOf(app)).toEqual([]);
  await server.must('key', { key: 'Escape' });
});

test('the menu of a button of Dolphin, and a menu in it', async () => {
  const app = 'dolphin';
  await server.must('click', { app, query: 'Open Menu' });
  for (const query of ['Sort By', 'Size']) {
    expect((await server.must('wait_for', { app, query, role: 'menu item' })).facts['met']).toBe(true);
    await server.must('click', { app, query, match: 'exact', role: 'menu item' });
  }
  await until(async () => (await menusOf(app)).length === 0, 'the menus gone');
});

test('a context menu of Kate has the keys while it is open', async () => {
  const app = 'kate';
  await server.must('activate_window', { query: app });
  await server.must('key', { key: 'ctrl+n' });
  await server.must('type_text', { text: 'word' });
  const { id } = await findOne(server, { app, role: 'text', states: ['focused'] });
  await server.must('click', { id, button: 'right' });
  await until(async () => (await menusOf(app)).length === 1, 'a menu');
  expect(await find(server, { app, states: ['focused'] })).toMatchObject([
    { role: expect.stringMatching(/^(popup menu|menu item)$/) },
  ]);
  await server.must('key', { key: 'Escape' });
  await until(async () => (await menusOf(app)).length === 0, 'the menu gone');
  expect(await find(server, { app, states: ['focused'] })).toMatchObject([{ role: 'text' }]);
});
