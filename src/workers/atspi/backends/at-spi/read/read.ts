/** Reads what shows of an application, from an object downwards. */
import type { Bus } from '../../../../platform/dbus/bus.ts';
import type { Node, ObjectRef } from '../../../model/node.ts';
import { createNode } from './describe.ts';
import { MAX_LEVELS, runWalk, visit, visitUnread } from './walk.ts';

/** How a tree is read. */
export interface ReadOptions {
  /** Levels below the first object; all without it. */
  levels?: number;
  /** Most objects that are entered, about; the others stay in the tree as unread nodes. */
  maxObjects: number;
  signal?: AbortSignal | undefined;
}

/** Reads an object, even one that does not show, and what shows below it. Fails like `runPipeline`. */
export async function readSubtree(bus: Bus, ref: ObjectRef, options: ReadOptions): Promise<Node> {
  const { levels = MAX_LEVELS, maxObjects, signal } = options;
  const root = createNode(ref, undefined);
  await runWalk(bus, { maxObjects, signal }, (walk) => {
    walk.onHidden = (node, _calls, enter) => node === root && enter();
    visit(walk, root, levels);
  });
  return root;
}

/** Reads a list with all its entries, whether they show or not. Fails like `runPipeline`. */
export async function readList(
  bus: Bus,
  list: ObjectRef,
  { maxObjects, signal }: Pick<ReadOptions, 'maxObjects' | 'signal'>,
): Promise<Node> {
  const root = createNode(list, undefined);
  await runWalk(bus, { maxObjects, signal, isWhole: true }, (walk) => {
    walk.onHidden = (_node, _calls, enter) => enter();
    visit(walk, root, MAX_LEVELS);
  });
  return root;
}

/** Continues an earlier read; `maxObjects` includes what was read before. Fails like `runPipeline`. */
export async function readOn(bus: Bus, root: Node, { maxObjects, signal }: ReadOptions): Promise<void> {
  await runWalk(bus, { maxObjects, signal }, (walk) => visitUnread(walk, root));
}
