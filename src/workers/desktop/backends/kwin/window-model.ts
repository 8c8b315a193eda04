/** The windows of KWin as its script pushes them. */
import { isSameRect, type Point } from '../../../../protocol/geometry.ts';
import type { DesktopState, Screen, VirtualDesktop, WindowInfo } from '../../../../protocol/window.ts';
import type { CommandResult } from '../../backend.ts';

/** A window as the script in KWin describes it. */
export type PushedWindow = Omit<WindowInfo, 'active' | 'stacking'>;

/** What changed; each part that is there replaces what was known. */
export interface Push {
  windows?: PushedWindow[];
  removed?: string[];
  /** Ids from the lowest to the one in front. */
  stackingOrder?: string[];
  /** Id of the active window; '' for none. */
  active?: string;
  screens?: Screen[];
  desktops?: VirtualDesktop[];
  /** The first description is complete. */
  ready?: true;
  /** Where the pointer is: a reply, not part of the model. */
  cursor?: Point;
  /** What came of the command of this number, likewise. */
  done?: { number: number; answer: CommandResult; error?: undefined } | { number: number; error: string };
}

export interface WindowModel {
  readonly windows: ReadonlyMap<string, PushedWindow>;
  readonly stackingOrder: readonly string[];
  readonly active: string;
  readonly screens: Screen[];
  readonly desktops: VirtualDesktop[];
  readonly ready: boolean;
  /** Since when each window has had its place and size, by id, on the clock of `monotonicMs`. */
  readonly placedAtMs: ReadonlyMap<string, number>;
}

export const EMPTY_MODEL: WindowModel = {
  windows: new Map(),
  stackingOrder: [],
  active: '',
  screens: [],
  desktops: [],
  ready: false,
  placedAtMs: new Map(),
};

/** The model after a push that came at `nowMs` of the clock of `monotonicMs`. */
export function applyPush(model: WindowModel, push: Push, nowMs: number): WindowModel {
  const { windows = [], removed = [], cursor: _cursor, done: _done, ...parts } = push;
  if (windows.length + removed.length === 0) return { ...model, ...parts };
  const all = new Map(model.windows);
  const placedAtMs = new Map(model.placedAtMs);
  for (const window of windows) {
    if (!isPlacedAs(window, all.get(window.id))) placedAtMs.set(window.id, nowMs);
    all.set(window.id, window);
  }
  for (const id of removed) {
    all.delete(id);
    placedAtMs.delete(id);
  }
  return { ...model, ...parts, windows: all, placedAtMs };
}

function isPlacedAs(now: PushedWindow, before: PushedWindow | undefined): boolean {
  if (!before || now.minimized !== before.minimized) return false;
  return (['frame', 'client', 'buffer'] as const).every((kind) => isSameRect(now[kind], before[kind]));
}

/** Windows that the compositor makes for itself, or that belong to a bridge and not to an application. */
const OWN_CLASSES = new Set(['kwin_wayland', 'kwin_x11', 'xwaylandvideobridge', 'xwayland video bridge']);

/** The windows of applications, the one that was opened first first. `compositorPid` is left out. */
export function listByAge(model: WindowModel, compositorPid: number): WindowInfo[] {
  const place = new Map(model.stackingOrder.map((id, index) => [id, index]));
  return [...model.windows.values()]
    .filter(({ pid, app }) => pid !== compositorPid && !OWN_CLASSES.has(app.toLowerCase()))
    .map((window) => ({ ...window, active: window.id === model.active, stacking: place.get(window.id) ?? -1 }));
}

/** The same windows, from the lowest to the one in front. */
export function listWindows(model: WindowModel, compositorPid: number): WindowInfo[] {
  return listByAge(model, compositorPid).sort((a, b) => a.stacking - b.stacking);
}

/** Everything that is shown; `compositorPid` as in listWindows. */
export function toDesktopState(model: WindowModel, compositorPid: number): DesktopState {
  return { screens: model.screens, desktops: model.desktops, windows: listWindows(model, compositorPid) };
}
