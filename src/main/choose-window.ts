/** The one window that a call means, among those that it may see. */
import { DesktopError } from '../protocol/errors.ts';
import type { WindowInfo } from '../protocol/window.ts';
import { seesWindow } from './policy/grants.ts';
import { matchTabs, matchWindows, withoutDialogs } from './policy/match-window.ts';
import { quote } from './render/escape.ts';
import { tabLine, windowLine } from './render/windows.ts';
import type { ToolContext } from './tool.ts';

/** Windows that an error lists at most. */
const MAX_LISTED = 6;

/**
 * The windows that `query` means: an id, else a title, a part of one, an application id, else the name that an
 * application has for accessibility.
 */
export async function findWindows(query: string, context: ToolContext): Promise<WindowInfo[]> {
  const windows = await visibleWindows(context);
  const found = matchWindows(query, windows);
  if (found.length > 0 || windows.length === 0) return found;
  const { atspi } = await context.session();
  const apps = await atspi.apps('all', context.signal);
  const named = apps.filter(({ name }) => name.toLowerCase() === query.toLowerCase());
  return matchWindows(
    query,
    windows,
    named.map(({ pid }) => pid),
  );
}

/** The windows that this call may see, the one in front last. */
export async function visibleWindows({ session, policy, signal }: ToolContext): Promise<WindowInfo[]> {
  const { windows } = await (await session()).desktop.topology(signal);
  const rules = await policy();
  return windows.filter((window) => seesWindow(rules, window));
}

/** The one window of these. Fails with `not_found` when there is none, `ambiguous` when there are several. */
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

/**
 * The window of the terminal whose pseudo-terminal, command or directory `query` means. Fails with `not_found` when there
 * is none, `ambiguous` when several are meant or their process has several windows.
 */
export async function terminalWindow(query: string, context: ToolContext): Promise<WindowInfo> {
  const windows = (await visibleWindows(context)).filter(({ kind }) => kind !== 'popup');
  const { desktop } = await context.session();
  const terminals = await desktop.terminals(windows.map(({ pid }) => pid));
  const tabs = terminals.flatMap(({ pid, tabs }) => tabs.map((tab) => ({ ...tab, pid })));
  const found = matchTabs(query, tabs);
  const pids = new Set(found.map(({ pid }) => pid));
  const [window, ...others] = withoutDialogs(windows.filter(({ pid }) => pids.has(pid)));
  if (window && others.length === 0) return window;
  const open = tabs.map(tabLine).join('\n');
  if (!window) {
    throw new DesktopError(
      'not_found',
      `No terminal matches ${quote(query)}; nothing sent.${open === '' ? '' : ` There are:\n${open}`}`,
      open === '' ? 'Open one with launch.' : 'Pass a pts, part of a command, or a directory.',
    );
  }
  throw new DesktopError(
    'ambiguous',
    `ambiguous: ${quote(query)} means these tabs:\n${found.map(tabLine).join('\n')}\nin:\n${listed([window, ...others])}`,
    'Pass the pts of one, or as query the id of a window.',
  );
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
