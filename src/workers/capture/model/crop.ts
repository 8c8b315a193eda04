import { DesktopError } from '../../../protocol/errors.ts';
import { intersect, type Rect } from '../../../protocol/geometry.ts';

/** The pixels of a desktop whose left upper corner is the logical point 0,0. */
export interface DesktopPixels {
  widthPx: number;
  heightPx: number;
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
  const { widthPx, heightPx, scale } = desktop;
  const whole = { x: 0, y: 0, width: widthPx, height: heightPx };
  if (!area) return whole;
  const left = Math.floor(area.x * scale + ROUNDING);
  const top = Math.floor(area.y * scale + ROUNDING);
  const right = Math.ceil((area.x + area.width) * scale - ROUNDING);
  const bottom = Math.ceil((area.y + area.height) * scale - ROUNDING);
  const crop = intersect(whole, { x: left, y: top, width: right - left, height: bottom - top });
  // An area without width would else become the pixel that its line crosses.
  if (crop && area.width > 0 && area.height > 0) return crop;
  const size = `${round(widthPx / scale)} x ${round(heightPx / scale)}`;
  throw new DesktopError(
    'not_found',
    `The area ${round(area.x)},${round(area.y)} ${round(area.width)} x ${round(area.height)} shows nothing of the desktop, which is ${size}.`,
    'Take an area inside the desktop, in global logical pixels.',
  );
}

/** The logical pixels that `crop` shows. */
export function logicalArea(crop: PixelRect, scale: number): Rect {
  return { x: crop.x / scale, y: crop.y / scale, width: crop.width / scale, height: crop.height / scale };
}

/** A length for a person to read. */
function round(length: number): number {
  return Math.round(length * 100) / 100;
}
