/** The centre of a rectangle is where a click hits, on every toolkit and wherever the window is. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Element } from '../../../src/protocol/element.ts';
import { centreOf } from '../../../src/protocol/geometry.ts';
import { encloses } from '../../../src/workers/atspi/model/place/place.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { endProgram, find, findOne, moveWindow, startSession, until, windowsOf } from '../../support/session.ts';

let server: TestServer;
let folder: string;
const PAGE = 'file:///project/test/fixtures/page.html';
const LISTS = 'file:///project/test/fixtures/select.html';

beforeAll(async () => {
  server = await startServer();
  folder = await startSession(server, { width: 1600, height: 1000 });
});
afterAll(() => server.close());

interface Case {
  toolkit: string;
  launch: { app: string; args?: string[]; wait_ms?: number };
  /** The name that `apps` gives. */
  app: string;
  button: Record<string, unknown>;
  /** How the window is found among the compositor's. */
  window: RegExp;
  /** True once the click number `count` has had its effect. */
  happened: (count: number, id?: number) => Promise<boolean>;
}

/** Whether a check box that was checked at first reads as it should after so many clicks. */
async function isToggled(id: number | undefined, count: number): Promise<boolean> {
  const { text } = await server.must('tree', { id });
  return /\{[^}]*\bchecked/.test(text) === (count % 2 === 0);
}

const cases: Case[] = [
  {
    toolkit: 'Qt',
    launch: { app: 'kcalc' },
    app: 'kcalc',
    button: { query: 'Seven', match: 'exact', role: 'button' },
    window: /kcalc/i,
    happened: async (count) =>
      (await find(server, { app: 'kcalc', query: '7'.repeat(count), match: 'exact' })).length > 0,
  },
  ...[3, 4].map((version) => ({
    toolkit: `GTK ${version}`,
    launch: { app: `gtk${version}-widget-factory` },
    app: `gtk${version}-widget-factory`,
    button: { query: 'checkbutton', match: 'exact', role: 'check box', states: ['enabled', 'checked'] },
    window: new RegExp(`^gtk${version}-widget-factory|WidgetFactory${version}`, 'i'),
    happened: async (count: number, id?: number) => isToggled(id, count),
  })),
  ...(['firefox', 'chromium'] as const).map((browser) => ({
    toolkit: browser,
    launch: { app: browser === 'firefox' ? 'firefox-esr' : 'chromium', args: [PAGE], wait_ms: 40_000 },
    app: browser,
    button: { query: 'Send', role: 'button', window: 'Order form' },
    window: /Order form/,
    happened: async (count: number) => (await find(server, { app: browser, query: `Sent ${count}` })).length > 0,
  })),
];

test.each(cases)(
  '$toolkit',
  async ({ launch, app, button, window, happened }) => {
    await server.must('launch', launch);
    const isThere = async (): Promise<number | undefined> => {
      const [element] =
        ((await server.call('find', { app, ...button, bounds: true })).facts['elements'] as Element[] | undefined) ??
        [];
      return element?.rect && element.id;
    };
    const id = await until(isThere, 'the button');
    const places = [
      { x: 40, y: 30 },
      { x: 333, y: 111 },
    ];
    for (const [index, place] of places.entries()) {
      const own = windowsOf(await server.must('windows')).find((each) => window.test(`${each.app} ${each.title}`));
      if (!own) throw new Error('no window');
      moveWindow(folder, own.id, place);
      await until(async () => {
        const now = windowsOf(await server.must('windows')).find((each) => each.id === own.id);
        return now?.frame.x === place.x && now.frame.y === place.y;
      }, 'the window at its place');
      const { text } = await server.must('tree', { id, bounds: true });
      const [, x, y] = / @ ([\d.]+),([\d.]+) /.exec(text) ?? [];
      expect(Number(x) >= place.x && Number(y) >= place.y, text).toBe(true);
      await server.must('click', { id });
      await until(() => happened(index + 1, id), `click ${index + 1}`);
    }
    // The others are of use below.
    if (app !== 'kcalc' && app !== 'chromium') await endProgram(launch.app);
  },
  90_000,
);

test('of two browser windows of one size each has its own places', async () => {
  const windows = async () => windowsOf(await server.must('windows', { app: 'chromium' }));
  const own = (await windows())[0]?.id;
  await server.must('key', { key: 'ctrl+n', window: own });
  const [first, second] = await until(async () => {
    const both = await windows();
    return both.length === 2 && both;
  }, 'the second window');
  expect([second?.frame.width, second?.frame.height]).toEqual([first?.frame.width, first?.frame.height]);
  moveWindow(folder, second?.id ?? '', { x: 100, y: 90 });
  await until(async () => (await windows()).some(({ frame }) => frame.x === 100 && frame.y === 90), 'it at its place');
  await server.must('click', { app: 'chromium', query: 'Send', role: 'button', window: own });
  await until(async () => (await find(server, { app: 'chromium', query: 'Sent 3' })).length > 0, 'the click');
  await server.must('close_window', { query: second?.id });
}, 30_000);

test('of two windows of one title and process the active one is told from the other', async () => {
  await server.must('key', { key: 'ctrl+n' });
  await until(
    async () => windowsOf(await server.must('windows', { app: 'chromium' })).length === 2,
    'the second window',
  );
  await server.must('key', { key: 'ctrl+n' });
  await until(async () => {
    const [, second, third] = windowsOf(await server.must('windows', { app: 'chromium' }));
    return second && third && second.title === third.title;
  }, 'a third window with the title of the second');
  const windows = windowsOf(await server.must('windows', { app: 'chromium' }));
  const found = await find(server, { app: 'chromium', query: 'Reload', role: 'button', bounds: true });
  const holds = ({ frame }: (typeof windows)[number], { x, y }: { x: number; y: number }): boolean =>
    x >= frame.x && y >= frame.y && x < frame.x + frame.width && y < frame.y + frame.height;
  expect(found).toHaveLength(3);
  for (const { rect } of found) expect(windows.some((window) => rect && holds(window, rect))).toBe(true);
}, 30_000);

test('a click on what another window covers sends nothing and names the window', async () => {
  const kcalc = windowsOf(await server.must('windows')).find(({ app }) => /kcalc/i.test(app));
  const chromium = windowsOf(await server.must('windows', { app: 'chromium' })).at(-1);
  if (!kcalc || !chromium) throw new Error('windows are missing');
  moveWindow(folder, kcalc.id, { x: chromium.frame.x + 50, y: chromium.frame.y + 50 });
  const { id } = await findOne(server, { app: 'kcalc', query: 'Seven', match: 'exact', role: 'button' });
  const reply = await until(async () => {
    const answer = await server.call('click', { id });
    return answer.isError && answer;
  }, 'a covered button');
  expect(reply.text).toContain('covered by the window');
});

test.each([1.5, 1.25])(
  'Chromium at scale %d: rectangles of its page lie in its window, and clicks hit them, also in an open list',
  async (scale) => {
    const session = `scale${scale * 100}`;
    await startSession(server, { name: session, width: 1600, height: 1000, scale });
    const page = (query: string, role: string) => ({ session, app: 'chromium', query, role, bounds: true });
    const first = async (target: Record<string, unknown>): Promise<Element | undefined> => {
      const { facts, isError } = await server.call('find', target);
      return isError ? undefined : (facts['elements'] as Element[])[0];
    };
    await server.must('launch', { session, app: 'chromium', args: [PAGE], wait_ms: 40_000 });
    const send = await until(async () => {
      const element = await first(page('Send', 'button'));
      return element?.rect && element;
    }, 'the button');
    const [window] = windowsOf(await server.must('windows', { session }));
    const heading = await findOne(server, page('Order form', 'heading'));
    if (!window || !heading.rect || !send.rect) throw new Error('no window or no rectangle');
    expect(encloses(window.client, heading.rect)).toBe(true);
    const hit = centreOf(send.rect);
    await server.must('click', { session, id: send.id });
    await until(async () => first(page('Sent 1', 'paragraph')), 'the click by id');
    const { text } = await server.must('mouse', { session, ...hit });
    expect(text).toContain('button "Send"');
    await until(async () => first(page('Sent 2', 'paragraph')), 'the click at a point');
    const { rect: reload } = await findOne(server, page('Reload', 'button'));
    const tool = await server.must('mouse', { session, ...(reload && centreOf(reload)), clicks: 0 });
    expect(tool.text).toContain('button "Reload"');
    await server.must('launch', { session, app: 'chromium', args: [LISTS] });
    const isOpen = async () => (await first(page('Fruit', 'combo box')))?.rect;
    await until(isOpen, 'the page with lists');
    await server.must('click', { session, app: 'chromium', query: 'Fruit', role: 'combo box' });
    const entry = await until(async () => {
      const element = await first(page('Cherry', 'menu item'));
      return element?.rect && element;
    }, 'the open list');
    await server.must('click', { session, id: entry.id });
    await until(async () => first(page('Took Cherry', 'paragraph')), 'the choice');
    await server.must('session_stop', { session });
  },
  90_000,
);
