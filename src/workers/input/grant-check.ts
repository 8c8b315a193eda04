/** Holds an action to its grant: the window in front, and where the pointer or a finger acts the window there. */
import { DesktopError } from '../../base/errors.ts';
import { escape, quote } from '../../base/escape.ts';
import type { Point } from '../../protocol/geometry.ts';
import { covers, type Grant, keyboardApps, mayReportTitle, reaches, whyNot } from '../../protocol/grant.ts';
import type { DesktopForInput } from '../../protocol/input.ts';
import { type DesktopState, type WindowInfo, windowAt } from '../../protocol/window.ts';
import type { InputEvent } from './model/events.ts';

export interface GrantCheck {
  /** Takes what was just told of the windows: the next refresh need not ask. */
  update(desktopState: DesktopState): void;
  /**
   * Looks at the windows anew. Fails with `denied` when the one in front is not one that the call may reach, with `failed`
   * when it is of another program than the one that the call is kept to.
   */
  checkActiveWindow(): Promise<void>;
  /** Fails with `denied` when the window at a point, as it was at the last look, is not one that the call may reach. */
  checkPoint(point: Point): void;
  /** The same for the place where an event acts. The way of a drag is free: its program gets all of it. */
  checkEvent(event: InputEvent): void;
}

const NOTHING: DesktopState = { screens: [], desktops: [], windows: [] };

/** Makes the guard of one action; `progress` is what it has sent so far. */
export function createGrantCheck(
  desktop: DesktopForInput,
  { grant, unit }: { grant: Grant; unit: string },
  progress: { sent: number },
): GrantCheck {
  let desktopState = NOTHING;
  const isFree = keyboardApps(grant) === undefined;
  let isNew = isFree;
  let pointer: Point | undefined;
  const denied = (where: string, window: WindowInfo | undefined): DesktopError => {
    const what = window ? `${nameOf(window, grant)}, ${whyNot(grant, window)}` : 'no window';
    return new DesktopError(
      'denied',
      `${where} is ${what}${after(progress.sent, unit)}.`,
      'Bring the right window to the front with activate_window, or ask the user to allow this application.',
    );
  };
  const checkPoint = (point: Point): void => {
    if (grant.grantedApps === 'all') return;
    const window = windowAt(point, desktopState);
    if (!covers(grant, window, Date.now())) throw denied(`At ${Math.round(point.x)},${Math.round(point.y)}`, window);
  };
  return {
    checkPoint,
    update: (reported) => {
      desktopState = reported;
      isNew = true;
    },
    checkActiveWindow: async () => {
      if (!isNew) desktopState = await desktop.state();
      isNew = isFree;
      if (Date.now() > grant.untilMs) throw expiredError(progress.sent, unit);
      const activeWindow = desktopState.windows.find(({ active }) => active);
      if (covers(grant, activeWindow, Date.now())) return;
      throw reaches(grant, activeWindow)
        ? wrongWindowError(activeWindow, grant, progress.sent)
        : denied('In front', activeWindow);
    },
    checkEvent: (event) => {
      if (event.kind === 'move') pointer = event.point;
      if (event.kind === 'touch-down') for (const { point } of event.touches) checkPoint(point);
      const isPress = event.kind === 'press' && event.control.device === 'button';
      if (pointer && (isPress || event.kind === 'wheel' || event.kind === 'scroll')) checkPoint(pointer);
    },
  };
}

/** The text or the repeated key was for a program that is gone, or has lost the keyboard. The sender adds what was sent. */
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
    `The time of this call is over${after(sent, unit)}.`,
    'Send the rest with another call.',
  );
}

function after(sent: number, unit: string): string {
  return sent > 0 ? ` after ${sent} ${unit} were sent` : '; nothing was sent';
}
