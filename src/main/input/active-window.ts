/** The window in front, for calls that type into it. */
import { DesktopError } from '../../base/errors.ts';
import { escape, quote } from '../../base/escape.ts';
import { covers, type Grant, mayReportTitle, whyNot } from '../../protocol/grant.ts';
import type { WindowInfo } from '../../protocol/window.ts';
import type { ToolContext } from '../tool/tool.ts';

/** The window in front. Fails with `denied` when this call may not reach it. */
export async function reachableWindow({ session, input, signal }: ToolContext): Promise<WindowInfo | undefined> {
  const activeWindow = await session.desktop.activeWindow(signal);
  const { grant } = input;
  if (!activeWindow || covers(grant, activeWindow, Date.now())) return activeWindow;
  throw deniedWindow(activeWindow, grant);
}

/** The error of a call that may not reach what is in front. */
export function deniedWindow(activeWindow: WindowInfo, grant: Grant): DesktopError {
  const name = mayReportTitle(grant, activeWindow)
    ? quote(activeWindow.title)
    : `a window of ${escape(activeWindow.app)}`;
  return new DesktopError(
    'denied',
    `In front is ${name}, ${whyNot(grant, activeWindow)}; nothing was sent.`,
    'Bring an allowed one in front; see apps.',
  );
}
