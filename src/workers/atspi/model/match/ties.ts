/** Breaks ties among equally good matches, rule by rule until one is left. */
import { isSameRect } from '../../../../protocol/geometry.ts';
import { ancestorsOf, type Node, windowOf } from '../node.ts';
import { COMBO_ROLES, DIALOG_ROLES, DOCUMENT_ROLES, INTERACTIVE_ROLES, TITLE_ROLES } from '../roles.ts';
import type { StateName } from '../states.ts';
import { isActive } from '../windows.ts';

/** What a call says of what it means. */
export interface Ties {
  isInMeantWindow?: ((node: Node) => boolean) | undefined;
  /** Of the title of a page the page, not the tab or window that bears it. */
  isPageMeant?: boolean | undefined;
}

/**
 * Narrows matches by window: the one that is meant, an open popup, the active one, a dialog (of several the one opened last);
 * then to the page of a title that is to be read or scrolled; then to what can be operated, and to the field of a combo box
 * that has its name. Never returns an empty list for one that is not empty.
 */
export function breakTies(matches: readonly Node[], { isInMeantWindow, isPageMeant }: Ties = {}): Node[] {
  let left = [...matches];
  const narrow = (accepts: (node: Node) => boolean): void => {
    const accepted = left.filter(accepts);
    if (accepted.length > 0) left = accepted;
  };
  const areInSeveralWindows = (): boolean => new Set(left.map(windowOf)).size > 1;
  if (isInMeantWindow && areInSeveralWindows()) narrow(isInMeantWindow);
  if (areInSeveralWindows()) narrow((node) => windowOf(node).isPopup === true);
  if (areInSeveralWindows()) narrow((node) => isActive(windowOf(node)));
  if (areInSeveralWindows()) {
    narrow((node) => DIALOG_ROLES.has(windowOf(node).role));
    const last = left.at(-1);
    const newest = last && DIALOG_ROLES.has(windowOf(last).role) ? windowOf(last) : undefined;
    if (newest) narrow((node) => windowOf(node) === newest);
  }
  const areTitles = left.every(({ role }) => TITLE_ROLES.has(role));
  if (isPageMeant && areTitles) narrow(({ role }) => DOCUMENT_ROLES.has(role));
  if (left.length > 1) narrow(isOperated);
  const fields = left.filter(({ role, states }) => states.has('editable') && !COMBO_ROLES.has(role));
  const boxes = new Set(fields.flatMap(ancestorsOf).filter(({ role }) => COMBO_ROLES.has(role)));
  if (boxes.size > 0)
    narrow((node) => !COMBO_ROLES.has(node.role) || ![node, ...ancestorsOf(node)].some((one) => boxes.has(one)));
  return left;
}

/**
 * The last tie-breaks, for input: elements with an area beat those without; one that fills another beats that: a menu button of
 * GTK 4 holds a toggle button of the same name; and the first menu bar beats others: LibreOffice has that of GTK 3, and
 * its own behind it. Needs `extents`.
 */
export function breakTiesByPlace(matches: readonly Node[]): Node[] {
  const withArea = matches.filter(({ extents }) => extents && extents.width > 0 && extents.height > 0);
  const left = withArea.length > 0 ? withArea : [...matches];
  const innermost = left.filter((outer) => !left.some((inner) => fills(inner, outer)));
  const bars = innermost.map(menuBarOf);
  const [bar] = bars;
  const areInBars = bar !== undefined && bars.every((one) => one && windowOf(one) === windowOf(bar));
  return areInBars ? innermost.filter((node) => menuBarOf(node) === bar) : innermost;
}

/** Whether an element lies within another one and has its place. */
function fills(inner: Node, outer: Node): boolean {
  if (!inner.extents || !outer.extents || !ancestorsOf(inner).includes(outer)) return false;
  return isSameRect(inner.extents, outer.extents);
}

function menuBarOf(node: Node): Node | undefined {
  return ancestorsOf(node).find(({ role }) => role === 'menu bar');
}

const OPERATED_STATES: readonly StateName[] = ['editable', 'checkable', 'selectable', 'expandable'];

function isOperated(node: Node): boolean {
  return INTERACTIVE_ROLES.has(node.role) || OPERATED_STATES.some((state) => node.states.has(state));
}
