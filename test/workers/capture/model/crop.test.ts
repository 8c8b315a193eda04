import { expect, test } from 'vitest';
import { cropTo, logicalArea } from '../../../../src/workers/capture/model/crop.ts';

const desktop = { widthPx: 1600, heightPx: 1000, origin: { x: 0, y: 0 }, scale: 1.25 };

test('takes the whole desktop without an area', () => {
  expect(cropTo(desktop, undefined)).toEqual({ x: 0, y: 0, width: 1600, height: 1000 });
});

test('turns logical pixels into pixels of the framebuffer', () => {
  const crop = cropTo(desktop, { x: 120, y: 80, width: 700, height: 500 });
  expect(crop).toEqual({ x: 150, y: 100, width: 875, height: 625 });
});

test('covers what is asked for by whole pixels and says which area these show', () => {
  const crop = cropTo(desktop, { x: 1, y: 1, width: 10, height: 10 });
  expect(crop).toEqual({ x: 1, y: 1, width: 13, height: 13 });
  expect(logicalArea(crop, desktop)).toEqual({ x: 0.8, y: 0.8, width: 10.4, height: 10.4 });
});

test('does not add a pixel for what multiplication rounds', () => {
  const scale = 1.1;
  // 29 / 1.1 * 1.1 is a little under 29, 71 / 1.1 * 1.1 a little over 71.
  const area = { x: 29 / scale, y: 29 / scale, width: 42 / scale, height: 42 / scale };
  const small = { widthPx: 110, heightPx: 110, origin: { x: 0, y: 0 }, scale };
  expect(cropTo(small, area)).toEqual({ x: 29, y: 29, width: 42, height: 42 });
  expect(cropTo(small, { ...area, x: 0, width: 71 / scale }).width).toBe(71);
});

test('drops what is outside the desktop', () => {
  const crop = cropTo(desktop, { x: -100, y: 700, width: 200, height: 400 });
  expect(crop).toEqual({ x: 0, y: 875, width: 125, height: 125 });
});

test.each([
  { x: 1280, y: 0, width: 10, height: 10 },
  { x: -20, y: 0, width: 20, height: 10 },
  { x: 10, y: 10, width: 0, height: 5 },
])('fails with not_found for an area that shows nothing: %j', (area) => {
  expect(() => cropTo(desktop, area)).toThrow(expect.objectContaining({ code: 'not_found' }));
});

test('names the area and the desktop when they do not meet', () => {
  expect(() => cropTo(desktop, { x: 1280, y: 0, width: 10, height: 10 })).toThrow(
    'The area 1280,0 10 x 10 shows nothing of the desktop, which is 1280 x 800.',
  );
});
