/** Windows of the type Popup, which Qt does not list: each is read, used by name, and gone when it is closed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { find, findOne, startSession, until } from '../../support/session.ts';

const app = 'popups';
let server: TestServer;
let pid: unknown;

beforeAll(async () => {
  server = await startServer();
  await startSession(server);
  const launched = await server.must('launch', { app: 'python3', args: ['/project/test/fixtures/popups-qt.py'] });
  pid = launched.facts['pid'];
});
afterAll(() => server.close());

async function hasChosen(what: string): Promise<void> {
  await until(async () => (await server.must('app_log', { pid })).text.includes(`chose ${what}`), `chose ${what}`);
}

/** The middle of the arrow at the end of a field. */
async function arrowOf(query: string): Promise<{ x: number; y: number }> {
  const { rect } = await findOne(server, { app, query, bounds: true });
  if (!rect) throw new Error(`${query} has no place`);
  return { x: rect.x + rect.width - 8, y: rect.y + rect.height / 2 };
}

const OPENED: [what: string, open: () => Promise<unknown>, entry: string, other: string, chosen: string][] = [
  [
    'a context menu',
    () => server.must('click', { app, query: 'Context here', button: 'right' }),
    'Beta',
    'Alpha',
    'Beta',
  ],
  ['the menu of a tool button', () => server.must('click', { app, query: 'Tool' }), 'Second', 'First', 'Second'],
  ['the list of a combo box', () => server.must('click', { app, role: 'combo box' }), 'Size 3', 'Size 5', 'Size 3'],
  [
    'a list of completions',
    () => server.must('type_text', { app, query: 'City', text: 'Ber' }),
    'Bergen',
    'Bern',
    'Bergen',
  ],
  ['a calendar', async () => server.must('mouse', await arrowOf('Day')), '17', '18', '2000-01-17'],
];

test.each(OPENED)('%s is read as it opens, used by name, and gone then', async (_what, open, entry, other, chosen) => {
  await open();
  const { facts } = await server.must('wait_for', { app, query: entry, match: 'exact' });
  expect(facts['met']).toBe(true);
  expect(await find(server, { query: entry, match: 'exact', window: 'Popups' })).toHaveLength(1);
  await server.must('click', { app, query: entry, match: 'exact' });
  await hasChosen(chosen);
  await until(async () => (await find(server, { app, query: other, match: 'exact' })).length === 0, 'the popup gone');
});

test('an observing call tells of a menu, and who has the focus, and of the submenu', async () => {
  const opened = await server.must('click', { app, query: 'Context here', button: 'right', observe: 'changes' });
  expect(opened.text).toMatch(/^\+ \[\d+\] popup menu \{focused\}$/m);
  expect(opened.text).toMatch(/^\+ {2}\[\d+\] menu item "Gamma"/m);
  const moved = await server.must('key', { key: 'Down', observe: 'changes' });
  expect(moved.text).toMatch(/^~ +\[\d+\] menu item "Alpha" \{focused\}$/m);
  expect(await find(server, { app, states: ['focused'] })).toMatchObject([{ name: 'Alpha' }]);
  const more = await server.must('click', { app, query: 'More', observe: 'changes' });
  expect(more.text).toMatch(/^\+ +\[\d+\] menu item "Epsilon"/m);
  const closed = await server.must('click', { app, query: 'Epsilon', observe: 'changes' });
  expect(closed.text).toMatch(/^- \[\d+\] menu item "Gamma"/m);
  await hasChosen('Epsilon');
  expect(await find(server, { app, role: 'menu item' })).toEqual([]);
});

test('a menu that its program throws away is gone', async () => {
  await server.must('click', { app, query: 'Short-lived' });
  const target = { app, query: 'Gone soon', role: 'menu item' };
  for (const gone of [false, true])
    expect((await server.must('wait_for', { ...target, gone })).facts['met']).toBe(true);
  expect(await find(server, { app, role: 'popup menu' })).toEqual([]);
});
