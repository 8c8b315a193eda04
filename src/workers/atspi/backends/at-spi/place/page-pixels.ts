/** The pixels of pages, which may be smaller than those of the window that they are in. Pure. */
import type { Rect } from '../../../../../protocol/geometry.ts';
import { ancestorsOf, type Node } from '../../../model/node.ts';
import { DOCUMENT_ROLES } from '../../../model/roles.ts';

/** Scales are multiples of 1/120 (wp_fractional_scale_v1, version 1). */
const STEPS = 120;
/** The edges of a page are rounded, each by itself. */
const TOLERANCE_PX = 2;

/** The page that an element is in, or is: the outermost, not a frame in it. */
export function outerPageOf(node: Node): Node | undefined {
  return [node, ...ancestorsOf(node)].findLast(({ role }) => DOCUMENT_ROLES.has(role));
}

/**
 * How many pixels of a page there are per logical pixel, from the extents of the page and of the view that holds it: they
 * are the same place, however far the page is scrolled. 1 when they are not.
 */
export function pixelsPerLogical(page: Rect, view: Rect): number {
  // The edge that is furthest away tells it best.
  const [inPage, inView] = [page, view].map(({ x, y, width, height }) => ({ right: x + width, bottom: y + height }));
  if (!inPage || !inView) return 1;
  const edge = inView.right > inView.bottom ? 'right' : 'bottom';
  const factor = Math.round((inPage[edge] / inView[edge]) * STEPS) / STEPS;
  const sides = ['x', 'y', 'width', 'height'] as const;
  const isSamePlace = sides.every((side) => Math.abs(page[side] - view[side] * factor) <= TOLERANCE_PX);
  return factor > 0 && isSamePlace ? factor : 1;
}

/** A rectangle in logical pixels, from one in pixels of which there are so many per logical one. */
export function toLogical({ x, y, width, height }: Rect, pixels: number): Rect {
  return { x: x / pixels, y: y / pixels, width: width / pixels, height: height / pixels };
}
