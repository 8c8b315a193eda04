/** Checks windows against the grant of an action: the active window, and the one under the pointer or a finger. */
import { DesktopError } from '../../base/errors.ts';
import { escape, quote } from '../../base/escape.ts';
import type { Point } from '../../protocol/geometry.ts';
import { covers, type Grant, keyboardApps, mayReportTitle, reaches, whyNot } from '../../protocol/grant.ts';
import type { DesktopForInput } from '../../protocol/input.ts';
import { type DesktopState, type WindowInfo, windowAt } from '../../protocol/window.ts';
import type { InputEvent } from './model/events.ts';

export interface GrantCheck {
  /** Takes the windows as they were just reported: the next `checkActiveWindow` does not ask for them. */
  update(desktopState: DesktopState): void;
  /**
   * Asks for the windows and checks the active one. Fails with `denied` when the grant does not reach it, with `failed`
   * when it belongs to another program than the only one that the grant is for.
   */
  checkActiveWindow(): Promise<void>;
  /** Fails with `denied` when the grant does not cover the window at a point, in the windows as last seen. */
  checkPoint(point: Point): void;
  /** The same for a point that a drag passes: what is dragged may be dropped there. Where no window is, nothing takes it. */
  checkWay(point: Point): void;
  /** Checks the point at which an event acts, and in a drag where it goes. */
  checkEvent(event: InputEvent, isDrag: boolean): void;
}

const FRONT = 'Bring the right window to the front with activate_window, or ask the user to allow this application.';
const AROUND = 'Lead it around that window with waypoints, or move one of the windows.';

const UNKNOWN: DesktopState = { screens: [], desktops: [], windows: [] };

/** Makes the grant check of one action; `progress` is what the action has sent so far. */
export function createGrantCheck(
  desktop: DesktopForInput,
  { grant, unit }: { grant: Grant; unit: string },
  progress: { sent: number },
): GrantCheck {
  let desktopState = UNKNOWN;
  const isUnrestricted = keyboardApps(grant) === undefined;
  let isFresh = isUnrestricted;
  let pointer: Point | undefined;
  const deniedError = (where: string, window: WindowInfo | undefined, hint = FRONT): DesktopError => {
    const what = window ? `${nameOf(window, grant)}, ${whyNot(grant, window)}` : 'no window';
    return new DesktopError('denied', `${where} is ${what}${sentSoFar(progress.sent, unit)}.`, hint);
  };
  const checkPoint = (point: Point): void => {
    if (grant.grantedApps === 'all') return;
    const window = windowAt(point, desktopState);
    if (!covers(grant, window, Date.now()))
      throw deniedError(`At ${Math.round(point.x)},${Math.round(point.y)}`, window);
  };
  const checkWay = (point: Point): void => {
    const window = grant.grantedApps === 'all' ? undefined : windowAt(point, desktopState);
    if (!window || covers(grant, window, Date.now())) return;
    throw deniedError(`On the way of the drag, at ${Math.round(point.x)},${Math.round(point.y)},`, window, AROUND);
  };
  return {
    checkPoint,
    checkWay,
    update: (reported) => {
      desktopState = reported;
      isFresh = true;
    },
    checkActiveWindow: async () => {
      if (!isFresh) desktopState = await desktop.state();
      isFresh = isUnrestricted;
      if (Date.now() > grant.untilMs) throw expiredError(progress.sent, unit);
      const activeWindow = desktopState.windows.find(({ active }) => active);
      if (covers(grant, activeWindow, Date.now())) return;
      throw reaches(grant, activeWindow)
        ? wrongWindowError(activeWindow, grant, progress.sent)
        : deniedError('In front', activeWindow);
    },
    checkEvent: (event, isDrag) => {
      if (event.kind === 'move') pointer = event.point;
      if (event.kind === 'move' && isDrag) checkWay(event.point);
      if (event.kind === 'touch-down') for (const { point } of event.touches) checkPoint(point);
      const isPress = event.kind === 'press' && event.control.device === 'button';
      if (pointer && (isPress || event.kind === 'wheel' || event.kind === 'scroll')) checkPoint(pointer);
    },
  };
}

/** The text or the repeated key was for a program that ended or lost the keyboard. The sender adds what was sent. */
function wrongWindowError(activeWindow: WindowInfo | undefined, grant: Grant, sent: number): DesktopError {
  const now = activeWindow ? nameOf(activeWindow, grant) : 'no window';
  return new DesktopError(
    'failed',
    `The program that this was for is no longer in front; in front is ${now}${sent > 0 ? '' : '; nothing was sent'}.`,
    'Bring the right window to the front with activate_window.',
  );
}

function nameOf(window: WindowInfo, grant: Grant): string {
  const { title, app, pid } = window;
  return mayReportTitle(grant, window)
    ? `${quote(title)} (${escape(app)}, pid ${pid})`
    : `a window of ${escape(app)} (pid ${pid})`;
}

function expiredError(sent: number, unit: string): DesktopError {
  return new DesktopError(
    'denied',
    `The time of this call is over${sentSoFar(sent, unit)}.`,
    'Send the rest with another call.',
  );
}

function sentSoFar(sent: number, unit: string): string {
  return sent > 0 ? ` after ${sent} ${unit} were sent` : '; nothing was sent';
}
