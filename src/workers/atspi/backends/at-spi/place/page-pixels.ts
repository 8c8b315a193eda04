/** Finds the size of the pixels that a page counts in, which may differ from those of its window. */
import type { Rect } from '../../../../../protocol/geometry.ts';
import { ancestorsOf, type Node } from '../../../model/node.ts';
import { DOCUMENT_ROLES } from '../../../model/roles.ts';

/** Scales are multiples of 1/120 (wp_fractional_scale_v1, version 1). */
const STEPS = 120;
/** The edges of a page are rounded, each by itself. */
const TOLERANCE_PX = 2;

/** The page of an element, or the element itself: the outermost, not a frame in it. */
export function outerPageOf(node: Node): Node | undefined {
  return [node, ...ancestorsOf(node)].findLast(({ role }) => DOCUMENT_ROLES.has(role));
}

/**
 * Pixels of a page per logical pixel, from the extents of the page and of the view around it, which are the same
 * place however far the page is scrolled. 1 when they are not.
 */
export function pixelsPerLogical(page: Rect, view: Rect): number {
  // The furthest edge gives the most exact factor.
  const [inPage, inView] = [page, view].map(({ x, y, width, height }) => ({ right: x + width, bottom: y + height }));
  if (!inPage || !inView) return 1;
  const edge = inView.right > inView.bottom ? 'right' : 'bottom';
  const factor = Math.round((inPage[edge] / inView[edge]) * STEPS) / STEPS;
  const sides = ['x', 'y', 'width', 'height'] as const;
  const isSamePlace = sides.every((side) => Math.abs(page[side] - view[side] * factor) <= TOLERANCE_PX);
  return factor > 0 && isSamePlace ? factor : 1;
}

/** Converts a rectangle, with `pixels` per logical pixel. */
export function toLogical({ x, y, width, height }: Rect, pixels: number): Rect {
  return { x: x / pixels, y: y / pixels, width: width / pixels, height: height / pixels };
}
