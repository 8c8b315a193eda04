/** Which element has the keyboard focus. */
import type { Element } from '../../../protocol/element.ts';
import type { App } from '../backend.ts';
import { type Node, nodesOf, windowOf } from '../model/node.ts';
import { isActive } from '../model/windows.ts';
import type { Parts } from '../parts.ts';
import { applicationsFor, readerFor, type Wanted } from '../read/applications.ts';

/** An element with its application. */
export interface Focus {
  node: Node;
  app: App;
}

/** The focused element of a process: the one of its active window, else of any. */
export async function focusedOf(parts: Parts, pid: number, signal?: AbortSignal): Promise<Element | undefined> {
  const focus = await findFocus(parts, pid, signal);
  return focus && parts.elements.one(focus.node, focus.app, undefined);
}

/** The same as a node; undefined when nothing has the focus. Fails with `not_found` for a process without accessibility. */
export async function findFocus(parts: Parts, pid: number, signal?: AbortSignal): Promise<Focus | undefined> {
  const wanted: Wanted = { pid, allowedPids: [pid], signal };
  const read = readerFor(parts.backend, wanted);
  const apps = await applicationsFor(parts.backend, wanted);
  for (const app of apps) {
    const root = await read(app);
    const focused = nodesOf(root).filter(({ states }) => states.has('focused'));
    const node = focused.findLast((one) => isActive(windowOf(one))) ?? focused.at(-1);
    if (node) return { node, app };
  }
  return undefined;
}
