/**
 * Pixels and points: a square that is found by its colour in the picture that we give is hit by a click at the point that
 * the reply says it shows, at every scale and wherever the screen is; or the picture is refused.
 */
import { execFileSync } from 'node:child_process';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Point, Rect } from '../../../src/protocol/geometry.ts';
import type { Screen } from '../../../src/protocol/window.ts';
import { startLiveDesktop } from '../../support/live-desktop.ts';
import { type Reply, startServer, type TestServer } from '../../support/server.ts';
import { setOutputs, startSession, until, windowsOf } from '../../support/session.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** How many clicks a case makes; 100 to look closely. */
const ROUNDS = Number(process.env['COORDINATE_ROUNDS'] ?? 12);
const SIZE = { width: 900, height: 600 };

async function startTarget(session: string): Promise<void> {
  await server.must('launch', { session, app: 'python3', args: ['/project/test/fixtures/magenta-gtk.py'] });
}

interface Pixel {
  px: number;
  py: number;
}

/** The first and the last magenta pixel of a picture in both directions; undefined when there is none. */
async function magentaIn({ images: [image] }: Reply): Promise<[first: Pixel, last: Pixel] | undefined> {
  if (!image) throw new Error('no picture');
  const decoded = sharp(Buffer.from(image.data, 'base64')).removeAlpha().raw();
  const { data, info } = await decoded.toBuffer({ resolveWithObject: true });
  const [columns, rows] = [new Set<number>(), new Set<number>()];
  for (let at = 0; at < info.width * info.height; at++) {
    const [red, green, blue] = [data[at * 3] ?? 0, data[at * 3 + 1] ?? 0, data[at * 3 + 2] ?? 0];
    if (red < 200 || green > 80 || blue < 200) continue;
    columns.add(at % info.width);
    rows.add(Math.floor(at / info.width));
  }
  if (columns.size === 0) return undefined;
  return [
    { px: Math.min(...columns), py: Math.min(...rows) },
    { px: Math.max(...columns), py: Math.max(...rows) },
  ];
}

/**
 * The middle of what is magenta, in points as the reply says them; undefined when nothing is. `isWhole` when that is one
 * square of 20 points: a picture taken while the square moves shows two of them, or a part of one.
 */
async function squareIn(reply: Reply): Promise<(Point & { isWhole: boolean }) | undefined> {
  const found = await magentaIn(reply);
  if (!found) return undefined;
  const [first, last] = found.map((pixel) => pointOf(reply.text, pixel)) as [Point, Point];
  const { area, width } = reply.facts as { area: Rect; width: number };
  const pixel = area.width / width;
  const isSide = (length: number): boolean => Math.abs(length + pixel - 20) <= 2 * pixel;
  const isWhole = isSide(last.x - first.x) && isSide(last.y - first.y);
  return { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2, isWhole };
}

/** Reckons what the reply says of its pixels: "pixel (px, py) is point (X, Y)". */
function pointOf(text: string, pixel: Pixel): Point {
  const [, x, y] = /pixel \(px, py\) is point \(([-\d.]+ \+ .*), ([-\d.]+ \+ .*)\)$/m.exec(text) ?? [];
  const axis = (formula: string | undefined, value: number): number => {
    const [, from, scaled] =
      /^([-\d.]+) \+ (?:p[xy]|\(p[xy] \+ 0\.5\) \* ([\d.]+ \/ [\d.]+))$/.exec(formula ?? '') ?? [];
    if (from === undefined) throw new Error(`no mapping in ${text}`);
    const [length = 1, pixels = 1] = (scaled ?? '1 / 1').split(' / ').map(Number);
    return Number(from) + (scaled === undefined ? value : ((value + 0.5) * length) / pixels);
  };
  return { x: axis(x, pixel.px), y: axis(y, pixel.py) };
}

/** Where the square of a session was clicked last: the next picture must show that it has gone from there. */
const left = new Map<string, Point>();

/**
 * Finds and clicks the square again and again, in pictures as these arguments of `screenshot` make them. Fails at the first
 * click beside it; gives the title in the end.
 */
async function hitAll(session: string, rounds: number, picture: Record<string, unknown> = {}): Promise<string> {
  const title = async (): Promise<string> => {
    const window = windowsOf(await server.must('windows', { session })).find((each) => /hits/.test(each.title));
    return window?.title ?? '';
  };
  const before = Number(/hits (\d+)/.exec(await title())?.[1]);
  for (let round = 1; round <= rounds; round++) {
    const old = left.get(session);
    const point = await until(async () => {
      const square = await squareIn(await server.must('screenshot', { session, ...picture }));
      if (!square?.isWhole) return false;
      const { x, y } = square;
      return (!old || Math.hypot(x - old.x, y - old.y) > 2) && { x, y };
    }, 'the square at a new place');
    left.set(session, point);
    await server.must('mouse', { session, ...point });
    let seen = '';
    await until(
      async () => (seen = await title()) === `hits ${before + round}, misses 0`,
      () => `hit ${round} at ${point.x},${point.y}; ${seen}`,
    );
  }
  return title();
}

test.each([1, 1.25, 1.45, 2])(
  'at scale %d, in full size and shrunk',
  async (scale) => {
    const session = `scale${scale * 100}`;
    await startSession(server, { name: session, ...SIZE, scale });
    const { facts } = await server.must('windows', { session });
    expect(facts['screens']).toMatchObject([{ scale, rect: { x: 0, y: 0, ...SIZE } }]);
    await startTarget(session);
    await hitAll(session, ROUNDS);
    await hitAll(session, ROUNDS, { max_size: 0 });
    const title = await hitAll(session, 3, { area: [0, 0, SIZE.width, SIZE.height], max_size: 500 });
    expect(title).toBe(`hits ${2 * ROUNDS + 3}, misses 0`);
    await server.must('session_stop', { session });
  },
  120_000,
);

/** A session whose screen was given another scale and place while it ran. */
async function startMoved(session: string, position: string): Promise<void> {
  const folder = await startSession(server, { name: session, width: 1200, height: 900 });
  setOutputs(folder, 'X11-0', 'scale=1.5', `position=${position}`);
  const [x, y] = position.split(',').map(Number);
  const isMoved = async (): Promise<boolean> => {
    const [screen] = (await server.must('windows', { session })).facts['screens'] as Screen[];
    return screen?.scale === 1.5 && screen.rect.x === x && screen.rect.y === y && screen.rect.width === 800;
  };
  await until(isMoved, 'the screen at its new place');
  await startTarget(session);
}

test('on a screen whose scale and place were changed while the session ran', async () => {
  await startMoved('moved', '300,40');
  await hitAll('moved', ROUNDS);
  expect(await hitAll('moved', ROUNDS, { max_size: 0 })).toBe(`hits ${2 * ROUNDS}, misses 0`);
  await server.must('session_stop', { session: 'moved' });
}, 60_000);

test('pixels of a screen left of zero are said to be points left of zero', async () => {
  const session = 'left';
  await startMoved(session, '-800,-50');
  for (const picture of [{}, { max_size: 0 }, { area: [-790, -45, 300, 200] }]) {
    const take = async () => squareIn(await server.must('screenshot', { session, ...picture }));
    const point = await until(take, 'the square in the corner');
    const isWhole = !('area' in picture);
    // Of the square from -800,-50 to -780,-30 the area leaves out all but its last 10 x 15.
    expect(Math.abs(point.x - (isWhole ? -790 : -785))).toBeLessThan(1);
    expect(Math.abs(point.y - (isWhole ? -40 : -37.5))).toBeLessThan(1);
  }
  const reply = await server.call('mouse', { session, x: -790, y: -40 });
  expect([reply.isError, reply.text]).toEqual([true, expect.stringContaining('left of or above 0,0')]);
  const [target] = windowsOf(await server.must('windows', { session }));
  expect(target?.title).toBe('hits 0, misses 0');
  await server.must('session_stop', { session });
});

test('pixels of a picture mean nothing once the screen has changed', async () => {
  const session = 'changed';
  const folder = await startSession(server, { name: session, ...SIZE });
  await server.must('screenshot', { session });
  setOutputs(folder, 'X11-0', 'scale=1.25');
  const reply = await server.call('screenshot', { session, region: [10, 10, 50, 50] });
  expect([reply.isError, reply.text]).toEqual([true, expect.stringContaining('The screens have changed')]);
  expect((await server.must('screenshot', { session })).facts).toMatchObject({
    area: { x: 0, y: 0, width: 720, height: 480 },
  });
  await server.must('session_stop', { session });
});

test('each picture of a burst says what it shows, also when the screen changes between them', async () => {
  const session = 'burst';
  const folder = await startSession(server, { name: session, ...SIZE });
  await startTarget(session);
  let taken = 0;
  const capture = { delays_ms: [0, 3000], max_edge: 0 };
  const options = { onprogress: () => void taken++ };
  const burst = server.must('key', { session, key: 'Escape', capture }, options);
  await until(() => taken > 0, 'the first picture');
  setOutputs(folder, 'X11-0', 'scale=1.25');
  const { facts, images } = await burst;
  expect(facts['frames']).toMatchObject([
    { width: 900, height: 600, area: { x: 0, y: 0, width: 900, height: 600 } },
    { width: 900, height: 600, area: { x: 0, y: 0, width: 720, height: 480 } },
  ]);
  expect(images).toHaveLength(2);
  await server.must('session_stop', { session });
});

test('on two screens of different scale a click hits its element, or is refused left of zero; there is no picture', async () => {
  const desktop = await startLiveDesktop('outputs', 2);
  desktop.allow('kcalc\n');
  const live = await startServer({ env: desktop.env });
  const setScreens = async (left: number): Promise<void> => {
    const env = { ...process.env, ...desktop.env };
    const second = ['Virtual-1', 'scale=1.25', `position=${left},0`];
    const first = ['Virtual-0', `position=${left + 1024},0`];
    execFileSync('python3', ['/project/test/fixtures/set-outputs.py', ...second, ...first], { env, stdio: 'pipe' });
    const isSet = async (): Promise<boolean> => {
      const screens = (await live.must('windows')).facts['screens'] as Screen[];
      return screens.some(({ rect, scale }) => rect.x === left && scale === 1.25);
    };
    await until(isSet, 'the screens at their places');
  };
  let sevens = 0;
  /** Moves KCalc to a screen and clicks its seven there; the element that shows all sevens must show one more. */
  const clickAt = async (x: number, y: number): Promise<Reply> => {
    const { facts } = await live.must('move_window', { query: 'kcalc', x, y });
    expect(facts['result']).toBe('verified');
    return live.call('click', { app: 'kcalc', query: 'Seven', match: 'exact', role: 'button' });
  };
  const isShown = async (): Promise<boolean> =>
    (await live.must('find', { app: 'kcalc', query: '7'.repeat(sevens), match: 'exact', role: 'text' })).text.includes(
      '[',
    );
  try {
    await until(async () => windowsOf(await live.must('windows')).length === 1, "the user's KCalc");
    await setScreens(0);
    for (const [x, y] of [
      [40, 30],
      [1060, 80],
      [300, 60],
    ] as const) {
      const { isError, text } = await clickAt(x, y);
      sevens++;
      expect([isError, text]).toEqual([false, expect.stringContaining('clicked')]);
      await until(isShown, `${sevens} sevens after ${text}`);
    }
    await setScreens(-1024);
    const refused = await clickAt(-1000, 60);
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('left of or above 0,0')]);
    expect((await clickAt(40, 30)).isError).toBe(false);
    sevens++;
    await until(isShown, `${sevens} sevens`);
    const picture = await live.call('screenshot');
    expect([picture.isError, picture.text]).toEqual([true, expect.stringContaining('ScreenShot2')]);
  } finally {
    await live.close();
    await desktop.close();
  }
}, 60_000);
