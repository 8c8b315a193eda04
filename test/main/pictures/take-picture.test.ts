import { expect, test } from 'vitest';
import { DesktopError } from '../../../src/base/errors.ts';
import { takePicture } from '../../../src/main/pictures/take-picture.ts';
import type { ToolContext } from '../../../src/main/tool/tool.ts';
import type { CaptureRequest, Picture } from '../../../src/protocol/capture.ts';
import type { Screen } from '../../../src/protocol/window.ts';

const REQUEST = { maxSizePx: 0, format: 'png' } as const;

function screens(scale: number): Screen[] {
  return [{ name: 'one', rect: { x: 0, y: 0, width: 100, height: 50 }, scale }];
}

/** A desktop whose scale is the next of `scales` at each look, and then stays; `refused` are those without a picture. */
function contextOf(scales: number[], refused: number[] = []): ToolContext {
  const look = (): Screen[] => screens((scales.length > 1 ? scales.shift() : scales[0]) ?? 1);
  const capture = async ({ screens: [screen] }: CaptureRequest): Promise<Picture> => {
    const scale = screen?.scale ?? 0;
    if (refused.includes(scale)) throw new DesktopError('failed', `No picture at ${scale}.`, 'Wait.');
    const area = { x: 0, y: 0, width: 100, height: 50 };
    const size = { widthPx: 100 * scale, heightPx: 50 * scale };
    return { bytes: new Uint8Array(), mimeType: 'image/png', ...size, area, takenAtMs: 0, marked: [] };
  };
  const session = { desktop: { state: async () => ({ screens: look() }) }, capture: { capture } };
  return { session, signal: new AbortController().signal } as unknown as ToolContext;
}

test('a picture is given with the screens that it was taken of', async () => {
  expect(await takePicture(REQUEST, contextOf([2]))).toMatchObject({ widthPx: 200, screens: screens(2) });
});

test('a picture of screens that have changed is taken again', async () => {
  expect(await takePicture(REQUEST, contextOf([1, 2]))).toMatchObject({ widthPx: 200, screens: screens(2) });
  const known = { ...REQUEST, screens: screens(1) };
  expect(await takePicture(known, contextOf([2]))).toMatchObject({ widthPx: 200, screens: screens(2) });
  // What fails with the screens of an earlier look may succeed with those of now.
  expect(await takePicture(known, contextOf([2], [1]))).toMatchObject({ widthPx: 200, screens: screens(2) });
});

test('a picture that fails while the screens stay fails', async () => {
  await expect(takePicture(REQUEST, contextOf([1], [1]))).rejects.toThrow('No picture at 1.');
});

test('screens that keep changing give no picture', async () => {
  await expect(takePicture(REQUEST, contextOf([1, 2, 3, 4]))).rejects.toThrow('The screens changed while');
});
