/** Clicks, drags and scrolls as a page sees them: exact places, buttons, modifiers, distances. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPointerPage, type PointerPage, timeOf } from '../../support/pointer-page.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { startSession } from '../../support/session.ts';

let server: TestServer;
let page: PointerPage;
beforeAll(async () => {
  server = await startServer();
  await startSession(server);
  page = await openPointerPage(server);
}, 90_000);
afterAll(() => server.close());
beforeEach(() => page.clear());

const has = (line: string) => (lines: string[]) => lines.includes(line);

test('a click at a point arrives there, and the reply names what it hit with its id', async () => {
  const { text, facts } = await server.must('mouse', page.at(123, 45));
  const { x, y } = page.at(123, 45);
  expect(text).toBe(`clicked at ${x},${y}: [${page.pad.id}] panel "pad"`);
  expect(facts).toMatchObject({ at: { x, y }, element: { id: page.pad.id }, held: [] });
  // The motion from a pixel away may be coalesced with the next.
  expect((await page.lines(has('click 1 123,45'))).slice(-4)).toEqual([
    'move mouse button-1 buttons0 123,45',
    'down mouse button0 buttons1 123,45',
    'up mouse button0 buttons0 123,45',
    'click 1 123,45',
  ]);
});

test('a button that is held for long reports every second that it is', async () => {
  const reports: (string | undefined)[] = [];
  const options = { onprogress: ({ message }: { message?: string | undefined }) => void reports.push(message) };
  await server.must('mouse', { ...page.at(123, 45), hold_ms: 2500 }, options);
  expect(reports).toEqual(['sending input', 'sending input']);
});

test('a triple click with the right button and modifiers', async () => {
  const reply = await server.must('mouse', {
    ...page.at(50, 60),
    clicks: 3,
    button: 'right',
    modifiers: ['ctrl', 'alt'],
  });
  expect(reply.text).toMatch(/^right triple clicked at /);
  const lines = await page.lines(has('keyup ControlLeft'));
  expect(lines.filter((line) => line.startsWith('auxclick'))).toEqual(
    [1, 2, 3].map((count) => `auxclick ${count} 50,60+ctrl+alt`),
  );
  expect(lines.filter((line) => line.startsWith('key'))).toEqual([
    'keydown ControlLeft+ctrl',
    'keydown AltLeft+ctrl+alt',
    'keyup AltLeft+ctrl',
    'keyup ControlLeft',
  ]);
});

test('a long press holds the button as long as it says', async () => {
  await server.must('click', { id: page.pad.id, hold_ms: 600 });
  const lines = await page.lines((all) => all.some((line) => line.startsWith('click 1')), 'withTimes');
  const heldMs = timeOf(lines, 'up') - timeOf(lines, 'down');
  expect(heldMs).toBeGreaterThanOrEqual(595);
  expect(heldMs).toBeLessThan(900);
});

test('a move without a click only moves, and the pointer is there afterwards', async () => {
  await server.must('mouse', { ...page.at(77, 88), clicks: 0 });
  expect(await page.lines(has('move mouse button-1 buttons0 77,88'))).not.toContainEqual(
    expect.stringContaining('down'),
  );
  expect((await server.must('cursor_position')).facts).toEqual(page.at(77, 88));
});

test('a click where the pointer rests moves first', async () => {
  await server.must('mouse', { ...page.at(20, 20), clicks: 0 });
  await page.lines(has('move mouse button-1 buttons0 20,20'));
  await page.clear();
  await server.must('mouse', page.at(20, 20));
  const lines = await page.lines(has('click 1 20,20'));
  expect(lines[0]).toMatch(/^move mouse button-1 buttons0 2[01],20$/);
});

test('a pixel of the last picture is the point that the picture says', async () => {
  const { facts } = await server.must('screenshot', { max_size: 640 });
  expect(facts).toMatchObject({ width: 640, area: { x: 0, y: 0, width: 1280, height: 800 } });
  const pixel = { image_x: Math.round(page.at(200, 100).x / 2), image_y: Math.round(page.at(200, 100).y / 2) };
  await server.must('mouse', pixel);
  // The middle of a pixel of 2x2 points.
  const at = `${pixel.image_x * 2 + 1 - page.pad.rect.x},${pixel.image_y * 2 + 1 - page.pad.rect.y}`;
  await page.lines(has(`click 1 ${at}`));
  const outside = await server.call('mouse', { image_x: 640, image_y: 5 });
  expect([outside.isError, outside.text]).toEqual([true, expect.stringContaining('not in the last picture')]);
});

test.each([
  [{ x: 5 }, 'two coordinates'],
  [{ x: 5, y: 5, image_x: 1, image_y: 1 }, 'more than one target'],
  [{}, 'names no target'],
  [{ x: 5, y: 5000 }, 'on no screen'],
])('mouse %j is refused', async (args, words) => {
  const { isError, text } = await server.call('mouse', args);
  expect([isError, text]).toEqual([true, expect.stringContaining(words)]);
});

/** How far the wheel went on one axis; Firefox joins what comes within a frame. */
const turned = (lines: string[], axis: 'x' | 'y'): number =>
  lines
    .flatMap((line) => /^wheel mode1 (?<x>\S+),(?<y>\S+) at/.exec(line)?.groups?.[axis] ?? [])
    .reduce((total, amount) => total + Number(amount), 0);

test('turns the wheel by notches on both axes', async () => {
  await server.must('scroll', { id: page.pad.id });
  const down = await page.lines((lines) => turned(lines, 'y') === 27);
  expect(down.filter((line) => line.startsWith('wheel')).every((line) => line.endsWith(' at 300,250'))).toBe(true);
  await page.clear();
  await server.must('scroll', { ...page.at(30, 40), dy: -1, dx: 2, modifiers: ['shift'] });
  const both = await page.lines(has('keyup ShiftLeft'));
  expect([turned(both, 'x'), turned(both, 'y')]).toEqual([18, -9]);
  expect(both.filter((line) => line.startsWith('wheel')).every((line) => line.endsWith('+shift'))).toBe(true);
});

test('scrolls smoothly by as much', async () => {
  await server.must('scroll', { ...page.at(30, 40), dy: 2, dx: -1, smooth: true });
  const lines = await page.lines((all) => Math.abs(turned(all, 'y') - 18) < 0.01);
  expect(turned(lines, 'x')).toBeCloseTo(-9);
});

test('what is scrolled moves as far as the wheel says', async () => {
  const { text } = await server.must('scroll', { id: page.list.id, dy: 5 });
  expect(text).toMatch(/^scrolled 5 down at .*"long list"/);
  const scrolled = (lines: string[]): number => Number(/^scrolled 0,(\d+)$/.exec(lines.at(-1) ?? '')?.[1] ?? 0);
  expect(scrolled(await page.lines((lines) => scrolled(lines) > 150))).toBeGreaterThan(150);
});

test('drags through its waypoints with the button down, rests there, and takes its time', async () => {
  const [from, mid, to] = [page.at(10, 10), page.at(60, 200), page.at(300, 20)];
  const reply = await server.must('drag', {
    from_x: from.x,
    from_y: from.y,
    to_x: to.x,
    to_y: to.y,
    waypoints: [{ ...mid, dwell_ms: 300 }],
    duration_ms: 400,
  });
  expect(reply.text).toMatch(/^dragged from 10,95: .*"pad" to 300,105: .*"pad"$/);
  const lines = await page.lines((all) => all.some((line) => line.startsWith('up')), 'withTimes');
  expect(
    lines.filter((line) => / (10,10|60,200|300,20) /.test(line)).map((line) => line.replace(/ t\d+$/, '')),
  ).toEqual([
    'move mouse button-1 buttons0 10,10',
    'down mouse button0 buttons1 10,10',
    'move mouse button-1 buttons1 60,200',
    'move mouse button-1 buttons1 300,20',
    'up mouse button0 buttons0 300,20',
  ]);
  const tookMs = timeOf(lines, 'up') - timeOf(lines, 'down');
  expect(tookMs).toBeGreaterThanOrEqual(795);
  expect(tookMs).toBeLessThan(1500);
});

test('drags between pixels of the last picture', async () => {
  await server.must('screenshot', { max_size: 0 });
  const [from, to] = [page.at(15, 25), page.at(115, 125)];
  await server.must('drag', { from_x: from.x, from_y: from.y, to_x: to.x, to_y: to.y, image: true, button: 'middle' });
  const lines = await page.lines(has('up mouse button1 buttons0 115,125'));
  expect(lines).toContain('down mouse button1 buttons4 15,25');
});

test('a drag without an end is refused', async () => {
  const { isError, text } = await server.call('drag', { from_id: page.pad.id, to_x: 5 });
  expect([isError, text]).toEqual([true, expect.stringMatching(/no clear end.*\n.*to_id, or to_x and to_y/)]);
});

test('a cancelled drag lets go where it is, and nothing moves afterwards', async () => {
  const cancel = new AbortController();
  const [from, to] = [page.at(10, 10), page.at(510, 10)];
  const drag = server.call(
    'drag',
    { from_x: from.x, from_y: from.y, to_x: to.x, to_y: to.y, duration_ms: 20_000 },
    { signal: cancel.signal },
  );
  const ended = drag.catch((error: unknown) => error);
  await page.lines((lines) => lines.filter((line) => line.includes('buttons1')).length > 3);
  cancel.abort();
  await ended;
  const lines = await page.lines((all) => all.some((line) => line.startsWith('up')));
  const up = lines.findIndex((line) => line.startsWith('up'));
  expect(lines.slice(up + 1).filter((line) => line.startsWith('move'))).toEqual([]);
  expect(Number(/ (\d+)[.\d]*,10$/.exec(lines[up] ?? '')?.[1])).toBeLessThan(400);
});
