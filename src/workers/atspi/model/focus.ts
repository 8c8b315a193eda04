/** Finds the one element of a window that has the keyboard focus. */
import { depthOf, isWithin, type Node, nodesOf } from './node.ts';
import { COMBO_ROLES, ENTRY_MENU_ROLES, MENU_ITEM_ROLES, rolesNamed } from './roles.ts';
import { withState } from './states.ts';

/**
 * Leaves the state `focused` to one element of each window: the entry of an open menu, else the open menu, else the field
 * that takes text, else the innermost. Qt sets it on every widget that passes its focus on, ten of them in a Kate window;
 * of a menu's entry GTK 3 says only that it is selected. A popup shares the focus with the windows below it.
 */
export function keepOneFocus(windows: readonly Node[]): void {
  const popups = windows.filter(({ isPopup }) => isPopup);
  const groups = popups.length > 0 ? [windows] : windows.map((window) => [window]);
  for (const group of groups) {
    const nodes = group.flatMap(nodesOf);
    const claiming = nodes.filter((node) => node.claimsFocus || node.states.has('focused'));
    const entries = nodes.filter((node) => isEntry(node) && (claiming.includes(node) || isSelectedInPopup(node)));
    const editable = claiming.filter(({ states }) => states.has('editable'));
    const menus = popups.filter(({ role }) => ENTRY_MENU_ROLES.has(role));
    const chosen = innermost([entries, menus, editable, claiming].find(({ length }) => length > 0) ?? []);
    if (chosen && !claiming.includes(chosen)) claiming.push(chosen);
    for (const node of claiming) {
      node.claimsFocus = node !== chosen;
      node.states = withState(node.states, 'focused', node === chosen);
    }
  }
}

const MENU_BAR_ROLES = rolesNamed('menu bar');

/** Whether a node is an entry of a menu or a menu bar. */
function isEntry({ role, parent }: Node): boolean {
  if (!parent || !MENU_ITEM_ROLES.has(role)) return false;
  return ENTRY_MENU_ROLES.has(parent.role) || MENU_BAR_ROLES.has(parent.role);
}

/** Whether an entry is selected in an open menu. Menu bars keep a selection, and so do lists of closed combo boxes. */
function isSelectedInPopup(entry: Node): boolean {
  const { states, parent } = entry;
  if (!states.has('selected') || !parent || !ENTRY_MENU_ROLES.has(parent.role)) return false;
  return !isWithin(entry, COMBO_ROLES);
}

function innermost(nodes: readonly Node[]): Node | undefined {
  let best: Node | undefined;
  for (const node of nodes) if (!best || depthOf(node) > depthOf(best)) best = node;
  return best;
}
