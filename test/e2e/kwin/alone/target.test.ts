/** A click is sent only where the target is what the pointer meets: at rest, with nothing over it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Element } from '../../../../src/protocol/element.ts';
import { startServer, type TestServer } from '../../../support/server.ts';
import { endProgram, find, findOne, moveWindow, startSession, until, windowsOf } from '../../../support/session.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startServer();
  folder = await startSession(server);
});
afterAll(() => server.close());

const button = (query: string): Promise<Element> => findOne(server, { app: 'firefox', query, role: 'button' });
const said = async (): Promise<string> => {
  const [element] = await find(server, { app: 'firefox', query: 'pressed', role: 'paragraph' });
  const [other] = element ? [element] : await find(server, { app: 'firefox', query: 'Missed', role: 'paragraph' });
  return String((await server.must('get_text', { id: other?.id })).facts['text']);
};

test('waits for a target that still moves, and hits it where it comes to rest', async () => {
  const page = 'file:///project/test/fixtures/moving.html';
  await server.must('launch', { app: 'firefox-esr', args: [page], wait_ms: 40_000 });
  const isThere = { app: 'firefox', query: 'sliding 2' };
  await until(async () => (await find(server, isThere).catch(() => [])).length > 0, 'the page');
  for (const number of [0, 1, 2]) {
    await server.must('act', { id: (await button(`go ${number}`)).id });
    await server.must('click', { id: (await button(`sliding ${number}`)).id });
    await until(async () => (await said()) === `Pressed sliding ${number}.`, `press ${number}`);
  }
}, 60_000);

test('sends nothing to a target that never rests, and says so', async () => {
  const before = await said();
  const { isError, text, ms } = await server.call('click', { id: (await button('Swinging')).id });
  expect([isError, text]).toEqual([true, expect.stringMatching(/is still moving; nothing sent\.\n/)]);
  expect(ms).toBeLessThan(3000);
  expect(await said()).toBe(before);
});

test('names the element of the page that covers a target', async () => {
  const before = await said();
  const { isError, text } = await server.call('click', { id: (await button('Hidden below')).id });
  expect([isError, text]).toEqual([true, expect.stringMatching(/is covered by \[\d+\] .*banner.*; nothing sent\.\n/i)]);
  expect(await said()).toBe(before);
});

test('names the dialog that the page of a target waits for, which need not lie over it', async () => {
  const before = await said();
  const go = await button('go 0');
  await server.must('act', { app: 'firefox', query: 'Ask', match: 'exact' });
  const ok = { app: 'firefox', query: 'OK', match: 'exact', role: 'button' };
  await server.must('wait_for', ok);
  const { isError, text } = await server.call('click', { id: go.id });
  expect([isError, text]).toEqual([
    true,
    expect.stringMatching(/is covered by \[\d+\] (dialog|panel) .*; nothing sent\.\n/),
  ]);
  await server.must('click', ok);
  await server.must('click', { id: go.id });
  expect(await said()).toBe(before);
});

test('names the window of another program that covers a target; with `window` that is no matter', async () => {
  await server.must('launch', { app: 'kcalc' });
  const windows = windowsOf(await server.must('windows'));
  const kcalc = windows.find(({ app }) => /kcalc/i.test(app));
  moveWindow(folder, kcalc?.id ?? '', { x: 0, y: 0 });
  const go = await button('go 0');
  await until(
    async () => (await server.call('click', { id: go.id })).text.includes('covered by the window "KCalc"'),
    'a refusal',
  );
  const raised = await server.must('click', { id: go.id, window: 'Moving targets' });
  expect(raised.text).toMatch(/^activated "Moving targets.*; clicked \[/);
  await endProgram('firefox-esr');
});

test('says that a dialog of the same program blocks a target', async () => {
  await server.must('launch', { app: 'kate', args: ['/tmp/target.txt'] });
  const editor = await findOne(server, { app: 'kate', role: 'text', states: ['focused'] });
  await server.must('key', { key: 'ctrl+o' });
  const click = async () => (await server.call('click', { id: editor.id })).text;
  await until(async () => /blocked by its dialog "Open File.*nothing sent/.test(await click()), 'a refusal');
  await server.must('key', { key: 'Escape' });
  await until(async () => (await click()).startsWith('clicked '), 'a click');
});

test('50 of 50 clicks reach a button of a window that came under the resting pointer', async () => {
  const dialog = async () => windowsOf(await server.must('windows')).find(({ title }) => title.startsWith('Open File'));
  const open = async () => {
    await server.must('key', { key: 'ctrl+o' });
    return until(dialog, 'the dialog');
  };
  await open();
  // Kate takes shortcuts once it knows that it has the focus back.
  const hasEditor = (): Promise<unknown> =>
    server.must('wait_for', { app: 'kate', role: 'text', state: 'focused', timeout_ms: 5000 });
  const isPlaced = async (): Promise<Element | undefined> => {
    const [element] = await find(server, { app: 'kate', query: 'Cancel', role: 'button', bounds: true });
    return element?.rect && element;
  };
  const { rect } = await until(isPlaced, 'the button Cancel');
  if (!rect) throw new Error('Cancel has no place');
  const at = { x: Math.round(rect.x + rect.width / 2), y: Math.round(rect.y + rect.height / 2) };
  await server.must('mouse', { ...at, clicks: 0 });
  await server.must('key', { key: 'Escape' });
  await until(async () => !(await dialog()), 'the dialog gone');
  await hasEditor();
  const missed: string[] = [];
  for (let round = 0; round < 50; round++) {
    await open();
    const { text } = await server.must('mouse', at);
    if (!text.includes('button "Cancel"')) missed.push(text);
    await until(async () => !(await dialog()), `the dialog gone after click ${round}: ${text}`);
    await hasEditor();
  }
  expect(missed).toEqual([]);
}, 120_000);

const popups = async () => windowsOf(await server.must('windows')).filter(({ kind }) => kind === 'popup');
const allClosed = () => until(async () => (await popups()).length === 0, 'no popup');
/** An entry of an open menu: it lies in one popup, and is what the pointer meets there. */
async function entry(app: string, query: string): Promise<Element> {
  const shown = await until(async () => {
    const open = await popups();
    const found = await find(server, { app, query, states: ['showing'], bounds: true });
    const one = found.find(({ role }) => role.includes('menu'));
    const { rect } = one ?? {};
    const around = open.filter(
      ({ frame }) =>
        rect !== undefined &&
        rect.x >= frame.x - 1 &&
        rect.y >= frame.y - 1 &&
        rect.x + rect.width <= frame.x + frame.width + 1 &&
        rect.y + rect.height <= frame.y + frame.height + 1,
    );
    return around.length === 1 && rect && one && { ...one, rect };
  }, `${query} in a popup`);
  const { x, y, width, height } = shown.rect;
  const at = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  expect((await server.must('mouse', { ...at, clicks: 0 })).text).toMatch(
    new RegExp(`: \\[${shown.id}\\] .*${query}`, 'u'),
  );
  return shown;
}
const choose = async (app: string, query: string) => server.must('click', { id: (await entry(app, query)).id });
const treeOf = async (id: number) => (await server.must('tree', { id })).text;

test('meets the entries of combo boxes and context menus of GTK 3', async () => {
  const app = 'gtk3-widget-factory';
  await server.must('launch', { app });
  const combo = await findOne(server, { app, role: 'combo box', query: 'Left' });
  for (const side of ['Right', 'Middle']) {
    await server.must('click', { id: combo.id });
    await choose(app, side);
    await until(async () => (await treeOf(combo.id)).includes(`"${side}"`), side);
    await allClosed();
  }
  const [text] = await find(server, { app, role: 'text', states: ['enabled'] });
  await server.must('click', { id: text?.id, button: 'right' });
  await choose(app, 'Select All');
  await allClosed();
  await endProgram(app);
}, 60_000);

test('meets the entries of menus of a menu bar of GTK 3, and of a menu in one', async () => {
  const app = 'gtk3-demo-application';
  await server.must('launch', { app });
  await server.must('click', { id: (await findOne(server, { app, role: 'menu', query: 'Preferences' })).id });
  await choose(app, 'Color');
  const green = await entry(app, 'Green');
  expect(await treeOf(green.id)).not.toContain('checked');
  await server.must('click', { id: green.id });
  await allClosed();
  await server.must('click', { id: (await findOne(server, { app, role: 'menu', query: 'Preferences' })).id });
  await choose(app, 'Color');
  await until(async () => /\{[^}]*checked/.test(await treeOf((await entry(app, 'Green')).id)), 'Green checked');
  await server.must('key', { key: 'Escape' });
  await server.must('key', { key: 'Escape' });
  await allClosed();
}, 60_000);

test('meets the entries of a <select> and of menus of Chromium', async () => {
  const app = 'chromium';
  await server.must('launch', { app, args: ['file:///project/test/fixtures/select.html'], wait_ms: 40_000 });
  const list = (query: string) => until(async () => (await find(server, { app, query, role: 'combo box' }))[0], query);
  for (const [name, value] of [
    ['Fruit', 'Banana'],
    ['Number', 'Number 7'],
  ] as const) {
    await server.must('click', { id: (await list(name)).id });
    await choose(app, value);
    await until(async () => (await find(server, { app, query: `Took ${value}` })).length > 0, `Took ${value}`);
    await allClosed();
  }
  await server.must('click', {
    id: (await findOne(server, { app, query: 'Lists', role: 'heading' })).id,
    button: 'right',
  });
  await entry(app, 'Reload');
  await server.must('key', { key: 'Escape' });
  await allClosed();
  const menu = await findOne(server, { app, query: 'Chromium', match: 'exact', role: 'button' });
  await server.must('click', { id: menu.id });
  await choose(app, 'More tools');
  await entry(app, 'Task manager');
}, 90_000);

test.each([1.5, 3])(
  'meets the elements of a page of Firefox at scale %d',
  async (scale) => {
    const session = `scale${scale * 10}`;
    await startSession(server, { name: session, scale });
    const page = 'file:///project/test/fixtures/page.html';
    await server.must('launch', { session, app: 'firefox-esr', args: [page], wait_ms: 40_000 });
    const shown = async (query: string, role: string) => {
      // At first it draws for longer than an answer is waited for.
      const [element] = await find(server, { session, app: 'firefox', query, role, bounds: true }).catch(() => []);
      const { rect } = element ?? {};
      return element && rect && { id: element.id, x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
    };
    for (const [query, role] of [
      ['Send', 'button'],
      ['Probe', 'button'],
      ['Terms', 'link'],
    ] as const) {
      await until(async () => {
        const element = await shown(query, role);
        if (!element) return false;
        const { id, x, y } = element;
        const { text } = await server.must('mouse', { session, x: Math.round(x), y: Math.round(y), clicks: 0 });
        return text.includes(`: [${id}] ${role}`);
      }, `${query} at its place`);
    }
    await server.must('session_stop', { session });
  },
  60_000,
);
