/** Which label stands before a field in its row. */
import type { Rect } from '../../../../protocol/geometry.ts';
import type { Node } from '../node.ts';

/** Widest gap between a label and its field. */
const MAX_GAP_PX = 200;

/**
 * The label to the left of each field: in the same row, no other field between them, none but that field behind it. Those
 * without one are left out.
 */
export function nearestLabels(
  fields: readonly Node[],
  labels: readonly Node[],
  rects: ReadonlyMap<Node, Rect>,
): Map<Node, Node> {
  const found = new Map<Node, Node>();
  for (const field of fields) {
    const place = rects.get(field);
    if (!place || !isLaidOut(place)) continue;
    const before = [...labels, ...fields].flatMap((node) => {
      const rect = rects.get(node);
      return node !== field && rect && isBefore(rect, place) ? [{ node, right: rect.x + rect.width }] : [];
    });
    const [nearest] = before.toSorted((a, b) => b.right - a.right);
    if (nearest && labels.includes(nearest.node) && place.x - nearest.right <= MAX_GAP_PX)
      found.set(field, nearest.node);
  }
  return found;
}

function isLaidOut({ width, height }: Rect): boolean {
  return width > 0 && height > 0;
}

/** Whether `rect` ends where `place` begins or before, and most of the lower one is beside the other. */
function isBefore(rect: Rect, place: Rect): boolean {
  if (!isLaidOut(rect) || rect.x + rect.width > place.x + 1) return false;
  const shared = Math.min(rect.y + rect.height, place.y + place.height) - Math.max(rect.y, place.y);
  return shared >= Math.min(rect.height, place.height) / 2;
}
