import { expect, test } from 'vitest';
import type { Mark } from '../../../../src/protocol/capture.ts';
import { intersect, type Rect } from '../../../../src/protocol/geometry.ts';
import { labelSize } from '../../../../src/workers/capture/model/draw-marks.ts';
import { type Label, layOutMarks } from '../../../../src/workers/capture/model/layout-marks.ts';

const AREA = { x: 0, y: 0, width: 400, height: 300 };

const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });

/** The labels of elements that are numbered from 1, on a picture of 400 x 300 pixels. */
function layOut(rects: readonly Rect[], area: Rect = AREA, sizeOf = () => ({ widthPx: 20, heightPx: 10 })): Label[] {
  const marks: Mark[] = rects.map((each, index) => ({ id: index + 1, rect: each }));
  return layOutMarks(marks, { size: { widthPx: 400, heightPx: 300 }, area }, sizeOf);
}

test('a label stands in the right upper corner of its element, which holds the least text', () => {
  expect(layOut([rect(10, 20, 100, 40)])).toEqual([
    { id: 1, frame: rect(10, 20, 100, 40), box: { x: 90, y: 20, width: 20, height: 10 } },
  ]);
});

test('a label stands beside an element that it would hide', () => {
  const [label] = layOut([rect(50, 50, 16, 16)]);
  expect(label?.box).toEqual(rect(50, 40, 20, 10));
  const [atTheTop] = layOut([rect(50, 0, 16, 16)]);
  expect(atTheTop?.box).toEqual(rect(50, 16, 20, 10));
});

test('no label overlaps another or leaves the picture, however close the elements are', () => {
  const grid = Array.from({ length: 200 }, (_, n) => rect((n % 20) * 20 - 5, Math.floor(n / 20) * 12 - 3, 22, 14));
  const labels = layOut(grid);
  expect(labels.length).toBeGreaterThan(100);
  for (const [index, { box }] of labels.entries()) {
    expect(intersect(box, AREA)).toEqual(box);
    for (const other of labels.slice(index + 1)) expect(intersect(box, other.box)).toBeUndefined();
  }
});

test('a label without room is left out, and the others keep the order of their elements', () => {
  const same = Array.from({ length: 12 }, () => rect(100, 100, 30, 15));
  const labels = layOut([rect(300, 200, 80, 40), ...same]);
  expect(labels.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('the smaller element has the corner that both want', () => {
  const [large, small] = layOut([rect(0, 0, 200, 200), rect(120, 0, 80, 30)]);
  expect(small?.box).toEqual(rect(180, 0, 20, 10));
  expect(large?.box).toEqual(rect(0, 0, 20, 10));
});

test('of an element only what the picture shows is framed, and one of which next to nothing shows is not marked', () => {
  const labels = layOut([rect(-30, 290, 100, 40), rect(398, 10, 50, 50), rect(500, 500, 20, 20)]);
  expect(labels.map(({ id, frame }) => ({ id, frame }))).toEqual([{ id: 1, frame: rect(0, 290, 70, 10) }]);
});

test('rectangles of the desktop become pixels of the picture', () => {
  const [label] = layOut([rect(-60, 40, 50, 30)], rect(-100, 10, 200, 150));
  expect(label?.frame).toEqual(rect(80, 60, 100, 60));
});

test('a label is as long as its number', () => {
  expect([labelSize(7).widthPx, labelSize(1234).widthPx]).toEqual([10, 31]);
});
