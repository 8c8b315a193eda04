/** Windows of an application: which is in front, and which one a title means. */
import { DesktopError } from '../../../base/errors.ts';
import type { WindowInfo } from '../../../protocol/window.ts';
import { labelOf } from './label.ts';
import type { Node } from './node.ts';
import { fold, isBlank, quoted } from './text.ts';

/** Whether a window is the one in front. */
export function isActive({ states }: Node): boolean {
  return states.has('active');
}

/**
 * Whether the title of a window holds `part`, which is folded; without one any window is meant. `shown` are the titles that
 * the compositor shows of its process: Qt puts the program's name behind its own, and KCalc tells accessibility none.
 */
export function hasTitle(window: Node, part: string | undefined, shown: readonly string[] = []): boolean {
  if (part === undefined || fold(labelOf(window)).includes(part)) return true;
  return shownOf(window, shown).some((title) => fold(title).includes(part));
}

/** The windows of an application whose title holds `part`, as `hasTitle` says. One that was not read yet is among them. */
export function windowsWith({ children }: Node, part: string | undefined, shown: readonly string[]): Node[] {
  return children.filter((window) => window.isUnread === true || hasTitle(window, part, shown));
}

/** The titles of a process's windows, as the compositor shows them. */
export function titlesOf(pid: number, windows: readonly WindowInfo[]): string[] {
  return windows.filter((window) => window.pid === pid && !isBlank(window.title)).map(({ title }) => title);
}

/** Those of the titles shown that are of this window: they begin with its own, and with no longer one of another. */
function shownOf(window: Node, shown: readonly string[]): readonly string[] {
  const own = fold(labelOf(window));
  const all = (window.parent?.children ?? [window]).map((one) => fold(labelOf(one)));
  return shown.filter((title) => {
    const longest = Math.max(...all.map((label) => (fold(title).startsWith(label) ? label.length : 0)));
    if (longest > 0) return own.length === longest && fold(title).startsWith(own);
    return own === '' || (shown.length === 1 && !all.includes(''));
  });
}

/** The title that replies give of a window: its own, else the one that the compositor shows, when there is one. */
export function titleOf(window: Node, shown: readonly string[]): string {
  const own = labelOf(window);
  const [title, other] = isBlank(own) ? shownOf(window, shown) : [];
  return title === undefined || other !== undefined ? own : title;
}

/** The windows of an application that have a title. */
export function titledIn({ children }: Node, shown: readonly string[] = []): Node[] {
  return children.filter((window) => !isBlank(titleOf(window, shown)));
}

/** The error of a call that names a window which is not there. `titles` are those that are. */
export function noWindow(part: string, titles: readonly string[]): DesktopError {
  const known = [...new Set(titles)].filter((title) => !isBlank(title)).map(quoted);
  const rest = known.length > MAX_NAMED ? `, and ${known.length - MAX_NAMED} more` : '';
  return new DesktopError(
    'not_found',
    `No window has "${part}" in its title.`,
    known.length > 0 ? `There are: ${known.slice(0, MAX_NAMED).join(', ')}${rest}.` : 'There is no titled window.',
  );
}

/** Windows that an error names at most. */
const MAX_NAMED = 20;
