/** What gestures do to real programs: a slider, a tab, files, a selection, a menu, the focus of fields. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Element } from '../../../src/protocol/element.ts';
import type { Point } from '../../../src/protocol/geometry.ts';
import type { WindowInfo } from '../../../src/protocol/window.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { endProgram, find, findOne, readIfThere, startSession, until, windowsOf } from '../../support/session.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await startSession(server, { width: 1600, height: 900 });
});
afterAll(() => server.close());

/** The first element that `find` lists, once there is one. */
const first = (args: Record<string, unknown>): Promise<Element> =>
  until(async () => (await find(server, { ...args, bounds: true }).catch(() => []))[0], JSON.stringify(args));

const popups = async (): Promise<WindowInfo[]> =>
  windowsOf(await server.must('windows')).filter(({ kind }) => kind === 'popup');
/** The open menu of an application: Qt does not list it in the tree. */
const popup = (app: string): Promise<WindowInfo> =>
  until(async () => (await popups()).find((window) => window.app === app), `a menu of ${app}`);

test('a drag moves a slider of GTK 3', async () => {
  await server.must('launch', { app: 'gtk3-widget-factory' });
  const slider = await first({ app: 'gtk3', role: 'slider', states: ['enabled'] });
  const value = async (): Promise<number> =>
    Number(/value=([\d.]+)/.exec((await server.must('tree', { id: slider.id })).text)?.[1]);
  const [before, { x = 0, y = 0, width = 0, height = 0 }] = [await value(), slider.rect ?? {}];
  await server.must('drag', { from_id: slider.id, to_x: x + width - 4, to_y: y + height / 2 });
  await until(async () => (await value()) !== before, 'another value');
});

// GTK 3 is in front from the slider.
test.each([
  ['a GTK 3 entry', { app: 'gtk3', role: 'text', states: ['enabled', 'editable'], query: 'entry' }],
  ['a GTK 4 entry', { app: 'gtk4', role: 'text', states: ['enabled', 'editable'], query: 'entry', match: 'exact' }],
  ['a field of a page', { app: 'firefox', query: 'Full name', role: 'entry' }],
])('focus gives %s the keyboard', async (_what, query) => {
  const page = 'file:///project/test/fixtures/pages/forms.html';
  const launches: Record<string, Record<string, unknown>> = {
    gtk4: { app: 'gtk4-widget-factory' },
    firefox: { app: 'firefox-esr', args: [page], wait_ms: 40_000 },
  };
  const launch = launches[query.app];
  if (launch) await server.must('launch', launch);
  const field = await first(query);
  const { facts, text } = await server.must('focus', { id: field.id });
  expect(text).toMatch(/^focused \[\d+\]/);
  expect(facts).toMatchObject({ element: { id: field.id } });
  await server.must('key', { key: 'ctrl+a' });
  await server.must('type_text', { text: 'abc', method: 'keys' });
  const written = async (): Promise<unknown> => (await server.must('get_text', { id: field.id })).facts['text'];
  await until(async () => (await written()) === 'abc', 'the typed text');
});

test('a disabled field takes no focus, and nothing is sent', async () => {
  const field = await findOne(server, { app: 'firefox', query: 'Coupon', role: 'entry' });
  const { isError, text } = await server.call('focus', { id: field.id });
  expect([isError, text]).toEqual([true, expect.stringContaining('is disabled and takes no focus; nothing sent')]);
  for (const app of ['gtk3-widget-factory', 'gtk4-widget-factory', 'firefox-esr']) await endProgram(app);
});

test('a drag carries a tab of Kate past another', async () => {
  await server.must('launch', { app: 'kate', args: ['/tmp/one.txt', '/tmp/two.txt', '/tmp/three.txt'] });
  const tabs = async (): Promise<Element[]> => find(server, { app: 'kate', role: 'page tab', bounds: true });
  const names = async (): Promise<string> => (await tabs()).map(({ name }) => name).join();
  await until(async () => (await tabs()).length === 3, 'three tabs');
  const [start, last] = [(await tabs())[0], (await tabs())[2]];
  const before = await names();
  await server.must('drag', { from_id: start?.id, to_id: last?.id, duration_ms: 400 });
  await until(async () => (await names()) !== before && (await tabs()).at(-1)?.name === start?.name, 'another order');
});

test('a drag selects text, which typing replaces; a triple click selects the line', async () => {
  writeFileSync('/tmp/select.txt', 'first line of words\nsecond line\n');
  await server.must('launch', { app: 'kate', args: ['/tmp/select.txt'] });
  const editor = await until(
    async () => (await find(server, { app: 'kate', role: 'text', states: ['focused'], bounds: true }))[0],
    'the editor',
  );
  const { x = 0, y = 0 } = editor.rect ?? {};
  const text = async (): Promise<string> => String((await server.must('get_text', { id: editor.id })).facts['text']);
  await until(async () => (await text()).startsWith('first line'), 'the text');
  await server.must('mouse', { x: x + 60, y: y + 24, clicks: 3 });
  await server.must('type_text', { text: 'new', method: 'keys' });
  await until(async () => /^first line of words\nnew(\n|$)/.test(await text()), 'the second line replaced');
  await server.must('drag', { from_x: x + 2, from_y: y + 8, to_x: x + 500, to_y: y + 8 });
  await server.must('key', { key: 'Delete' });
  await until(async () => /^\n?new(\n|$)/.test(await text()), 'the first line gone');
});

test('a rubber band selects files of Dolphin, ctrl+click takes one out, a drop moves one into a folder', async () => {
  mkdirSync('/tmp/files/folder', { recursive: true });
  for (const name of ['a', 'b', 'c']) writeFileSync(`/tmp/files/${name}.txt`, name);
  await server.must('launch', { app: 'dolphin', args: ['/tmp/files'] });
  const file = (name: string): Promise<Element> =>
    first({ app: 'dolphin', role: 'list item', query: name, match: 'exact' });
  const [folder, a, b, c] = await Promise.all(['folder', 'a.txt', 'b.txt', 'c.txt'].map(file));
  const selected = async (): Promise<string> => {
    const items = await find(server, { app: 'dolphin', role: 'list item', states: ['selected'] });
    return items.flatMap(({ name }) => (name.endsWith('.txt') || name === 'folder' ? [name] : [])).join();
  };
  const end = c?.rect ?? { x: 0, y: 0, width: 0, height: 0 };
  const start = folder?.rect ?? end;
  const below = { x: end.x + end.width / 2, y: end.y + end.height + 60 };
  await server.must('drag', {
    from_x: below.x,
    from_y: below.y,
    to_x: start.x + 2,
    to_y: start.y + 2,
    duration_ms: 500,
  });
  await until(async () => (await selected()) === 'folder,a.txt,b.txt,c.txt', 'all four selected');
  await server.must('click', { id: b?.id, modifiers: ['ctrl'] });
  await until(async () => (await selected()) === 'folder,a.txt,c.txt', 'one less');
  await server.must('mouse', below);
  await server.must('drag', { from_id: a?.id, to_id: folder?.id, duration_ms: 600 });
  await server.must('wait_for', { app: 'dolphin', query: 'Move Here', role: 'menu item' });
  await server.must('click', { app: 'dolphin', query: 'Move Here', role: 'menu item' });
  await until(() => readIfThere('/tmp/files/folder/a.txt') === 'a', 'the file in the folder');
}, 60_000);

test('a right click opens a menu at its place, and Escape closes it', async () => {
  const folder = await first({ app: 'dolphin', role: 'list item', query: 'folder', match: 'exact' });
  const { facts } = await server.must('click', { id: folder.id, button: 'right' });
  const at = facts['at'] as Point;
  const { frame } = await popup('dolphin');
  expect(Math.abs(frame.x - at.x) + Math.abs(frame.y - at.y)).toBeLessThan(4);
  const entry = await server.must('mouse', { x: frame.x + 40, y: frame.y + 18, clicks: 0 });
  expect(entry.facts).toMatchObject({ element: { role: 'menu item' } });
  await server.must('key', { key: 'Escape' });
  await until(async () => !(await popups()).some(({ app }) => app === 'dolphin'), 'the menu gone');
});
