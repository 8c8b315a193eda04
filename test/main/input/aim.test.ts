import { expect, test } from 'vitest';
import { pointOf } from '../../../src/main/input/aim.ts';
import { pointOfPixel } from '../../../src/main/pictures/last-picture.ts';
import type { ToolContext } from '../../../src/main/tool/tool.ts';
import type { Screen } from '../../../src/protocol/window.ts';

const picture = { area: { x: -100, y: 50, width: 1280, height: 800 }, widthPx: 640, heightPx: 400 };
const whole = { area: { x: -100, y: 50, width: 640, height: 400 }, widthPx: 640, heightPx: 400 };

test('a pixel of a reduced picture means its middle', () => {
  expect(pointOfPixel({ x: 0, y: 10 }, picture)).toEqual({ x: -99, y: 71 });
});

test('at full resolution pixels are points', () => {
  expect(pointOfPixel({ x: 3, y: 10 }, whole)).toEqual({ x: -97, y: 60 });
});

test.each([
  [{ x: 640, y: 0 }, 'invalid_params'],
  [{ x: -1, y: 0 }, 'invalid_params'],
])('a pixel %j that is not in the picture is refused', (pixel, code) => {
  expect(() => pointOfPixel(pixel, picture)).toThrow(expect.objectContaining({ code }));
});

/** A context whose session has such a picture and such a screen. */
function contextOf(lastPicture: object | undefined, scale = 1): ToolContext {
  const screens = [screen(scale)];
  const session = { lastPicture, desktop: { state: async () => ({ screens, windows: [], desktops: [] }) } };
  return { session, signal: new AbortController().signal } as unknown as ToolContext;
}

function screen(scale: number): Screen {
  return { name: 'X11-0', rect: { x: 0, y: 0, width: 1280, height: 800 }, scale };
}

test('a pixel without a picture is refused, and one of a picture of other screens', async () => {
  const pixel = { image_x: 0, image_y: 10 };
  await expect(pointOf(pixel, contextOf(undefined))).rejects.toMatchObject({ code: 'not_found' });
  const last = { ...picture, screens: [screen(1)] };
  expect(await pointOf(pixel, contextOf(last))).toEqual({ x: -99, y: 71 });
  await expect(pointOf(pixel, contextOf(last, 1.25))).rejects.toMatchObject({
    message: 'The screens have changed since the last picture.',
  });
});

test.each([
  [{ x: 1 }, 'two coordinates'],
  [{ image_y: 1 }, 'two coordinates'],
  [{ x: 1, y: 1, image_x: 1 }, 'more than one target'],
])('half a point, or two, is refused: %j', async (params, words) => {
  await expect(pointOf(params, contextOf(undefined))).rejects.toThrow(words);
});

test('no coordinates name no point', async () => {
  expect(await pointOf({}, contextOf(undefined))).toBeUndefined();
  expect(await pointOf({ x: 0, y: 0 }, contextOf(undefined))).toEqual({ x: 0, y: 0 });
});
