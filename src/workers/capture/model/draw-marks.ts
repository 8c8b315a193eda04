/**
 * Draws ids on a picture: a frame around each element and its number in a box. The digits are our own: those of an SVG
 * would be drawn in a font of the machine, and without one come out as empty boxes.
 */
import type { PixelRect } from './crop.ts';
import type { Label } from './layout-marks.ts';
import { type Colour, fillRect, type RgbImage, WHITE } from './pixels.ts';
import type { Size } from './size.ts';

/** The digits 0 to 9 side by side: rows from the top down, `#` is ink. */
const DIGITS = [
  ' ####    ##    ####   ####     ##  ######   ###  ######  ####   #### ',
  '##  ##  ###   ##  ## ##  ##   ###  ##      ##        ## ##  ## ##  ##',
  '##  ## ####       ##     ##  ####  ##     ##         ## ##  ## ##  ##',
  '##  ##   ##       ##     ## ## ##  #####  #####     ##  ##  ## ##  ##',
  '##  ##   ##      ##    ###  ## ##      ## ##  ##    ##   ####   #####',
  '##  ##   ##     ##       ## ######     ## ##  ##   ##   ##  ##     ##',
  '##  ##   ##    ##        ##    ##      ## ##  ##   ##   ##  ##     ##',
  '##  ##   ##   ##     ##  ##    ##  ##  ## ##  ##  ##    ##  ##    ## ',
  ' ####  ###### ######  ####     ##   ####   ####   ##     ####   ###  ',
];
const DIGIT_WIDTH_PX = 6;
/** From one digit to the next. */
const ADVANCE_PX = DIGIT_WIDTH_PX + 1;
const PADDING_PX = 2;

/** Dark enough for white digits (contrast 4.5 and more). Neighbours in the reading order differ. */
export const MARK_COLOURS: readonly Colour[] = [
  [0xc2, 0x18, 0x5b],
  [0x15, 0x65, 0xc0],
  [0x2e, 0x7d, 0x32],
  [0x6a, 0x1b, 0x9a],
  [0xbf, 0x36, 0x0c],
  [0x00, 0x69, 0x5c],
];

/** Size of the label of an id, in pixels of the image. */
export function labelSize(id: number): Size {
  return {
    widthPx: String(id).length * ADVANCE_PX - 1 + 2 * PADDING_PX,
    heightPx: DIGITS.length + 2 * PADDING_PX,
  };
}

/** Draws frames, and over them the labels. */
export function drawMarks(image: RgbImage, labels: readonly Label[]): void {
  const coloured = labels.map((label, index) => ({
    ...label,
    colour: MARK_COLOURS[index % MARK_COLOURS.length] ?? WHITE,
  }));
  for (const { frame, colour } of coloured) drawFrame(image, frame, colour);
  for (const { id, box, colour } of coloured) {
    fillRect(image, box, colour);
    drawNumber(image, id, box);
  }
}

/** One pixel wide, inside the rectangle. */
function drawFrame(image: RgbImage, { x, y, width, height }: PixelRect, colour: Colour): void {
  fillRect(image, { x, y, width, height: 1 }, colour);
  fillRect(image, { x, y: y + height - 1, width, height: 1 }, colour);
  fillRect(image, { x, y, width: 1, height }, colour);
  fillRect(image, { x: x + width - 1, y, width: 1, height }, colour);
}

function drawNumber(image: RgbImage, id: number, { x, y }: PixelRect): void {
  for (const [place, digit] of [...String(id)].entries()) {
    const from = Number(digit) * ADVANCE_PX;
    for (const [row, shapes] of DIGITS.entries()) {
      for (let column = 0; column < DIGIT_WIDTH_PX; column++) {
        if (shapes[from + column] !== '#') continue;
        const dot = { x: x + PADDING_PX + place * ADVANCE_PX + column, y: y + PADDING_PX + row, width: 1, height: 1 };
        fillRect(image, dot, WHITE);
      }
    }
  }
}
