/** Draws the pointer as an arrow: the compositor's own is not in the framebuffer. */
import type { Point } from '../../../protocol/geometry.ts';
import type { DesktopPixels, PixelRect } from './crop.ts';
import { BLACK, fillRect, type RgbImage, WHITE } from './pixels.ts';

/** Rows of the arrow from its tip down: `#` black, `.` white. */
const ARROW = [
  '#',
  '##',
  '#.#',
  '#..#',
  '#...#',
  '#....#',
  '#.....#',
  '#......#',
  '#.......#',
  '#........#',
  '#.....#####',
  '#..#..#',
  '#.# #..#',
  '##  #..#',
  '#    #..#',
  '     #..#',
  '      ##',
];

/** Where a logical point is in a crop, and how large a logical pixel is there. */
export function pointerIn(
  crop: PixelRect,
  point: Point,
  { origin, scale }: Pick<DesktopPixels, 'origin' | 'scale'>,
): Point & { scale: number } {
  const pixel = (at: number, from: number): number => Math.round((at - from) * scale);
  return { x: pixel(point.x, origin.x) - crop.x, y: pixel(point.y, origin.y) - crop.y, scale };
}

/** Draws the arrow with its tip at a pixel of the image; what lies outside is left out. */
export function drawPointer(image: RgbImage, { x, y, scale }: Point & { scale: number }): void {
  const size = Math.max(1, Math.round(scale));
  for (const [row, shape] of ARROW.entries()) {
    for (const [column, mark] of [...shape].entries()) {
      const dot = { x: x + column * size, y: y + row * size, width: size, height: size };
      if (mark !== ' ') fillRect(image, dot, mark === '#' ? BLACK : WHITE);
    }
  }
}
