/**
 * Popups that an application does not list: Qt leaves windows of the type Popup (menus, lists, calendars) out of the children of its
 * application object. It only announces that they show.
 */
import type { Bus } from '../../../../platform/dbus/bus.ts';
import { keyOf, type Node, nodesOf, type ObjectRef } from '../../../model/node.ts';
import { CALL, parse } from '../calls.ts';
import type { ChangeEvent } from '../mirrored.ts';
import { runPipeline } from '../pipeline.ts';
import { NO_ROLE } from './describe.ts';
import { type ReadOptions, readSubtree } from './read.ts';

/** Objects kept of one application. A popup comes to show after what is in it. */
const MAX_SHOWN = 100;

/** Objects that came to show and may be popups. */
export interface Popups {
  /** Takes note of an event. */
  note(event: ChangeEvent): void;
  /** Those of an application, the oldest first. */
  of(bus: string): ObjectRef[];
  /** Forgets one that is no popup, or shows no more. */
  drop(ref: ObjectRef): void;
  /** Forgets an application that is gone. */
  forget(bus: string): void;
}

/** Makes the record of one bus. */
export function createPopups(): Popups {
  const shown = new Map<string, Map<string, ObjectRef>>();
  const drop = ({ app, key }: ObjectRef): void => void shown.get(app)?.delete(key);
  return {
    note: ({ ref, member, detail, value }) => {
      if (member !== 'StateChanged' || detail !== 'showing') return;
      drop(ref);
      if (value === 0) return;
      const own = shown.get(ref.app) ?? new Map<string, ObjectRef>();
      shown.set(ref.app, own.set(ref.key, ref));
      const [oldest] = own.keys();
      if (own.size > MAX_SHOWN && oldest !== undefined) own.delete(oldest);
    },
    of: (bus) => [...(shown.get(bus)?.values() ?? [])],
    drop,
    forget: (bus) => void shown.delete(bus),
  };
}

/**
 * Reads the popups that a tree lacks, and puts them before its windows, which they lie over. What is in the tree is no popup; of
 * what is not the parent is asked, once where that is not the application. Fails like `runPipeline`.
 */
export async function addPopups(bus: Bus, root: Node, popups: Popups, options: ReadOptions): Promise<void> {
  const known = new Set([...nodesOf(root), ...root.children].map(({ ref }) => keyOf(ref)));
  const unknown = popups.of(root.ref.app).filter((ref) => !known.has(keyOf(ref)));
  if (unknown.length === 0) return;
  const open = await openOf(bus, unknown, { root, popups, signal: options.signal });
  /** The list of a combo box is in the tree of its box already. */
  const isShell = (children: readonly ObjectRef[]): boolean =>
    children.length > 0 && children.every((child) => known.has(keyOf(child)));
  const found = await Promise.all(
    open.map(({ ref, children }) => readSubtree(bus, ref, isShell(children) ? { ...options, levels: 0 } : options)),
  );
  const read = found.filter(({ role }) => role !== NO_ROLE);
  for (const popup of read) Object.assign(popup, { parent: root, isPopup: true });
  root.children.unshift(...read);
}

/** A popup that is open, with what lies in it. */
interface Open {
  ref: ObjectRef;
  children: readonly ObjectRef[];
}

/** Those of `refs` that show and lie in no other object; drops the others. */
async function openOf(
  bus: Bus,
  refs: readonly ObjectRef[],
  { root, popups, signal }: { root: Node; popups: Popups; signal: AbortSignal | undefined },
): Promise<Open[]> {
  const open: Open[] = [];
  await runPipeline(bus, signal, ({ ask }) => {
    for (const ref of refs) {
      let parent: ObjectRef | undefined;
      let isShowing = false;
      const onStates = (): void => {
        if (!isShowing) return popups.drop(ref);
        ask(CALL.children, ref, (body) => void open.push({ ref, children: parse.refs(body) }));
      };
      const onParent = (): void => {
        if (parent?.key !== root.ref.key) return popups.drop(ref);
        ask(CALL.states, ref, (body) => void (isShowing = parse.states(body).has('showing')), onStates);
      };
      ask(CALL.parent, ref, (body) => void (parent = parse.variantRef(body)), onParent);
    }
  });
  return open;
}
