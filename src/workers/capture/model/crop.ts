import { DesktopError } from '../../../base/errors.ts';
import { intersect, type Point, type Rect } from '../../../protocol/geometry.ts';

/** The pixels of a desktop. */
export interface DesktopPixels {
  widthPx: number;
  heightPx: number;
  /** The logical point of its left upper corner. */
  origin: Point;
  /** Pixels per logical pixel. */
  scale: number;
}

/** Whole pixels of a desktop, not logical ones. */
export interface PixelRect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Share of a pixel that the multiplication with a scale such as 1.1 may be off by. */
const ROUNDING = 1e-6;

/**
 * The smallest rectangle of whole pixels that covers the part of `area` (logical pixels) on the desktop; without `area`
 * all of the desktop. Fails with `not_found` when there is no such part.
 */
export function cropTo(desktop: DesktopPixels, area: Rect | undefined): PixelRect {
  const { widthPx, heightPx, origin, scale } = desktop;
  const whole = { x: 0, y: 0, width: widthPx, height: heightPx };
  if (!area) return whole;
  const left = Math.floor((area.x - origin.x) * scale + ROUNDING);
  const top = Math.floor((area.y - origin.y) * scale + ROUNDING);
  const right = Math.ceil((area.x - origin.x + area.width) * scale - ROUNDING);
  const bottom = Math.ceil((area.y - origin.y + area.height) * scale - ROUNDING);
  const crop = intersect(whole, { x: left, y: top, width: right - left, height: bottom - top });
  // An area without width would else become the pixel that its line crosses.
  if (crop && area.width > 0 && area.height > 0) return crop;
  const whereabouts = origin.x === 0 && origin.y === 0 ? '' : `${round(origin.x)},${round(origin.y)} `;
  const size = `${whereabouts}${round(widthPx / scale)} x ${round(heightPx / scale)}`;
  throw new DesktopError(
    'not_found',
    `The area ${round(area.x)},${round(area.y)} ${round(area.width)} x ${round(area.height)} shows nothing of the desktop, which is ${size}.`,
    'Take an area inside the desktop, in global logical pixels.',
  );
}

/** The logical pixels that `crop` shows. */
export function logicalArea(crop: PixelRect, { origin, scale }: Pick<DesktopPixels, 'origin' | 'scale'>): Rect {
  return {
    x: origin.x + crop.x / scale,
    y: origin.y + crop.y / scale,
    width: crop.width / scale,
    height: crop.height / scale,
  };
}

/** A length for a person to read. */
function round(length: number): number {
  return Math.round(length * 100) / 100;
}
