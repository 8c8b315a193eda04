/** Folds the bars around a browser's page into one line each that counts what they hold. */
import type { Folded } from '../../../../protocol/element.ts';
import { labelOf, textOf } from '../label.ts';
import { isWithin, type Node, nodesOf } from '../node.ts';
import { DIALOG_ROLES, DOCUMENT_ROLES, FIELD_ROLES, INTERACTIVE_ROLES, MENU_ROLES, type RoleName } from '../roles.ts';
import { beginningOf, shortened } from '../text.ts';
import type { AppTraits } from '../traits.ts';

/** Whether a node is a bar to fold: nothing in it has the focus or is open. */
export function isFoldable(node: Node, { bars }: AppTraits): boolean {
  if (!bars.has(node.role) || isWithin(node, DOCUMENT_ROLES)) return false;
  if (isWithin(node, bars)) return false;
  return !nodesOf(node).some(
    (one) =>
      one.states.has('focused') || one.states.has('expanded') || DIALOG_ROLES.has(one.role) || MENU_ROLES.has(one.role),
  );
}

/** Whether a node is a bar or is in one: then its content was asked for. */
export function isInBar(node: Node, { bars }: AppTraits): boolean {
  return bars.has(node.role) || isWithin(node, bars);
}

/** Counts by role what can be operated in a bar. */
export function foldedIn(bar: Node): Folded[] {
  const counts = new Map<RoleName, Folded>();
  for (const node of nodesOf(bar)) {
    if (node === bar || !INTERACTIVE_ROLES.has(node.role)) continue;
    const kind = counts.get(node.role) ?? { role: node.role, count: 0 };
    counts.set(node.role, kind);
    kind.count++;
    if (node.states.has('selected')) kind.selected = shortened(labelOf(node));
    const text = FIELD_ROLES.has(node.role) ? textOf(node) : undefined;
    if (text !== undefined) Object.assign(kind, beginningOf(text));
  }
  return [...counts.values()];
}
