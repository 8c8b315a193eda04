/** Giving elements the focus through accessibility. */

import { sleep } from '../../../base/abortable.ts';
import type { FocusQuery, FocusReply } from '../../../protocol/atspi.ts';
import { named } from '../failure.ts';
import type { Resolved } from '../find/by-id.ts';
import { type Node, nodesOf } from '../model/node.ts';
import { type Parts, publicApp } from '../parts.ts';
import { hiddenOf } from '../place/hidden.ts';
import { activeWindowOf } from '../read/shown-windows.ts';

/** How long a program may take to move its focus when it is asked to or clicked, and how often it is looked at meanwhile. */
const PATIENCE_MS = 500;
const AWARENESS_POLL_MS = 10;
/** Parts of an element among which the focus is looked for. */
const MAX_PARTS = 50;

/** Gives the focus, and remembers which kinds of fields of which applications do not take it: those can be clicked. */
export interface Focusing {
  focus(query: FocusQuery, signal?: AbortSignal): Promise<FocusReply>;
}

/** Makes it; nothing is known of any application at first. */
export function createFocusing(parts: Parts): Focusing {
  const ignoring = new Set<string>();
  return {
    focus: async (query, signal) => {
      const target = await parts.resolver.toDoSomethingTo(query, signal);
      const { node, app, others } = target;
      const hidden = await hiddenOf(parts, target, signal);
      if (hidden) {
        const element = await parts.elements.one(node, app, undefined);
        return { element, app: publicApp(app), others, hidden, isFocused: false, isInFront: false };
      }
      const kind = `${app.key} ${node.role}`;
      const isAsked = !query.isClicked && !ignoring.has(kind);
      const patienceMs = query.isClicked || isAsked ? PATIENCE_MS : 0;
      const { now, isFocused } = await focusOn(parts, { target, isAsked, patienceMs }, signal);
      if (isAsked && !isFocused && node.states.has('editable')) ignoring.add(kind);
      const element = await parts.elements.one(now ?? node, app, undefined);
      const isInFront = isFocused && (await activeWindowOf(parts.desktop, signal))?.pid === app.pid;
      return { element, app: publicApp(app), others, isFocused, isInFront };
    },
  };
}

interface Look {
  /** The element as it was seen last; undefined when it is gone. */
  now: Node | undefined;
  isFocused: boolean;
}

/** Looks until the element has the focus, at most as long as told; `isAsked`: after the program was asked to give it. */
async function focusOn(
  { backend }: Parts,
  { target, isAsked, patienceMs }: { target: Resolved; isAsked: boolean; patienceMs: number },
  signal: AbortSignal | undefined,
): Promise<Look> {
  const { node, app } = target;
  const look = async (): Promise<Look> => {
    const now = await named(app.name, backend.inspect(node.ref, { withParents: false, signal }));
    return { now, isFocused: now !== undefined && now.states.has('focused') };
  };
  // A date field of a page hands the focus on to its month. After a click it may be any other part.
  const hasFocusWithin = async (): Promise<boolean> => {
    const read = backend.read(app, { from: node.ref, maxObjects: MAX_PARTS, signal });
    const parts = nodesOf(await named(app.name, read));
    return parts.some(({ states }) => states.has('focused'));
  };
  let last = await look();
  if (last.isFocused) return last;
  if (isAsked && !(await named(app.name, backend.grabFocus(node.ref, signal)))) return last;
  for (const endMs = performance.now() + patienceMs; !last.isFocused && performance.now() < endMs; ) {
    await sleep(AWARENESS_POLL_MS, signal);
    last = await look();
  }
  return isAsked && !last.isFocused ? { ...last, isFocused: await hasFocusWithin() } : last;
}
