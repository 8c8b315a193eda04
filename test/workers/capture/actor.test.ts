import { MessageChannel } from 'node:worker_threads';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { CaptureActor, CaptureRequest, CaptureSource, Picture } from '../../../src/protocol/capture.ts';
import { connect, serve } from '../../../src/protocol/channel.ts';
import type { Screen } from '../../../src/protocol/window.ts';
import { createCaptureActor } from '../../../src/workers/capture/actor.ts';
import { createBackend } from '../../../src/workers/capture/backend.ts';
import { encode } from '../../../src/workers/capture/encode.ts';
import type { EncodingPool } from '../../../src/workers/capture/encoding-pool.ts';
import { MARK_COLOURS } from '../../../src/workers/capture/model/draw-marks.ts';
import { type Colour, writeXwd } from './xwd-file.ts';

const GREY: Colour = [0x30, 0x60, 0x90];
const ORANGE: Colour = [0xf0, 0x80, 0x10];
const FULL = { maxSizePx: 0, format: 'png' } as const;

/** A desktop of one screen, as the capture worker is told of it. */
interface Desk {
  source: CaptureSource;
  screens: Screen[];
}

function desk(source: CaptureSource, scale = 1, origin = { x: 0, y: 0 }): Desk {
  const { widthPx, heightPx } = source.kind === 'none' ? { widthPx: 8, heightPx: 8 } : source;
  return {
    source,
    screens: [{ name: 'X11-0', rect: { ...origin, width: widthPx / scale, height: heightPx / scale }, scale }],
  };
}

/** Orange at the logical rectangle 96,48 64 x 32 of a desktop of 320 x 160 logical pixels, else grey. */
function marked(scale: number): Desk {
  const [widthPx, heightPx] = [320 * scale, 160 * scale];
  const inside = (px: number, from: number, to: number): boolean => px >= from * scale && px < to * scale;
  const path = writeXwd(widthPx, heightPx, (x, y) => (inside(x, 96, 160) && inside(y, 48, 80) ? ORANGE : GREY));
  return desk({ kind: 'x-framebuffer', path, widthPx, heightPx }, scale);
}

/** Pixels that no encoder can shorten much; even and odd rows differ, so that PNG needs far more than JPEG. */
function noise(): Desk {
  let seed = 1;
  const next = (): number => (seed = (seed * 48271) % 2147483647) & 0xff;
  const path = writeXwd(256, 256, () => [next(), next(), next()]);
  return desk({ kind: 'x-framebuffer', path, widthPx: 256, heightPx: 256 });
}

/** A pool without threads, which takes a copy as the real one does. */
function poolOf(work: EncodingPool['encode'] = encode): EncodingPool {
  return {
    untilNotFull: async () => undefined,
    encode: (image, options) => work({ ...image, rgb: image.rgb.slice() }, options),
  };
}

function actorOf({ source, screens }: Desk, pool = poolOf()) {
  const actor = createCaptureActor(createBackend(source), pool);
  const capture = (request: Omit<CaptureRequest, 'screens'>, signal?: AbortSignal): Promise<Picture> =>
    actor.capture({ ...request, screens }, signal);
  return { ...actor, capture };
}

/** The colour of the image pixel that shows a logical point, by the mapping that Picture documents. */
async function colourAt(picture: Picture, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(picture.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([picture.widthPx, picture.heightPx]);
  const px = Math.floor(((x - picture.area.x) * picture.widthPx) / picture.area.width);
  const py = Math.floor(((y - picture.area.y) * picture.heightPx) / picture.area.height);
  return [...data.subarray((py * info.width + px) * 3).subarray(0, 3)];
}

test.each([1, 1.25, 2])('shows the colours of the desktop where the mapping says, at scale %d', async (scale) => {
  const picture = await actorOf(marked(scale)).capture({ ...FULL, area: { x: 90, y: 40, width: 80, height: 60 } });
  for (const [x, y] of [
    [96.4, 48.4],
    [159.4, 79.4],
    [130, 60],
  ] as const)
    expect(await colourAt(picture, x, y)).toEqual(ORANGE);
  for (const [x, y] of [
    [95.4, 60],
    [160.6, 60],
    [130, 47.4],
    [130, 80.6],
  ] as const)
    expect(await colourAt(picture, x, y)).toEqual(GREY);
});

test('keeps the mapping when the picture is shrunk', async () => {
  const picture = await actorOf(marked(1.25)).capture({ maxSizePx: 160, format: 'png' });
  expect(picture).toMatchObject({ widthPx: 160, heightPx: 80, area: { x: 0, y: 0, width: 320, height: 160 } });
  // Two image pixels on either side of an edge; the filter that shrinks leaves a faint seam along it.
  for (const [x, y] of [
    [99, 51],
    [157, 77],
  ] as const)
    expect((await colourAt(picture, x, y))[0]).toBeGreaterThan(0xd0);
  for (const [x, y] of [
    [93, 60],
    [163, 60],
  ] as const)
    expect((await colourAt(picture, x, y))[0]).toBeLessThan(0x50);
});

test('takes a JPEG in full colour resolution when it is much smaller than the PNG', async () => {
  const picture = await actorOf(noise()).capture({ maxSizePx: 0, format: 'auto' });
  expect(picture.mimeType).toBe('image/jpeg');
  expect((await sharp(picture.bytes).metadata()).chromaSubsampling).toBe('4:4:4');
});

test('takes a PNG when that is short anyway, or asked for', async () => {
  const area = { x: 90, y: 40, width: 20, height: 20 };
  expect((await actorOf(marked(1)).capture({ area, maxSizePx: 0, format: 'auto' })).mimeType).toBe('image/png');
  expect((await actorOf(noise()).capture({ maxSizePx: 0, format: 'png' })).mimeType).toBe('image/png');
});

test('gives each of several calls at once its own picture', async () => {
  const actor = actorOf(marked(1));
  const [left, missed, mark] = await Promise.allSettled([
    actor.capture({ ...FULL, area: { x: 0, y: 0, width: 90, height: 160 } }),
    actor.capture({ ...FULL, area: { x: 900, y: 0, width: 90, height: 90 } }),
    actor.capture({ ...FULL, area: { x: 96, y: 48, width: 64, height: 32 } }),
  ]);
  expect(missed).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } });
  if (left.status !== 'fulfilled' || mark.status !== 'fulfilled') throw new Error('a picture failed');
  expect(await colourAt(left.value, 45, 80)).toEqual(GREY);
  expect(await colourAt(mark.value, 100, 50)).toEqual(ORANGE);
});

test('moves the bytes to the caller instead of copying them', async () => {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const actor = actorOf(marked(1));
  let kept: Picture | undefined;
  const capture: CaptureActor['capture'] = async (request, signal) => {
    kept = await actor.capture(request, signal);
    return kept;
  };
  serve(port2, { ...actor, capture });
  const picture = await connect<CaptureActor>(port1, () => undefined).call.capture({ ...FULL, screens: [] });
  expect(await colourAt(picture, 130, 60)).toEqual(ORANGE);
  expect(kept?.bytes.length).toBe(0);
});

test('a cancelled call ends at once, whether it waits for its turn or is being encoded', async () => {
  const actor = actorOf(noise());
  const order: string[] = [];
  const take = (name: string, signal?: AbortSignal): Promise<unknown> =>
    actor.capture(FULL, signal).then(
      () => order.push(name),
      ({ code }: { code: string }) => order.push(`${name} ${code}`),
    );
  const [encoding, waiting] = [new AbortController(), new AbortController()];
  const all = [take('encoding', encoding.signal), take('whole'), take('waiting', waiting.signal)];
  await new Promise((resolve) => setImmediate(resolve));
  waiting.abort();
  encoding.abort();
  await Promise.all(all);
  expect(order).toEqual(['waiting aborted', 'encoding aborted', 'whole']);
});

test('fails a call that was cancelled while it waited, and no other one', async () => {
  const controller = new AbortController();
  const actor = actorOf(marked(1));
  const first = actor.capture(FULL);
  const second = actor.capture(FULL, controller.signal);
  controller.abort();
  await expect(second).rejects.toMatchObject({ code: 'aborted' });
  expect((await first).bytes.length).toBeGreaterThan(0);
});

test('fails with the reason of a desktop that gives no pixels', async () => {
  const actor = actorOf(
    desk({ kind: 'none', reason: 'KWin has no ScreenShot2 here.', hint: 'Start a virtual session.' }),
  );
  expect(await actor.status()).toEqual({ backend: 'none' });
  await expect(actor.capture(FULL)).rejects.toMatchObject({
    code: 'unsupported',
    message: 'KWin has no ScreenShot2 here.',
    hint: 'Start a virtual session.',
  });
});

test('says so when the framebuffer is gone or smaller than the session', async () => {
  const gone = actorOf(desk({ kind: 'x-framebuffer', path: '/nowhere/Xvfb_screen0', widthPx: 8, heightPx: 8 }));
  await expect(gone.capture(FULL)).rejects.toMatchObject({
    code: 'failed',
    message: 'The framebuffer of this session cannot be read: ENOENT.',
  });
  const path = writeXwd(8, 8, () => GREY);
  const small = actorOf(desk({ kind: 'x-framebuffer', path, widthPx: 16, heightPx: 8 }));
  await expect(small.capture(FULL)).rejects.toThrow('it has 8 x 8 pixels of 16 x 8');
});

test('follows the screen when it is left of zero, or at another scale than at first', async () => {
  const { source } = marked(1.25);
  const left = actorOf(desk(source, 1.25, { x: -320, y: 10 }));
  const picture = await left.capture({ ...FULL, area: { x: -230, y: 50, width: 80, height: 60 } });
  expect(await colourAt(picture, -190, 70)).toEqual(ORANGE);
  expect(await colourAt(picture, -225, 55)).toEqual(GREY);
  const doubled = await actorOf(desk(source, 2.5)).capture(FULL);
  expect(doubled.area).toEqual({ x: 0, y: 0, width: 160, height: 80 });
  expect(await colourAt(doubled, 65, 30)).toEqual(ORANGE);
});

test('refuses a picture that does not fit the screens', async () => {
  const { source, screens } = marked(1);
  const two = actorOf({ source, screens: [...screens, ...screens] });
  await expect(two.capture(FULL)).rejects.toMatchObject({
    code: 'failed',
    message: expect.stringContaining('cannot be proved: the desktop has 2 screens'),
  });
  const other = actorOf({ source, screens: screens.map((screen) => ({ ...screen, scale: 1.5 })) });
  await expect(other.capture(FULL)).rejects.toThrow('320 x 160 at scale 1.5, and the picture has 320 x 160 pixels');
});

test('draws marks on the picture that is shrunk, and names those that it drew', async () => {
  const marks = [
    { id: 12, rect: { x: 96, y: 48, width: 64, height: 32 } },
    { id: 7, rect: { x: 400, y: 48, width: 64, height: 32 } },
  ];
  const picture = await actorOf(marked(2)).capture({ maxSizePx: 320, format: 'png', marks });
  expect(picture.marked).toEqual([12]);
  expect(await colourAt(picture, 96.5, 60.5)).toEqual(MARK_COLOURS[0]);
  expect(await colourAt(picture, 159.5, 48.5)).toEqual(MARK_COLOURS[0]);
  expect(await colourAt(picture, 100.5, 70.5)).toEqual(ORANGE);
});

test('takes the next frame while the one before is encoded, and tells when each was taken', async () => {
  const finish: (() => void)[] = [];
  const pool = poolOf(async (image, options) => {
    await new Promise<void>((resolve) => finish.push(resolve));
    return encode(image, options);
  });
  const actor = actorOf(marked(1), pool);
  const area = { x: 96, y: 48, width: 64, height: 32 };
  const frames = [actor.capture({ ...FULL, isFrame: true }), actor.capture({ ...FULL, area, isFrame: true })];
  await vi.waitFor(() => expect(finish).toHaveLength(2));
  for (const resolve of finish) resolve();
  const [whole, part] = await Promise.all(frames);
  if (!whole || !part) throw new Error('a frame is missing');
  expect(await colourAt(whole, 10, 10)).toEqual(GREY);
  expect(await colourAt(part, 100, 50)).toEqual(ORANGE);
  expect(part.takenAtMs).toBeGreaterThan(whole.takenAtMs);
});

test('a frame that is cancelled answers at once, although its thread goes on', async () => {
  const controller = new AbortController();
  const actor = actorOf(
    marked(1),
    poolOf(() => new Promise(() => undefined)),
  );
  const frame = actor.capture({ ...FULL, isFrame: true }, controller.signal);
  setImmediate(() => controller.abort());
  await expect(frame).rejects.toMatchObject({ code: 'aborted' });
  expect((await actor.capture(FULL)).marked).toEqual([]);
});
