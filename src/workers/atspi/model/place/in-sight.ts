/** Finds the part of an element that can be seen and operated among the windows of a desktop. */
import { centreOf, intersect, type Rect } from '../../../../protocol/geometry.ts';
import { isOnScreen, isOwnedBy, type Stack, windowAt } from '../../../../protocol/window.ts';

/**
 * The largest part of a rectangle of window `id` that no window covers; undefined when its middle is covered, or when
 * a dialog blocks the window.
 */
export function partInSight(rect: Rect, id: string, stack: Stack): Rect | undefined {
  const { windows } = stack;
  const own = windows.find((window) => window.id === id);
  if (!own || windowAt(centreOf(rect), stack)?.id !== id) return undefined;
  if (windows.some((window) => window.modal === true && isOwnedBy(window, id, windows))) return undefined;
  const above = windows.filter((window) => window.stacking > own.stacking && isOnScreen(window, stack));
  return above.reduce<Rect | undefined>((part, { frame }) => part && largestBeside(part, frame), rect);
}

/** The largest rectangle of `rect` that `cover` leaves free. */
function largestBeside(rect: Rect, cover: Rect): Rect | undefined {
  const { x, y, width, height } = rect;
  const [right, bottom] = [cover.x + cover.width, cover.y + cover.height];
  if (!intersect(rect, cover)) return rect;
  const parts = [
    { x, y, width: cover.x - x, height },
    { x: right, y, width: x + width - right, height },
    { x, y, width, height: cover.y - y },
    { x, y: bottom, width, height: y + height - bottom },
  ].filter((part) => part.width > 0 && part.height > 0);
  return parts.toSorted((a, b) => b.width * b.height - a.width * a.height)[0];
}
