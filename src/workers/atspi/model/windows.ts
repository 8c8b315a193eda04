/** Windows of an application: which is in front, and which one a title means. */
import { labelOf } from './label.ts';
import type { Node } from './node.ts';
import { hasState, STATE } from './states.ts';
import { fold, isBlank } from './text.ts';

/** Whether a window is the one in front. */
export function isActive({ states }: Node): boolean {
  return hasState(states, STATE.active);
}

/** Whether the title of a window holds `part`, which is folded; without one any window is meant. */
export function hasTitle(window: Node, part: string | undefined): boolean {
  return part === undefined || fold(labelOf(window)).includes(part);
}

/** The windows of an application that have a title. */
export function titledIn({ children }: Node): Node[] {
  return children.filter((window) => !isBlank(labelOf(window)));
}
