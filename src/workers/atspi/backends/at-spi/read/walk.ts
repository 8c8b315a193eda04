/**
 * A walk from object to object in reading order. GetState comes first: what does not show costs one call and no more
 * (Kate: 144 of 972 objects entered). What is to be visited waits in reading order, so that a walk which may enter no more
 * has read the beginning of the tree; what still waits then stays in it as an unread node, and a later walk goes on there.
 */
import { type Bus, BusCallError } from '../../../../platform/dbus/bus.ts';
import type { Body } from '../../../../platform/dbus/bus-calls.ts';
import { depthOf, keyOf, type Node, nodesOf, unreadIn } from '../../../model/node.ts';
import { LIST_ROLES } from '../../../model/roles.ts';
import { CALL, parse } from '../calls.ts';
import { type Pipeline, runPipeline } from '../pipeline.ts';
import { askIdentity, createNode, isNull } from './describe.ts';
import { isLarge, readPart, standInFor } from './large-list.ts';

/** Deeper than any tree that was seen. */
export const MAX_LEVELS = 2500;

/** Objects that are being asked at a time: enough to keep a program busy, few enough to stop soon. */
const MAX_OPEN = 400;

export interface WalkOptions {
  signal?: AbortSignal | undefined;
  /** Objects entered at most, about. */
  maxObjects: number;
  /** Reads every entry of large lists. */
  isWhole?: boolean;
  /** A browser: any element may be a long list, and nodes get `slots`. */
  isBrowser?: boolean;
}

export interface Walk {
  /** Decides about an object that does not show: it is left out unless `enter` is called. Its own questions go through `calls`. */
  onHidden?: (node: Node, calls: Pipeline, enter: () => void) => void;
  /** Called for an object that is entered, before anything of it is asked. */
  onEnter?: (node: Node) => void;
  readonly pipeline: Pipeline;
  readonly options: WalkOptions;
  /** Everything that was entered. */
  readonly entered: Set<Node>;
  /** Everything that was asked for its states, and did not show. */
  readonly hidden: Set<Node>;
  /** Keys of the objects that were visited: some trees hold circles. */
  readonly seen: Set<string>;
  /** Stands before the first of those that wait. */
  readonly start: Waiting;
  open: number;
}

/** An object that is to be visited, or being visited, in a list in reading order. */
interface Waiting {
  node: Node;
  levels: number;
  progress: 'waiting' | 'open' | 'done';
  /** What keeps it open. */
  holds: number;
  next: Waiting | undefined;
}

/** Runs a walk to its end; `start` visits the first objects. Fails like `runPipeline`. */
export async function runWalk(bus: Bus, options: WalkOptions, start: (walk: Walk) => void): Promise<Walk> {
  const sets = { entered: new Set<Node>(), hidden: new Set<Node>(), seen: new Set<string>() };
  let walk: Walk | undefined;
  await runPipeline(bus, options.signal, (pipeline) => {
    const before: Waiting = {
      node: createNode({ app: '', key: '' }, undefined),
      levels: 0,
      progress: 'open',
      holds: 1,
      next: undefined,
    };
    walk = { pipeline, options, ...sets, start: before, open: 0 };
    start(walk);
  });
  if (!walk) throw new BusCallError({ name: 'aborted', message: '' });
  finish(walk);
  return walk;
}

/** Visits an object and `levels` below it. */
export function visit(walk: Walk, node: Node, levels: number): void {
  insert(walk.start, [node], levels);
  goOn(walk);
}

/** Visits what an earlier walk of a tree has left unread. */
export function visitUnread(walk: Walk, root: Node): void {
  for (const node of nodesOf(root)) {
    walk.seen.add(keyOf(node.ref));
    walk.entered.add(node);
  }
  for (const node of unreadIn(root).toReversed()) {
    const levels = MAX_LEVELS - depthOf(node);
    if (levels > 0) insert(walk.start, [node], levels);
  }
  goOn(walk);
}

/** Puts objects into the list behind one that is in it. */
function insert(place: Waiting, nodes: readonly Node[], levels: number): void {
  let last = place;
  for (const node of nodes) last = last.next = { node, levels, progress: 'waiting', holds: 0, next: last.next };
}

/** Whether a walk may enter more. */
function hasRoom({ entered, options }: Walk): boolean {
  return entered.size < options.maxObjects;
}

/** Takes out what does not show or must not be told, and marks what was not visited, once a walk has ended. */
function finish(walk: Walk): void {
  const { entered, hidden, start, options } = walk;
  for (let one = start.next; one; one = one.next) if (one.progress === 'waiting') one.node.isUnread = true;
  if (options.isBrowser)
    for (const node of entered) node.slots = node.children.map((child) => (hidden.has(child) ? undefined : child));
  // What lies in a password field is its text.
  for (const node of entered) if (node.role === 'password text') node.children = [];
  const parents = new Set<Node>();
  for (const { parent } of hidden) if (parent) parents.add(parent);
  for (const parent of parents) parent.children = parent.children.filter((child) => !hidden.has(child));
}

function goOn(walk: Walk): void {
  while (walk.open < MAX_OPEN && hasRoom(walk)) {
    const next = firstWaiting(walk.start);
    if (!next) return;
    visitOne(walk, next);
  }
}

/** The next object to visit; those before it that are done are taken out of the list. */
function firstWaiting(start: Waiting): Waiting | undefined {
  let before = start;
  for (let one = before.next; one; one = before.next) {
    if (one.progress === 'waiting') return one;
    if (one.progress === 'done') before.next = one.next;
    else before = one;
  }
  return undefined;
}

/** Keeps an object open, so that what comes after it stays behind its children; the returned function ends that. */
function hold(walk: Walk, waiting: Waiting): () => void {
  if (waiting.holds++ === 0) walk.open++;
  waiting.progress = 'open';
  return () => {
    if (--waiting.holds > 0) return;
    waiting.progress = 'done';
    walk.open--;
    goOn(walk);
  };
}

function visitOne(walk: Walk, waiting: Waiting): void {
  const { node } = waiting;
  const { pipeline, hidden, seen } = walk;
  const release = hold(walk, waiting);
  if (node.unreadEntries) return readEntries(walk, waiting, release);
  const key = keyOf(node.ref);
  hidden.add(node);
  if (seen.has(key)) return release();
  seen.add(key);
  if (node.states.has('showing')) return enter(walk, waiting, release);
  const onStates = (body: Body): void => {
    node.states = parse.states(body);
    const { onHidden } = walk;
    if (node.states.has('showing')) enter(walk, waiting, hold(walk, waiting));
    else if (onHidden) {
      const enterHidden = (): void => enter(walk, waiting, hold(walk, waiting));
      pipeline.group((calls) => onHidden(node, calls, enterHidden), hold(walk, waiting));
    }
  };
  pipeline.ask(CALL.states, node.ref, onStates, release);
}

function enter(walk: Walk, waiting: Waiting, release: () => void): void {
  const { node, levels } = waiting;
  const { pipeline, entered, hidden, options } = walk;
  hidden.delete(node);
  entered.add(node);
  delete node.isUnread;
  walk.onEnter?.(node);
  if (levels === 0) {
    askIdentity(pipeline, node);
    release();
  } else if (options.isWhole || !(options.isBrowser || node.states.has('focusable'))) {
    // No view of a toolkit with many entries: the round trip for its role is spared.
    askIdentity(pipeline, node);
    askChildren(walk, waiting, release);
  } else
    askIdentity(pipeline, node, () => {
      if (LIST_ROLES.has(node.role)) askCount(walk, waiting, release);
      else askChildren(walk, waiting, release);
    });
}

function askCount(walk: Walk, waiting: Waiting, release: () => void): void {
  const { node } = waiting;
  let count = 0;
  const onCount = (body: Body): void => void (count = parse.variantNumber(body));
  walk.pipeline.ask(CALL.childCount, node.ref, onCount, () => {
    if (!isLarge(count)) return askChildren(walk, waiting, release);
    node.entryCount = count;
    node.children = [standInFor(node, { from: 0, to: count })];
    insert(waiting, node.children, waiting.levels - 1);
    release();
  });
}

function askChildren(walk: Walk, waiting: Waiting, release: () => void): void {
  const { node } = waiting;
  const onChildren = (reply: Body): void => {
    const children = parse.refs(reply).filter((child) => !isNull(child));
    node.children = children.map((child) => createNode(child, node));
    insert(waiting, node.children, waiting.levels - 1);
  };
  walk.pipeline.ask(CALL.children, node.ref, onChildren, release);
}

/** The next part of a large list comes when all before it has been visited. */
function readEntries(walk: Walk, waiting: Waiting, release: () => void): void {
  const { node, levels } = waiting;
  const { parent: list, unreadEntries } = node;
  if (!list || !unreadEntries) return release();
  readPart(walk.pipeline, list, unreadEntries, ({ entries, next }) => {
    const part = next ? [...entries, next] : entries;
    list.children.splice(list.children.indexOf(node), 1, ...part);
    insert(waiting, part, levels);
    release();
  });
}
