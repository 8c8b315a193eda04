/** Which window a point of the desktop belongs to. Pure. */
import { contains, type Point } from '../../protocol/geometry.ts';
import type { WindowInfo } from '../../protocol/window.ts';

/** The window on top at a point, minimized ones aside. */
export function windowAt(point: Point, windows: readonly WindowInfo[]): WindowInfo | undefined {
  const under = windows.filter(({ frame, minimized }) => !minimized && contains(frame, point));
  return under.toSorted((a, b) => b.stacking - a.stacking)[0];
}

/** The window of another process that lies on top at a point, when there is one. */
export function coveredBy(point: Point, pid: number, windows: readonly WindowInfo[]): WindowInfo | undefined {
  const top = windowAt(point, windows);
  return top && top.pid !== pid ? top : undefined;
}
