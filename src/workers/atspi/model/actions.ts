/** Which action of an element a call means. */
import type { Node } from './node.ts';
import { type Toolkit, usefulActions } from './toolkits.ts';

/** An action by its number. */
export interface ChosenAction {
  index: number;
  name: string;
}

/**
 * Chooses before anything is sent: the first alternative of `wanted` ("Press|click") that the element has, else,
 * without `wanted`, its first action that does something; showContextMenu only by name.
 */
export function chooseAction(node: Node, toolkit: Toolkit, wanted: string | undefined): ChosenAction | undefined {
  const names = wanted === undefined ? defaults(node, toolkit) : wanted.split('|');
  for (const name of names) {
    const index = node.actions.findIndex((action) => bare(action) === bare(name));
    const chosen = node.actions[index];
    if (chosen !== undefined) return { index, name: chosen };
  }
  return undefined;
}

function defaults(node: Node, toolkit: Toolkit): string[] {
  return usefulActions(toolkit, node.actions).filter((name) => bare(name) !== 'showcontextmenu');
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}
