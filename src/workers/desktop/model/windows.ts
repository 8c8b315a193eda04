/** The active window, and whether a window is as it was asked to be. */
import type { Arrangement, WindowState } from '../../../protocol/desktop.ts';
import type { Rect } from '../../../protocol/geometry.ts';
import type { VirtualDesktop, WindowInfo } from '../../../protocol/window.ts';

/** The window that has the keyboard. */
export function activeWindowOf(windows: readonly WindowInfo[]): WindowInfo | undefined {
  return windows.find((window) => window.active);
}

/** Compositors round rectangles to pixels of the screen; at a scale of 1.25 one is 0.8 logical pixels. */
const PLACE_TOLERANCE_PX = 1;

/** Whether a window is as it was asked to be; `desktop` counts in `desktops`. */
export function isArranged(
  window: WindowInfo,
  { place, state, desktop }: Arrangement,
  desktops: readonly VirtualDesktop[],
): boolean {
  const isNear = ([side, wanted]: [string, number]): boolean =>
    Math.abs(window.frame[side as keyof Rect] - wanted) <= PLACE_TOLERANCE_PX;
  if (place && !Object.entries(place).every(isNear)) return false;
  if (state && !isInState(window, state)) return false;
  return desktop === undefined || (window.desktops.length === 1 && window.desktops[0] === desktops[desktop - 1]?.name);
}

function isInState({ minimized, maximized, fullscreen }: WindowInfo, state: WindowState): boolean {
  switch (state) {
    case 'minimize':
      return minimized;
    case 'maximize':
      return maximized && !minimized && !fullscreen;
    case 'fullscreen':
      return fullscreen && !minimized;
    case 'restore':
      return !minimized && !maximized && !fullscreen;
  }
}
