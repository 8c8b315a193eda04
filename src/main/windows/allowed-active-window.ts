/** Guards what belongs to no application, such as the clipboard: an allowed window has to be active. */
import { DesktopError } from '../../base/errors.ts';
import { seesWindow } from '../policy/grants.ts';
import type { ToolContext } from '../tool/tool.ts';

/** Fails with `denied` on a live desktop while the active window is not of an allowed application. */
export async function requireAllowedActiveWindow(
  { session, policy, signal }: ToolContext,
  what: string,
): Promise<void> {
  if (policy.kind === 'private') return;
  const activeWindow = await session.desktop.activeWindow(signal);
  if (activeWindow && seesWindow(policy, activeWindow)) return;
  throw new DesktopError(
    'denied',
    `${what} can hold anything that the user copied, and ${activeWindow ? 'the window in front is not of an allowed application' : 'no window is in front'}.`,
    'Bring a window of an allowed application in front first; windows lists them.',
  );
}
