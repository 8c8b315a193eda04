/** Matches windows by words. Pure. */
import { fold } from '../../base/fold.ts';
import type { RunningApp } from '../../protocol/atspi.ts';
import { isSameWindowId, type TerminalTab, type WindowInfo } from '../../protocol/window.ts';

/** Whether the title of a window holds `part`. */
export function isTitled({ title }: WindowInfo, part: string): boolean {
  return fold(title).includes(fold(part));
}

/** Whether the application id of a window holds `part`. */
export function isOfApp({ app }: WindowInfo, part: string): boolean {
  return fold(app).includes(fold(part));
}

/** A way to match a window. */
type Way = (window: WindowInfo) => boolean;

/** Lists the ways, the surest first: by id, by title, by part of the title or application id, by the name of the running application. */
function waysOf(words: string, runningApps: readonly RunningApp[]): Way[] {
  return [
    ({ id }) => isSameWindowId(id, words),
    ({ title }) => fold(title) === fold(words),
    (window) => isTitled(window, words) || isOfApp(window, words),
    (window) => isOfRunningApp(window, words, runningApps),
  ];
}

/** Gives the windows that the surest matching way finds. Popups are left out. */
export function matchWindows(
  words: string,
  windows: readonly WindowInfo[],
  runningApps: readonly RunningApp[] = [],
): WindowInfo[] {
  const usual = windows.filter(({ kind }) => kind !== 'popup');
  for (const way of waysOf(words, runningApps)) {
    const found = usual.filter(way);
    if (found.length > 0) return found;
  }
  return [];
}

/** Whether any way matches a window. */
export function mayMean(words: string, window: WindowInfo, runningApps: readonly RunningApp[]): boolean {
  return waysOf(words, runningApps).some((way) => way(window));
}

/** Whether a window's application has this name for accessibility. */
export function isOfRunningApp({ pid }: WindowInfo, name: string, runningApps: readonly RunningApp[]): boolean {
  return runningApps.some((app) => app.pid === pid && fold(app.name) === fold(name));
}

/** Leaves out dialogs of other matches: they come with their window. */
export function withoutDialogs(matches: readonly WindowInfo[]): WindowInfo[] {
  const ids = new Set(matches.map(({ id }) => id));
  return matches.filter(({ parent }) => parent === undefined || !ids.has(parent));
}

/** Matches terminal tabs by pseudo-terminal, else command, else directory; gives those of the first way that finds any. */
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
