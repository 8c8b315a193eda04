import { expect, test } from 'vitest';
import { drawMarks, labelSize, MARK_COLOURS } from '../../../../src/workers/capture/model/draw-marks.ts';
import type { Label } from '../../../../src/workers/capture/model/layout-marks.ts';

const SIZE = { widthPx: 40, heightPx: 20 };

/** The picture as text: `.` untouched, `#` white, else the number of the colour. */
function draw(labels: Label[]): string[] {
  const rgb = new Uint8Array(SIZE.widthPx * SIZE.heightPx * 3).fill(1);
  drawMarks({ ...SIZE, rgb }, labels);
  const sign = (at: number): string => {
    const pixel = rgb.subarray(at, at + 3);
    if (pixel.every((value) => value === 1)) return '.';
    if (pixel.every((value) => value === 255)) return '#';
    return String(MARK_COLOURS.findIndex((colour) => colour.every((value, index) => value === pixel[index])));
  };
  return Array.from({ length: SIZE.heightPx }, (_, y) =>
    Array.from({ length: SIZE.widthPx }, (__, x) => sign((y * SIZE.widthPx + x) * 3)).join(''),
  );
}

function label(id: number, frame: [number, number, number, number], at: [number, number]): Label {
  const { widthPx: width, heightPx: height } = labelSize(id);
  const [x, y, frameWidth, frameHeight] = frame;
  return { id, frame: { x, y, width: frameWidth, height: frameHeight }, box: { x: at[0], y: at[1], width, height } };
}

test('draws a frame one pixel wide and the number in a box of the same colour', () => {
  const rows = draw([label(470, [2, 1, 36, 18], [13, 1])]);
  expect(rows.slice(0, 16)).toMatchInlineSnapshot(`
    [
      "........................................",
      "..000000000000000000000000000000000000..",
      "..0..........0000000000000000000000000..",
      "..0..........00000##00######00####0000..",
      "..0..........0000###000000##0##00##000..",
      "..0..........000####000000##0##00##000..",
      "..0..........00##0##00000##00##00##000..",
      "..0..........00##0##00000##00##00##000..",
      "..0..........00######000##000##00##000..",
      "..0..........00000##0000##000##00##000..",
      "..0..........00000##000##0000##00##000..",
      "..0..........00000##000##00000####0000..",
      "..0..........0000000000000000000000000..",
      "..0..........0000000000000000000000000..",
      "..0..................................0..",
      "..0..................................0..",
    ]
  `);
});

test('labels lie over the frames of all elements, and neighbours differ in colour', () => {
  const rows = draw([label(1, [0, 0, 20, 16], [5, 1]), label(2, [10, 0, 20, 16], [16, 1])]);
  expect(rows[1]).toBe('0....0000000000.1111111111...1..........');
  expect(rows[15]).toMatch(/^0+1+\.+$/);
});

test('what lies outside the picture is left out', () => {
  const rows = draw([label(88, [-10, -10, 20, 20], [30, 12])]);
  expect(rows[9]).toMatch(/^0{10}\.+$/);
  expect(rows[19]).toMatch(/^\.{30}00/);
});

test('every digit differs from every other one', () => {
  const shapes = Array.from({ length: 10 }, (_, digit) => draw([label(digit, [0, 0, 1, 1], [0, 0])]).join());
  expect(new Set(shapes).size).toBe(10);
});
