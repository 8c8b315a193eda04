/** The one element of a window that has the keyboard focus. */
import { depthOf, type Node, nodesOf } from './node.ts';
import { hasState, STATE } from './states.ts';

/**
 * Takes the state `focused` from all but one element of each window: Qt says of every widget that passes its focus on
 * that it has it, ten of them in a Kate window. The field that takes text has it, else the innermost element.
 */
export function keepOneFocus(windows: readonly Node[]): void {
  for (const window of windows) {
    const claiming = nodesOf(window).filter((node) => node.claimsFocus || hasState(node.states, STATE.focused));
    const editable = claiming.filter(({ states }) => hasState(states, STATE.editable));
    const chosen = innermost(editable.length > 0 ? editable : claiming);
    for (const node of claiming) {
      node.claimsFocus = node !== chosen;
      const [low, high] = node.states;
      node.states = [node === chosen ? (low | FOCUSED) >>> 0 : (low & ~FOCUSED) >>> 0, high];
    }
  }
}

const FOCUSED = 1 << STATE.focused;

function innermost(nodes: readonly Node[]): Node | undefined {
  let best: Node | undefined;
  for (const node of nodes) if (!best || depthOf(node) > depthOf(best)) best = node;
  return best;
}
