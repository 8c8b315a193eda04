/** What the compositor shows, asked from the desktop worker where a call needs it. */
import type { DesktopForAtspi } from '../../../protocol/atspi.ts';
import type { WindowInfo } from '../../../protocol/window.ts';

/** The compositor's windows, for a query that names a part of a title; without one none are needed. */
export async function windowsFor(
  desktop: DesktopForAtspi,
  title: string | undefined,
  signal: AbortSignal | undefined,
): Promise<readonly WindowInfo[]> {
  return title === undefined ? [] : (await desktop.state(signal)).windows;
}

/** The window in front. */
export async function activeWindowOf(
  desktop: DesktopForAtspi,
  signal: AbortSignal | undefined,
): Promise<WindowInfo | undefined> {
  return (await desktop.state(signal)).windows.find(({ active }) => active);
}
