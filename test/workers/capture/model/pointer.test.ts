import { expect, test } from 'vitest';
import { drawPointer, pointerIn } from '../../../../src/workers/capture/model/pointer.ts';

function image(widthPx: number, heightPx: number) {
  return { rgb: new Uint8Array(widthPx * heightPx * 3).fill(100), widthPx, heightPx };
}

test('draws the tip at the point, and nothing above or left of it', () => {
  const picture = image(20, 20);
  drawPointer(picture, { x: 3, y: 2, scale: 1 });
  const at = (x: number, y: number): number | undefined => picture.rgb[(y * 20 + x) * 3];
  expect([at(3, 2), at(2, 2), at(3, 1), at(4, 5), at(3, 5)]).toEqual([0, 100, 100, 255, 0]);
});

test('leaves out what lies outside', () => {
  const picture = image(4, 4);
  drawPointer(picture, { x: 3, y: 3, scale: 2 });
  drawPointer(picture, { x: -40, y: -40, scale: 1 });
  expect(picture.rgb.filter((value) => value !== 100)).toHaveLength(3);
});

test('finds the point in a crop of a scaled desktop', () => {
  const crop = { x: 10, y: 20, width: 100, height: 100 };
  const place = { origin: { x: 0, y: 0 }, scale: 1.25 };
  expect(pointerIn(crop, { x: 40, y: 40 }, place)).toEqual({ x: 40, y: 30, scale: 1.25 });
  const left = { origin: { x: -100, y: 20 }, scale: 1.25 };
  expect(pointerIn(crop, { x: -60, y: 60 }, left)).toEqual({ x: 40, y: 30, scale: 1.25 });
});
