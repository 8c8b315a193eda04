/** What keeps a pointer from a window. */
import type { Obstacle } from '../../../../protocol/atspi.ts';
import type { Point } from '../../../../protocol/geometry.ts';
import { isOnScreen, isOwnedBy, type Stack, windowAt } from '../../../../protocol/window.ts';

/** Finds what keeps a pointer at a point from the window `id`; undefined when nothing does. */
export function obstacleAt(point: Point, id: string, shown: Stack): Obstacle | undefined {
  const { windows } = shown;
  const own = windows.find((window) => window.id === id);
  if (own && !isOnScreen(own, shown)) return { kind: 'elsewhere', window: own };
  const top = windowAt(point, shown);
  if (!top) return { kind: 'nowhere' };
  const dialog = windows.find((window) => window.modal === true && isOwnedBy(window, id, windows));
  if (dialog) return { kind: 'blocked', window: dialog };
  return top.id === id ? undefined : { kind: 'covered', window: top };
}
