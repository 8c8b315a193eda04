/** Windows of an application: the active one, and the one that a title means. */
import { DesktopError } from '../../../base/errors.ts';
import type { WindowInfo } from '../../../protocol/window.ts';
import { labelOf } from './label.ts';
import type { Node } from './node.ts';
import { fold, isBlank, quoted } from './text.ts';

/** Whether a window is active. */
export function isActive({ states }: Node): boolean {
  return states.has('active');
}

/**
 * Whether the title of a window contains `part`, which is folded; without `part` every window does. `shown` are the
 * titles of its process in the compositor: Qt puts the program's name behind its own, and KCalc gives accessibility
 * none. An open popup goes with the window in front.
 */
export function hasTitle(window: Node, part: string | undefined, shown: readonly string[] = []): boolean {
  if (part === undefined || fold(labelOf(window)).includes(part)) return true;
  if (window.isPopup) return belowPopup(window).some((below) => hasTitle(below, part, shown));
  return shownOf(window, shown).some((title) => fold(title).includes(part));
}

/** The windows that a popup may be opened from: the active ones, where there are some. */
function belowPopup({ parent }: Node): Node[] {
  const windows = (parent?.children ?? []).filter(({ isPopup }) => !isPopup);
  const active = windows.filter(isActive);
  return active.length > 0 ? active : windows;
}

/** The titles of a process's windows in the compositor. */
export function titlesOf(pid: number, windows: readonly WindowInfo[]): string[] {
  return windows.filter((window) => window.pid === pid && !isBlank(window.title)).map(({ title }) => title);
}

/** The shown titles of this window: they begin with its own, and not with a longer one of another window. */
function shownOf(window: Node, shown: readonly string[]): readonly string[] {
  const own = fold(labelOf(window));
  const all = (window.parent?.children ?? [window]).map((one) => fold(labelOf(one)));
  return shown.filter((title) => {
    const longest = Math.max(...all.map((label) => (fold(title).startsWith(label) ? label.length : 0)));
    if (longest > 0) return own.length === longest && fold(title).startsWith(own);
    return own === '' || (shown.length === 1 && !all.includes(''));
  });
}

/** The title of a window in replies: its own, else the only one that the compositor shows. */
export function titleOf(window: Node, shown: readonly string[]): string {
  const own = labelOf(window);
  const [title, other] = isBlank(own) ? shownOf(window, shown) : [];
  return title === undefined || other !== undefined ? own : title;
}

/** The windows of an application that have a title. */
export function titledIn({ children }: Node, shown: readonly string[] = []): Node[] {
  return children.filter((window) => !isBlank(titleOf(window, shown)));
}

/** The error for a window that does not exist. `titles` are those that do. */
export function noWindow(part: string, titles: readonly string[]): DesktopError {
  const known = [...new Set(titles)].filter((title) => !isBlank(title)).map(quoted);
  const rest = known.length > MAX_NAMED ? `, and ${known.length - MAX_NAMED} more` : '';
  return new DesktopError(
    'not_found',
    ID.test(part)
      ? `No window that can be read here has the id ${part}.`
      : `No window has ${quoted(part)} in its title.`,
    known.length > 0 ? `There are: ${known.slice(0, MAX_NAMED).join(', ')}${rest}.` : 'There is no titled window.',
  );
}

/** What windows are called by the compositor. */
const ID = /^\{?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\}?$/i;
/** Most windows that an error names. */
const MAX_NAMED = 20;
