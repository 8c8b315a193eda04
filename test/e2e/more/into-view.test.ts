/** What is scrolled out of view is scrolled into view by the gesture itself: by the wheel in Qt, by the focus in GTK. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { find, findOne, startSession, until } from '../../support/session.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await startSession(server);
});
afterAll(() => server.close());

async function launch(file: string, ...args: string[]): Promise<number> {
  const { facts } = await server.must('launch', {
    app: 'python3',
    args: [`/project/test/fixtures/${file}.py`, ...args],
  });
  return Number(facts['pid']);
}

const idOf = async (app: string, query: string): Promise<number> =>
  (await findOne(server, { app, query, match: 'exact' })).id;

/** The last line of a probe, once it is this one. */
const lastLine = async (pid: number, words: string): Promise<string> =>
  until(async () => {
    const last = (await server.must('app_log', { pid, lines: 3 })).text.split('| ').at(-1);
    return last === words && last;
  }, words);

test('Qt: entries of a list, and buttons in an area above other buttons', async () => {
  const app = 'scroll-qt';
  const pid = await launch('scroll-qt');
  const first = await idOf(app, 'item 0');
  await server.must('scroll', { app, role: 'list', dy: 200 });
  for (const [tool, id, words] of [
    ['click', first, 'clicked item 0'],
    ['click', await idOf(app, 'Button 30'), 'clicked Button 30'],
    ['touch', await idOf(app, 'Button 5'), 'clicked Button 5'],
    ['click', await idOf(app, 'Button 39'), 'clicked Button 39'],
  ] as const) {
    const { text, ms } = await server.must(tool, { id });
    expect(text).toContain('(scrolled into view)');
    expect(ms).toBeLessThan(1000);
    expect(await lastLine(pid, words)).toBe(words);
  }
  const there = await server.must('click', { app, query: 'Below 0' });
  expect(there.text).not.toContain('scrolled');
});

test('Qt: the ends of a drag that are not in view at once are refused, and nothing is dragged', async () => {
  const app = 'scroll-qt';
  const [from, to] = [await idOf(app, 'Button 2'), await idOf(app, 'Button 38')];
  const { isError, text } = await server.call('drag', { from_id: from, to_id: to });
  expect([isError, text]).toEqual([true, expect.stringContaining('not in view at once')]);
});

test.each([
  ['3', 'item 500', 'item 500'],
  ['3', 'row 4', 'row 4'],
  ['4', 'row 150', 'row 150'],
])('GTK %s: %s', async (version, name, words) => {
  const app = `scroll-gtk${version}`;
  const pid = await launch('scroll-gtk', version);
  const id = await idOf(app, name);
  if (name === 'row 4') await server.must('scroll', { app, role: 'list box', dy: 40 });
  const { text, ms } = await server.must('click', { id });
  expect(text).toContain('(scrolled into view)');
  expect(ms).toBeLessThan(1000);
  expect(await lastLine(pid, words)).toBe(words);
  await server.must('close_window', { query: `Scroll GTK ${version}` });
});

test('GTK 4: every check box of the preferences of gnome-text-editor is met', async () => {
  const app = 'gnome-text-editor';
  await server.must('launch', { app });
  await server.must('click', { app, query: 'Main Menu', role: 'toggle button' });
  const { id } = await until(
    async () => (await find(server, { app, query: 'Preferences', role: 'menu item' }))[0],
    'the menu',
  );
  await server.must('click', { id });
  await server.must('wait_for', { app, query: 'Auto Indentation' });
  const states = async (): Promise<Map<number, boolean>> =>
    new Map(
      (await find(server, { app, role: 'check box', max: 50 })).map((box) => [box.id, box.states.includes('checked')]),
    );
  const names = [
    'Display Line Numbers',
    'Check Spelling',
    'Show Right Margin',
    'Auto Indentation',
    'Discover Document Settings',
  ];
  for (const query of names) {
    const { id: box } = await findOne(server, { app, query, role: 'check box' });
    const before = (await states()).get(box);
    await server.must('click', { id: box });
    expect([query, await until(async () => (await states()).get(box) === !before, query)]).toEqual([query, true]);
  }
});
