/** Decides which actions of an element a reply shows, and which one a call means. */
import type { Node } from './node.ts';
import type { RoleName } from './roles.ts';
import type { AppTraits } from './traits.ts';

/** The actions that a reply shows: neither the application's noise nor what the role implies. */
export function shownActions(traits: AppTraits, role: RoleName, actions: readonly string[]): string[] {
  const implied = traits.impliedActions(role);
  return actions.filter((action) => {
    const name = action.toLowerCase();
    return !traits.isNoise(name) && !traits.commonActions.has(name) && !implied.has(name);
  });
}

/** The actions that do something: all but the application's noise. */
export function usefulActions(traits: AppTraits, actions: readonly string[]): string[] {
  return actions.filter((action) => !traits.isNoise(action.toLowerCase()));
}

/** Whether an element is made to be clicked: it has an action that is neither noise nor scrolling. */
export function isClickable(traits: AppTraits, actions: readonly string[]): boolean {
  return usefulActions(traits, actions).some((action) => !traits.commonActions.has(action.toLowerCase()));
}

/** An action and its index in `Node.actions`. */
export interface ChosenAction {
  index: number;
  name: string;
}

/**
 * Chooses before anything is sent: the first alternative of `wanted` ("Press|click") that the element has, else,
 * without `wanted`, its first action that does something; showContextMenu only by name.
 */
export function chooseAction(node: Node, traits: AppTraits, wanted: string | undefined): ChosenAction | undefined {
  const names = wanted === undefined ? defaults(node, traits) : wanted.split('|');
  for (const name of names) {
    const index = node.actions.findIndex((action) => bare(action) === bare(name));
    const chosen = node.actions[index];
    if (chosen !== undefined) return { index, name: chosen };
  }
  return undefined;
}

function defaults(node: Node, traits: AppTraits): string[] {
  return usefulActions(traits, node.actions).filter((name) => bare(name) !== 'showcontextmenu');
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}
