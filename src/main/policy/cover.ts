/** What keeps a pointer from a window. Pure. */
import type { Point } from '../../protocol/geometry.ts';
import { isOnScreen, isOwnedBy, type Stack, type WindowInfo, windowAt } from '../../protocol/window.ts';

/** Why a pointer at a point does not reach its window. */
export type Obstacle =
  /** No window is there: the application reported a wrong place. */
  | { kind: 'nowhere' }
  /** `window` lies on top. */
  | { kind: 'covered'; window: WindowInfo }
  /** It is the `window`, on another virtual desktop. */
  | { kind: 'elsewhere'; window: WindowInfo }
  /** It takes no input until the dialog `window` is answered. */
  | { kind: 'blocked'; window: WindowInfo };

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
