import { DesktopError } from '../../../base/errors.ts';
import type { Screen } from '../../../protocol/window.ts';
import type { DesktopPixels } from './crop.ts';
import type { Size } from './size.ts';

/**
 * Where the one screen is whose pixels a picture of this size shows, and its scale. Fails with `failed` when there are more
 * screens, or when this one has another number of pixels, as when its scale was changed and the picture is older.
 */
export function screenOf(
  screens: readonly Screen[],
  { widthPx, heightPx }: Size,
): Pick<DesktopPixels, 'origin' | 'scale'> {
  const [screen, ...others] = screens;
  if (!screen || others.length > 0)
    throw unproved(`the desktop has ${screens.length} screens, and the picture shows one`);
  const { rect, scale } = screen;
  // A screen is as large as its pixels divided by its scale, rounded to a logical pixel.
  const isLength = (length: number, lengthPx: number): boolean => Math.abs(length * scale - lengthPx) <= scale;
  if (isLength(rect.width, widthPx) && isLength(rect.height, heightPx)) {
    return { origin: { x: rect.x, y: rect.y }, scale };
  }
  throw unproved(
    `the screen is ${rect.width} x ${rect.height} at scale ${scale}, and the picture has ${widthPx} x ${heightPx} pixels`,
  );
}

function unproved(why: string): DesktopError {
  return new DesktopError(
    'failed',
    `Which point of the desktop a pixel shows cannot be proved: ${why}.`,
    'Use tree and find with bounds, which need no picture.',
  );
}
