/**
 * Finds how far the elements of a window of LibreOffice lie below where it says. With GTK 3 it counts what is in its own part of
 * the window, a root pane, from the top of the window, though GTK puts a menu bar above that (LibreOffice 25.2).
 */
import type { Rect } from '../../../../../protocol/geometry.ts';
import { ancestorsOf, type Node } from '../../../model/node.ts';

/** The root pane that an element is in, or is itself. The pane's own menu bar stands for the one of GTK, at its place. */
export function rootPaneOf(node: Node): Node | undefined {
  const way = [node, ...ancestorsOf(node)];
  if (way.some(({ role }) => role === 'menu bar')) return undefined;
  return way.find(({ role }) => role === 'root pane');
}

/** Height of what is above a root pane, from the extents of the pane and of its window, which end at the same line. */
export function shiftOf(pane: Rect, window: Rect): number {
  const isAtTop = pane.x === window.x && pane.y === window.y;
  return isAtTop ? Math.max(0, window.height - pane.height) : 0;
}
