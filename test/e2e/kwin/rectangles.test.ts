/** The centre of a rectangle is where a click hits, on every toolkit and wherever the window is. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Element } from '../../../src/protocol/element.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { find, findOne, moveWindow, startSession, until, windowsOf } from '../../support/session.ts';

let server: TestServer;
let folder: string;
const PAGE = 'file:///project/test/fixtures/page.html';

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
  happened: (count: number) => Promise<boolean>;
}

const isChecked = async (args: Record<string, unknown>): Promise<boolean> =>
  (await findOne(server, args)).states.includes('checked');

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
  {
    toolkit: 'GTK 3',
    launch: { app: 'gtk3-widget-factory' },
    app: 'gtk3-widget-factory',
    button: { query: 'checkbutton', match: 'exact', role: 'check box', states: ['enabled'], max: 1 },
    window: /^gtk3-widget-factory|WidgetFactory3/i,
    happened: async (count) =>
      (await isChecked({
        app: 'gtk3-widget-factory',
        query: 'checkbutton',
        match: 'exact',
        states: ['enabled'],
        max: 1,
      })) ===
      (count % 2 === 0),
  },
  {
    toolkit: 'GTK 4',
    launch: { app: 'gtk4-widget-factory' },
    app: 'gtk4-widget-factory',
    button: { query: 'checkbutton', match: 'exact', role: 'check box', states: ['enabled'], max: 1 },
    window: /WidgetFactory4/i,
    happened: async (count) =>
      (await isChecked({
        app: 'gtk4-widget-factory',
        query: 'checkbutton',
        match: 'exact',
        states: ['enabled'],
        max: 1,
      })) ===
      (count % 2 === 0),
  },
  ...(['firefox', 'chromium'] as const).map((browser) => ({
    toolkit: browser,
    launch: { app: browser === 'firefox' ? 'firefox-esr' : 'chromium', args: [PAGE], wait_ms: 40_000 },
    app: browser,
    button: { query: 'Sen', role: 'button', window: 'Order form' },
    window: /Order form/,
    happened: async (count: number) =>
      (await find(server, { app: browser, query: `Sent ${count}`, role: 'button' })).length === 1,
  })),
];

test.each(cases)(
  '$toolkit',
  async ({ launch, app, button, window, happened }) => {
    await server.must('launch', launch);
    await until(async () => (await find(server, { app, ...button })).length === 1, 'the button');
    const places = [
      { x: 40, y: 30 },
      { x: 333, y: 111 },
    ];
    for (const [index, place] of places.entries()) {
      const own = windowsOf(await server.must('windows')).find((each) => window.test(`${each.app} ${each.title}`));
      if (!own) throw new Error('no window');
      moveWindow(folder, own.id, place);
      await until(async () => {
        const now = windowsOf(await server.must('windows')).find(({ id }) => id === own.id);
        return now?.frame.x === place.x && now.frame.y === place.y;
      }, 'the window at its place');
      const element: Element = await findOne(server, { app, ...button, bounds: true });
      expect(element.rectUnavailable).toBeUndefined();
      const { rect } = element;
      expect(rect && rect.x >= place.x && rect.y >= place.y, JSON.stringify(rect)).toBe(true);
      await server.must('click', { id: element.id });
      await until(() => happened(index + 1), `click ${index + 1}`);
    }
  },
  90_000,
);

test('two windows of one title and process give no rectangle, and say why', async () => {
  await server.must('key', { key: 'ctrl+n' });
  await until(
    async () => windowsOf(await server.must('windows', { app: 'chromium' })).length === 2,
    'the second window',
  );
  await server.must('key', { key: 'ctrl+n' });
  await until(
    async () => windowsOf(await server.must('windows', { app: 'chromium' })).length === 3,
    'the third window',
  );
  const { text } = await server.must('find', { app: 'chromium', query: 'Reload', role: 'button', bounds: true });
  expect(text).toMatch(/@ unavailable \(.*title.*\)/);
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
