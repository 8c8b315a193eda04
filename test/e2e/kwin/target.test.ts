/** A click is sent only where the target is what the pointer meets: at rest, with nothing over it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Element } from '../../../src/protocol/element.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { find, findOne, moveWindow, startSession, until, windowsOf } from '../../support/session.ts';

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
