/** Which window a point of the desktop belongs to. Pure. */
import { contains, type Point } from '../../protocol/geometry.ts';
import { isOwnedBy, type Topology, type WindowInfo } from '../../protocol/window.ts';

/** Whether a window is on the desktop that is shown, and not minimized. */
export function isOnScreen({ minimized, desktops }: WindowInfo, shown: Pick<Topology, 'desktops'>): boolean {
  const current = shown.desktops.find((desktop) => desktop.current)?.name;
  return !minimized && (desktops.length === 0 || current === undefined || desktops.includes(current));
}

/** The window on top at a point. */
export function windowAt(point: Point, { windows, desktops }: Omit<Topology, 'screens'>): WindowInfo | undefined {
  const under = windows.filter((window) => isOnScreen(window, { desktops }) && contains(window.frame, point));
  return under.toSorted((a, b) => b.stacking - a.stacking)[0];
}

/** Why a click at a point does not reach the process that it is for. */
export type Obstacle =
  /** No window is there: the application says another place than the one where it is. */
  | { kind: 'nowhere' }
  /** `window`, of another process, lies on top. */
  | { kind: 'covered'; window: WindowInfo }
  /** Its `window` there is on another virtual desktop. */
  | { kind: 'elsewhere'; window: WindowInfo }
  /** Its window there takes no input until the dialog `window` is answered. */
  | { kind: 'blocked'; window: WindowInfo };

/** What keeps a click at a point from process `pid`; undefined when nothing does. */
export function obstacleAt(point: Point, pid: number, shown: Omit<Topology, 'screens'>): Obstacle | undefined {
  const { windows } = shown;
  const top = windowAt(point, shown);
  const own = windows.filter((window) => window.pid === pid && !window.minimized && contains(window.frame, point));
  const [elsewhere] = own;
  if (elsewhere && !own.some((window) => isOnScreen(window, shown))) return { kind: 'elsewhere', window: elsewhere };
  if (!top) return { kind: 'nowhere' };
  if (top.pid !== pid) return { kind: 'covered', window: top };
  const dialog = windows.find((window) => window.modal === true && isOwnedBy(window, top.id, windows));
  return dialog ? { kind: 'blocked', window: dialog } : undefined;
}
