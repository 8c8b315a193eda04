/** Finds a terminal by what runs in it. */
import { DesktopError } from '../../base/errors.ts';
import { quote } from '../../base/escape.ts';
import type { Terminal, TerminalTab, WindowInfo } from '../../protocol/window.ts';
import { matchTabs } from '../policy/match-window.ts';
import { tabLine, windowLine } from '../render/windows.ts';
import type { ToolContext } from '../tool/tool.ts';
import { visibleWindows } from './choose-window.ts';

export interface TerminalWindow {
  window: WindowInfo;
  tab: TerminalTab;
  /** Whether it is known to show that tab. */
  isShown: boolean;
}

/**
 * Finds the window of the terminal whose pseudo-terminal, command or directory matches `query`; makes it show that tab where
 * possible. Fails with `not_found` when there is none, `ambiguous` when several are meant or it may be in several windows.
 */
export async function terminalWindow(query: string, context: ToolContext): Promise<TerminalWindow> {
  const windows = (await visibleWindows(context)).filter(({ kind }) => kind === 'normal');
  const { desktop } = context.session;
  const terminals = await desktop.terminals(windows.map(({ pid }) => pid));
  const tabs = terminals.flatMap((terminal) => terminal.tabs.map((tab) => ({ terminal, tab })));
  const found = matchTabs(
    query,
    tabs.map(({ tab }) => tab),
  );
  const [tab] = found;
  const terminal = tabs.find((each) => each.tab === tab)?.terminal;
  if (!tab || !terminal) throw noTerminal(query, terminals);
  const own = windows.filter(({ pid }) => pid === terminal.pid);
  if (found.length > 1) throw severalTabs(query, found, own);
  const id = await desktop.showTab({ pid: terminal.pid, shell: tab.pid }, context.signal);
  const shown = own.find((window) => window.id === id);
  if (shown) return { window: shown, tab, isShown: true };
  const [window, ...others] = own;
  if (!window || others.length > 0) throw severalTabs(query, found, own);
  return { window, tab, isShown: terminal.tabs.length === 1 };
}

function noTerminal(query: string, terminals: readonly Terminal[]): DesktopError {
  const open = terminals.flatMap(({ tabs }) => tabs.map(tabLine)).join('\n');
  return new DesktopError(
    'not_found',
    `No terminal matches ${quote(query)}; nothing sent.${open === '' ? '' : ` There are:\n${open}`}`,
    open === '' ? 'Open one with launch.' : 'Pass a pts, part of a command, or a directory.',
  );
}

function severalTabs(query: string, tabs: readonly TerminalTab[], windows: readonly WindowInfo[]): DesktopError {
  const lines = [...tabs.map(tabLine), 'windows:', ...windows.map(windowLine)].join('\n');
  return new DesktopError(
    'ambiguous',
    `ambiguous: ${quote(query)} means more than one terminal; nothing sent.\n${lines}`,
    'Pass the pts of one, or as query the id of a window.',
  );
}
