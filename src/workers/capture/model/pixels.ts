import { intersect } from '../../../protocol/geometry.ts';
import type { PixelRect } from './crop.ts';
import type { Size } from './size.ts';

/** RGB pixels, three bytes each, row by row without padding. */
export interface RgbImage extends Size {
  rgb: Uint8Array;
}

/**
 * Packs the columns of `crop` to RGB, three bytes a pixel without padding, at the beginning of the same memory.
 * `rows` holds the rows of `crop` and no others, four bytes a pixel (blue, green, red, unused), each `wordsPerRow` long.
 *
 * The encoder never sees the fourth byte: X leaves it 0, which it would take as transparent, and so as black.
 */
export function packRgb(rows: Uint32Array<ArrayBuffer>, wordsPerRow: number, crop: PixelRect): Uint8Array<ArrayBuffer> {
  // In place: what is written, three bytes a pixel, never overtakes what is read, four bytes a pixel.
  const rgb = new Uint8Array(rows.buffer, rows.byteOffset, crop.width * crop.height * 3);
  let out = 0;
  for (let y = 0; y < crop.height; y++) {
    const start = y * wordsPerRow + crop.x;
    const end = start + crop.width;
    for (let i = start; i < end; i++) {
      const pixel = rows[i] ?? 0;
      rgb[out] = pixel >>> 16;
      rgb[out + 1] = pixel >>> 8;
      rgb[out + 2] = pixel;
      out += 3;
    }
  }
  return rgb;
}

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];
export const BLACK: Colour = [0, 0, 0];
export const WHITE: Colour = [255, 255, 255];

/** Paints a rectangle of whole pixels, clipped to the image. */
export function fillRect({ rgb, widthPx, heightPx }: RgbImage, rect: PixelRect, colour: Colour): void {
  const inside = intersect(rect, { x: 0, y: 0, width: widthPx, height: heightPx });
  if (!inside) return;
  for (let y = inside.y; y < inside.y + inside.height; y++) {
    const start = (y * widthPx + inside.x) * 3;
    for (let at = start; at < start + inside.width * 3; at += 3) rgb.set(colour, at);
  }
}
