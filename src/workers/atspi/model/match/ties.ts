/** Breaks ties among equally good matches, rule by rule until one is left. */
import { type Node, windowOf } from '../node.ts';
import { DIALOG_ROLES, INTERACTIVE_ROLES } from '../roles.ts';
import type { StateName } from '../states.ts';
import { isActive } from '../windows.ts';

/**
 * Narrows matches by window: the one that is meant, the active one, a dialog (of several the one opened last); then
 * to what can be operated. Never returns an empty list for one that is not empty.
 */
export function breakTies(matches: readonly Node[], isInMeantWindow?: (node: Node) => boolean): Node[] {
  let left = [...matches];
  const narrow = (accepts: (node: Node) => boolean): void => {
    const accepted = left.filter(accepts);
    if (accepted.length > 0) left = accepted;
  };
  const areInSeveralWindows = (): boolean => new Set(left.map(windowOf)).size > 1;
  if (isInMeantWindow && areInSeveralWindows()) narrow(isInMeantWindow);
  if (areInSeveralWindows()) narrow((node) => isActive(windowOf(node)));
  if (areInSeveralWindows()) {
    narrow((node) => DIALOG_ROLES.has(windowOf(node).role));
    const last = left.at(-1);
    const newest = last && DIALOG_ROLES.has(windowOf(last).role) ? windowOf(last) : undefined;
    if (newest) narrow((node) => windowOf(node) === newest);
  }
  if (left.length > 1) narrow(isOperated);
  return left;
}

/** The last tie-break, for input: elements with an area beat those without. Needs `extents`. */
export function preferWithArea(matches: readonly Node[]): Node[] {
  const withArea = matches.filter(({ extents }) => extents && extents.width > 0 && extents.height > 0);
  return withArea.length > 0 ? withArea : [...matches];
}

const OPERATED_STATES: readonly StateName[] = ['editable', 'checkable', 'selectable', 'expandable'];

function isOperated(node: Node): boolean {
  return INTERACTIVE_ROLES.has(node.role) || OPERATED_STATES.some((state) => node.states.has(state));
}
