/** Reads what shows of an application, from an object downwards, as far as a read may go. */
import type { Bus } from '../../../../platform/dbus/bus.ts';
import type { Node, ObjectRef } from '../../../model/node.ts';
import { createNode } from './describe.ts';
import { MAX_LEVELS, runWalk, visit, visitUnread } from './walk.ts';

/** How a tree is read. */
export interface ReadOptions {
  /** Levels below the first object; without it all. */
  levels?: number;
  /** Objects entered at most, about; the rest stays in the tree as unread nodes. */
  maxObjects: number;
  signal?: AbortSignal | undefined;
}

/** Reads an object and what shows below it; the object itself is read also when it does not show. Fails like `runPipeline`. */
export async function readSubtree(bus: Bus, ref: ObjectRef, options: ReadOptions): Promise<Node> {
  const { levels = MAX_LEVELS, maxObjects, signal } = options;
  const root = createNode(ref, undefined);
  await runWalk(bus, { maxObjects, signal }, (walk) => {
    walk.onHidden = (node, _calls, enter) => node === root && enter();
    visit(walk, root, levels);
  });
  return root;
}

/** Goes on where an earlier read of a tree has ended; `maxObjects` counts what is in it already. Fails like `runPipeline`. */
export async function readOn(bus: Bus, root: Node, { maxObjects, signal }: ReadOptions): Promise<void> {
  await runWalk(bus, { maxObjects, signal }, (walk) => visitUnread(walk, root));
}
