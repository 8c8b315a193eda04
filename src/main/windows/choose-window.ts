/** Finds the window that a call means, among those that it may see. */
import { DesktopError } from '../../base/errors.ts';
import { escape, quote } from '../../base/escape.ts';
import type { RunningApp } from '../../protocol/atspi.ts';
import type { WindowInfo } from '../../protocol/window.ts';
import { type CallPolicy, seesWindow } from '../policy/grants.ts';
import { isOfApp, isOfRunningApp, matchWindows, withoutDialogs } from '../policy/match-window.ts';
import { windowLine } from '../render/windows.ts';
import type { ToolContext } from '../tool/tool.ts';

/** Windows listed in an error at most. */
const MAX_LISTED = 6;

/** Finds windows by words among those that the call may see, as `matchWindows` does. */
export async function findWindows(query: string, context: ToolContext): Promise<WindowInfo[]> {
  const windows = await visibleWindows(context);
  const found = matchWindows(query, windows);
  if (found.length > 0 || windows.length === 0) return found;
  return matchWindows(query, windows, await runningApps(context));
}

/** Finds the windows of an application by application id, else by its name for accessibility, which `apps` lists. */
export async function windowsOfApp(
  app: string,
  windows: readonly WindowInfo[],
  context: ToolContext,
): Promise<WindowInfo[]> {
  const found = windows.filter((window) => isOfApp(window, app));
  if (found.length > 0 || windows.length === 0) return found;
  const apps = await runningApps(context);
  return windows.filter((window) => isOfRunningApp(window, app, apps));
}

async function runningApps({ session, signal }: ToolContext): Promise<RunningApp[]> {
  return session.atspi.runningApps(signal);
}

/** Lists the windows that this call may see, the topmost last. */
export async function visibleWindows({ session, policy, signal }: ToolContext): Promise<WindowInfo[]> {
  const { windows } = await session.desktop.state(signal);
  return windows.filter((window) => seesWindow(policy, window));
}

/** Gives the only window of these. Fails with `not_found` when there is none, `ambiguous` when there are several. */
export async function onlyWindow(
  query: string,
  found: readonly WindowInfo[],
  context: ToolContext,
): Promise<WindowInfo> {
  const [window, ...others] = withoutDialogs(found);
  if (!window) throw noWindow(query, await visibleWindows(context));
  if (others.length === 0) return window;
  const count = others.length + 1;
  throw new DesktopError(
    'ambiguous',
    `ambiguous: ${count} windows match ${quote(query)}; nothing sent.\n${listed([window, ...others])}`,
    'Pass one id.',
  );
}

/** Names a window to a call: without its title when the call may not see it. */
export function windowName(window: WindowInfo, policy: CallPolicy): string {
  return seesWindow(policy, window) ? `${quote(window.title)} id=${window.id}` : `a window of ${escape(window.app)}`;
}

function noWindow(query: string, open: readonly WindowInfo[]): DesktopError {
  const lines = open.length > 0 ? ` Open are:\n${listed(open)}` : '';
  return new DesktopError(
    'not_found',
    `No window matches ${quote(query)}; nothing sent.${lines}`,
    open.length > 0 ? 'Pass one id, or a part of a title.' : 'Open one with launch.',
  );
}

function listed(windows: readonly WindowInfo[]): string {
  const more = windows.length - MAX_LISTED;
  const lines = windows.slice(-MAX_LISTED).toReversed().map(windowLine);
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}
