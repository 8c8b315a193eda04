/** Reads one object as it is now, with its parents. */
import type { Bus } from '../../../../platform/dbus/bus.ts';
import { keyOf, type Node, type ObjectRef } from '../../../model/node.ts';
import { CALL, parse, ROOT_PATH } from '../calls.ts';
import { type Pipeline, runPipeline } from '../pipeline.ts';
import { askAbout, createNode, isNull, NO_ROLE } from './describe.ts';
import { MAX_LEVELS } from './walk.ts';

/** How an object is read. */
export interface InspectOptions {
  /** Its parents as last read; undefined: they are not asked for. */
  parents: readonly ObjectRef[] | undefined;
  isBrowser?: boolean;
  signal: AbortSignal | undefined;
}

/**
 * Reads an object, and its parents up to the application unless `parents` is undefined. `parents` are those of the
 * last read, which saves a round trip for each that is still one. Undefined when the object is gone. Fails like
 * `runPipeline`.
 */
export async function inspect(
  bus: Bus,
  ref: ObjectRef,
  { parents, isBrowser, signal }: InspectOptions,
): Promise<Node | undefined> {
  const node = createNode(ref, undefined);
  const described = new Map<string, Described>();
  const above: { ref: ObjectRef | undefined } = { ref: undefined };
  await runPipeline(bus, signal, (pipeline) => {
    askAbout({ ...pipeline, isBrowser }, node);
    if (!parents) return;
    pipeline.ask(CALL.parent, ref, (body) => void (above.ref = parse.variantRef(body)));
    for (const one of parents) described.set(keyOf(one), describe(pipeline, one));
  });
  if (node.role === NO_ROLE || node.states.has('defunct')) return undefined;
  if (parents) await addParents(bus, node, { parent: above.ref, described, signal });
  return node;
}

/** A parent with what says which window an element is in. */
interface Described {
  node: Node;
  parent: ObjectRef | undefined;
}

function describe(pipeline: Pipeline, ref: ObjectRef): Described {
  const node = createNode(ref, undefined);
  const described: Described = { node, parent: undefined };
  pipeline.ask(CALL.parent, ref, (body) => void (described.parent = parse.variantRef(body)));
  pipeline.ask(CALL.name, ref, (body) => void (node.name = parse.variantText(body)));
  pipeline.ask(CALL.role, ref, (body) => void (node.role = parse.role(body)));
  pipeline.ask(CALL.states, ref, (body) => void (node.states = parse.states(body)));
  return described;
}

/** Adds the parents as the program reports them; each one in `described` saves a round trip. */
async function addParents(
  bus: Bus,
  node: Node,
  {
    parent: first,
    described,
    signal,
  }: { parent: ObjectRef | undefined; described: Map<string, Described>; signal: AbortSignal | undefined },
): Promise<void> {
  let child = node;
  let parentRef = first;
  for (let depth = 0; child.ref.key !== ROOT_PATH && depth < MAX_LEVELS; depth++) {
    if (!parentRef || isNull(parentRef)) break;
    const key = keyOf(parentRef);
    const ref = parentRef;
    if (!described.has(key)) await runPipeline(bus, signal, (pipeline) => described.set(key, describe(pipeline, ref)));
    const parent = described.get(key);
    if (!parent) break;
    described.delete(key); // a parent that is named twice becomes two nodes, never a cycle
    child.parent = parent.node;
    parent.node.children.push(child);
    child = parent.node;
    parentRef = parent.parent;
  }
}
