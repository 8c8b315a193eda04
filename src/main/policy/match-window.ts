/** Which windows a query means. Pure. */
import { fold } from '../../base/fold.ts';
import type { TerminalTab, WindowInfo } from '../../protocol/window.ts';

/** Whether the title of a window holds `part`. */
export function isTitled({ title }: WindowInfo, part: string): boolean {
  return fold(title).includes(fold(part));
}

/** Whether the application id of a window holds `part`. */
export function isOfApp({ app }: WindowInfo, part: string): boolean {
  return fold(app).includes(fold(part));
}

/**
 * The windows of a query: the one with this id, else those with this title, else those whose title or application id
 * holds it. Popups cannot be meant.
 */
export function matchWindows(query: string, windows: readonly WindowInfo[]): WindowInfo[] {
  const usual = windows.filter(({ kind }) => kind !== 'popup');
  const ways: ((window: WindowInfo) => boolean)[] = [
    ({ id }) => bare(id) === bare(query),
    ({ title }) => fold(title) === fold(query),
    (window) => isTitled(window, query) || isOfApp(window, query),
  ];
  for (const way of ways) {
    const found = usual.filter(way);
    if (found.length > 0) return found;
  }
  return [];
}

/** KWin writes its ids in braces. */
function bare(id: string): string {
  return id.replace(/^\{(.*)\}$/, '$1').toLowerCase();
}

/** The matches without the dialogs of other matches: they come with their window. */
export function withoutDialogs(matches: readonly WindowInfo[]): WindowInfo[] {
  const ids = new Set(matches.map(({ id }) => id));
  return matches.filter(({ parent }) => parent === undefined || !ids.has(parent));
}

/** Whether a terminal's tab is meant: its pseudo-terminal, else its command, else its directory, the best kind only. */
export function matchTabs<T extends TerminalTab>(query: string, tabs: readonly T[]): T[] {
  const wanted = fold(query);
  const ways: ((tab: TerminalTab) => boolean)[] = [
    ({ pts }) => pts === query || pts === `/dev/${query}` || pts === `/dev/pts/${query}`,
    ({ command }) => fold(command).includes(wanted),
    ({ directory }) => directory === query || directory === query.replace(/\/+$/, ''),
    ({ directory }) => fold(directory).includes(wanted),
  ];
  for (const way of ways) {
    const found = tabs.filter(way);
    if (found.length > 0) return found;
  }
  return [];
}
