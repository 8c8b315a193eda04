/** Touch gestures as programs get them: a page that writes them down, a list that scrolls, a GTK 4 button. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPointerPage, type PointerPage, timeOf } from '../../support/pointer-page.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { find, startSession, until } from '../../support/session.ts';

let server: TestServer;
let page: PointerPage;
beforeAll(async () => {
  server = await startServer();
  await startSession(server);
  page = await openPointerPage(server);
}, 90_000);
afterAll(() => server.close());
beforeEach(() => page.clear());

/** Where the fingers went down, moved last and went up, by their order. */
async function fingers(count: number): Promise<{ down: string[]; up: string[] }> {
  const of = (lines: string[], what: string): string[] =>
    lines.flatMap((line) => new RegExp(`^${what} touch finger\\d+ (\\S+)`).exec(line)?.[1] ?? []);
  const lines = await page.lines((all) => of(all, 'up').length === count && all.includes('touchend 0'));
  expect(lines.filter((line) => line.includes('cancel'))).toEqual([]);
  return { down: of(lines, 'down'), up: of(lines, 'up') };
}

test('taps', async () => {
  const { text } = await server.must('touch', page.at(200, 150));
  expect(text).toBe(`tapped at 200,${page.at(200, 150).y}: [${page.pad.id}] panel "pad"`);
  expect(await fingers(1)).toEqual({ down: ['200,150'], up: ['200,150'] });
});

test('rests as long as it says', async () => {
  await server.must('touch', { id: page.pad.id, hold_ms: 400 });
  const lines = await page.lines((all) => all.includes('touchend 0'), 'withTimes');
  expect(timeOf(lines, 'up touch') - timeOf(lines, 'down touch')).toBeGreaterThanOrEqual(395);
});

test.each([1, 2, 3, 5])('swipes with %i fingers', async (count) => {
  const { x: to_x, y: to_y } = page.at(250, 90);
  await server.must('touch', { ...page.at(200, 290), gesture: 'swipe', to_x, to_y, fingers: count, duration_ms: 120 });
  const places = (x: number, y: number): string[] =>
    Array.from({ length: count }, (_none, finger) => `${x + (finger - (count - 1) / 2) * 24},${y}`);
  expect(await fingers(count)).toEqual({ down: places(200, 290), up: places(250, 90) });
});

test('pinches', async () => {
  const gesture = { gesture: 'pinch', start_distance: 60, end_distance: 240, duration_ms: 120 };
  await server.must('touch', { ...page.at(300, 200), ...gesture });
  expect(await fingers(2)).toEqual({ down: ['270,200', '330,200'], up: ['180,200', '420,200'] });
});

test('a swipe over a list scrolls it', async () => {
  const { text } = await server.must('find', { app: 'firefox', query: 'long list', match: 'exact', bounds: true });
  const [, x = 0, y = 0] = (/@ (\d+),(\d+) /.exec(text) ?? []).map(Number);
  await server.must('touch', { x: x + 60, y: y + 150, gesture: 'swipe', to_x: x + 60, to_y: y + 30 });
  const scrolled = (lines: string[]): number => Number(/^scrolled 0,(\d+)/.exec(lines.at(-1) ?? '')?.[1] ?? 0);
  expect(scrolled(await page.lines((lines) => scrolled(lines) > 60))).toBeGreaterThan(60);
});

test('a finger that would leave the screen is refused before anything is sent', async () => {
  const { isError, text } = await server.call('touch', { x: 1270, y: 300, fingers: 5 });
  expect([isError, text]).toEqual([true, expect.stringContaining('on no screen; nothing was sent')]);
});

test.each([
  [{ gesture: 'swipe', x: 50, y: 300 }, 'no end'],
  [{ gesture: 'pinch', x: 50, y: 300, fingers: 1 }, 'two fingers'],
  [{ gesture: 'tap' }, 'names no target'],
])('touch %j is refused', async (args, words) => {
  const { isError, text } = await server.call('touch', args);
  expect([isError, text]).toEqual([true, expect.stringContaining(words)]);
});

test('a tap toggles a check button of GTK 4', async () => {
  await server.must('launch', { app: 'gtk4-widget-factory' });
  const boxes = {
    app: 'gtk4',
    query: 'checkbutton',
    match: 'exact',
    role: 'check box',
    states: ['enabled', 'checked'],
  };
  const box = await until(async () => (await find(server, boxes).catch(() => []))[0], 'a checked box');
  await server.must('touch', { id: box.id });
  const isChecked = async (): Promise<boolean> =>
    /\{[^}]*\bchecked/.test((await server.must('tree', { id: box.id })).text);
  await until(async () => !(await isChecked()), 'the box unchecked');
});
