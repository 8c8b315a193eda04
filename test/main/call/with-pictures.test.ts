/** Pictures after an action, through the pipeline; on a desktop without a compositor. */
import { expect, test } from 'vitest';
import { monotonicMs } from '../../../src/base/clock.ts';
import { DesktopError } from '../../../src/base/errors.ts';
import { tools } from '../../../src/main/registry.ts';
import type { CaptureRequest, Picture } from '../../../src/protocol/capture.ts';
import { createFakeDesktop, type FakeDesktop } from '../../support/fake-desktop.ts';

const AREA = { x: 0, y: 0, width: 100, height: 50 };

function picture(parts: Partial<Picture> = {}): Picture {
  const bytes = new Uint8Array(10);
  const shown = { widthPx: 100, heightPx: 50, area: AREA, takenAtMs: monotonicMs(), marked: [] };
  return { bytes, mimeType: 'image/png', ...shown, ...parts };
}

/** Pictures before the action are there to start what takes them; they are far smaller. */
const isRehearsal = ({ maxSizePx }: CaptureRequest): boolean => maxSizePx === 64;

/** A desktop whose pictures `take` makes; `asked` are those after the action. */
function desktopTaking(take: (request: CaptureRequest) => Picture): FakeDesktop & { asked: CaptureRequest[] } {
  const asked: CaptureRequest[] = [];
  const desktop = createFakeDesktop('kate');
  desktop.take = (request) => {
    if (isRehearsal(request)) return picture();
    asked.push(request);
    return take(request);
  };
  return Object.assign(desktop, { asked });
}

test('takes the pictures after the input, in the order of their delays, and says when each was taken', async () => {
  const desktop = desktopTaking(() => picture());
  const capture = { delays_ms: [60, 0, 30], region: [10, 20, 30, 40], max_edge: 300 };
  const reply = await desktop.call('key', { key: 'a', capture });
  const { frames } = reply.facts as { frames: { delay_ms: number; taken_ms: number }[] };
  expect(frames.map(({ delay_ms }) => delay_ms)).toEqual([0, 30, 60]);
  for (const { delay_ms, taken_ms } of frames) expect(taken_ms).toBeGreaterThanOrEqual(delay_ms - 2);
  expect(frames[0]).toMatchObject({ area: AREA, width: 100, height: 50, mime_type: 'image/png' });
  expect(reply.images).toHaveLength(3);
  expect(reply.text).toMatch(
    /^pressed a\npictures \d+, \d+, \d+ ms after it: 100x50 shows 0,0 100x50; pixel \(px, py\) is point \(0 \+ px, 0 \+ py\)$/,
  );
  const [request] = desktop.asked;
  expect(request).toMatchObject({ area: { x: 10, y: 20, width: 30, height: 40 }, maxSizePx: 300, isFrame: true });
});

test('a picture that fails is a warning, and the action is done', async () => {
  let count = 0;
  const desktop = desktopTaking(() => {
    if (count++ > 0) throw new DesktopError('failed', 'It is dark.', 'Wait.');
    return picture();
  });
  const reply = await desktop.call('key', { key: 'a', capture: { delays_ms: [0, 1, 2] } });
  expect(reply).toMatchObject({ isError: false, facts: { warnings: ['no picture 1, 2 ms after it: It is dark.'] } });
  expect(reply.images).toHaveLength(1);
  expect(desktop.done).not.toEqual([]);
});

test('without pixels there is one warning and no picture', async () => {
  const desktop = createFakeDesktop('kate');
  const reply = await desktop.call('act', { id: 1, capture: { delays_ms: [0, 5] } });
  expect(reply).toMatchObject({ isError: false, images: [], facts: { frames: [] } });
  expect(reply.text).toMatch(/^press done: .*\nwarning: no picture 0, 5 ms after it: There are no pixels\.$/);
});

test('pictures that are too large for one reply are left out', async () => {
  const desktop = desktopTaking(() => picture({ bytes: new Uint8Array(2_500_000) }));
  const reply = await desktop.call('key', { key: 'a', capture: { delays_ms: [0, 1, 2, 3] } });
  expect(reply.images).toHaveLength(2);
  expect(reply.facts['warnings']).toEqual([expect.stringMatching(/^no picture 2, 3 ms after it: .*too large/)]);
});

test('no picture is taken of an action that failed, nor without being asked for', async () => {
  const desktop = desktopTaking(() => picture());
  await desktop.call('key', { key: 'a' });
  const reply = await desktop.call('act', { id: 2, capture: { delays_ms: [0] } });
  expect(reply.isError).toBe(true);
  expect(desktop.asked).toEqual([]);
});

test('a call that is cancelled during its pictures ends at once, and the next one gets the input', async () => {
  const desktop = desktopTaking(() => picture());
  const cancel = new AbortController();
  const capture = { delays_ms: [0, 9_000] };
  const options = { signal: cancel.signal, progress: () => cancel.abort() };
  const started = performance.now();
  const cancelled = await desktop.call('key', { key: 'a', capture }, options);
  expect(cancelled).toMatchObject({ isError: true, text: expect.stringContaining('cancelled') });
  expect(performance.now() - started).toBeLessThan(2000);
  expect(await desktop.call('key', { key: 'b' })).toMatchObject({ isError: false });
});

test('a call may last longer by its last picture', () => {
  const deadlineOf = (args: object): number => {
    const parsed = tools['key']?.parse({ key: 'a', ...args });
    return parsed?.ok ? parsed.call.deadlineMs : 0;
  };
  expect(deadlineOf({ capture: { delays_ms: [7000, 3000] } }) - deadlineOf({})).toBe(7000);
});

test.each([
  [{ delays_ms: [] }, /capture\.delays_ms/],
  [{ delays_ms: Array.from({ length: 11 }, () => 0) }, /capture\.delays_ms/],
  [{ delays_ms: [10_001] }, /capture\.delays_ms\.0/],
  [{ delays_ms: [0], region: [0, 0, 0, 10] }, /capture\.region.*above 0/],
  [{ delays_ms: [0], area: [0, 0, 9, 10] }, /^Argument "capture" of key has no "area"\./],
])('%j is refused before anything is sent', async (capture, words) => {
  const desktop = createFakeDesktop('kate');
  expect(await desktop.call('key', { key: 'a', capture })).toMatchObject({
    isError: true,
    text: expect.stringMatching(words),
  });
  expect(desktop.done).toEqual([]);
});
