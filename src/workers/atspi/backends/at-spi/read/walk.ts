/**
 * Walks from object to object. GetState comes first, so that what does not show costs one call (Kate: 144 of 972
 * objects entered). Objects wait in reading order, so that a walk that reaches its limit has read the beginning of
 * the tree; those that still wait stay in it as unread nodes, where a later walk continues.
 */
import { type Bus, BusCallError } from '../../../../platform/dbus/bus.ts';
import type { Body } from '../../../../platform/dbus/bus-calls.ts';
import { depthOf, keyOf, type Node, nodesOf, unreadIn } from '../../../model/node.ts';
import { LIST_ROLES, TABLE_ROLES } from '../../../model/roles.ts';
import { CALL, parse } from '../calls.ts';
import { type Pipeline, runPipeline } from '../pipeline.ts';
import { askIdentity, createNode, isNull } from './describe.ts';
import { readGrid } from './grid.ts';
import { isLarge, readPart, standInFor } from './large-list.ts';

/** Deepest level that is visited; no known tree is as deep. */
export const MAX_LEVELS = 2500;

/** Time after which a walk enters nothing more: what it has is the reply, and what is left stays unread. */
export const READ_BUDGET_MS = 2_000;

/** Objects in progress at a time: enough to keep a program busy, few enough to stop soon. */
const MAX_OPEN = 400;

export interface WalkOptions {
  signal?: AbortSignal | undefined;
  /** Most objects that are entered, about. */
  maxObjects: number;
  /** Reads every entry of large lists. */
  isWhole?: boolean;
  /** A browser: any element may be a long list, and nodes get `slots`. */
  isBrowser?: boolean;
}

export interface Walk {
  /** Decides about an object that does not show: it is left out unless `enter` is called. Calls go through `calls`. */
  onHidden?: (node: Node, calls: Pipeline, enter: () => void) => void;
  /** Called for an object that is entered, before its first call. */
  onEnter?: (node: Node) => void;
  readonly pipeline: Pipeline;
  readonly options: WalkOptions;
  /** Objects that were entered. */
  readonly entered: Set<Node>;
  /** Objects that do not show. */
  readonly hidden: Set<Node>;
  /** Keys of the objects that were visited: some trees have cycles. */
  readonly seen: Set<string>;
  /** Head of the list of waiting objects. */
  readonly start: Waiting;
  open: number;
  /** When it enters nothing more. */
  readonly endMs: number;
}

/** An object that waits or is in progress, in a list in reading order. */
interface Waiting {
  node: Node;
  levels: number;
  progress: 'waiting' | 'open' | 'done';
  /** Its role was read in this walk. */
  hasRole: boolean;
  /** What it supports too. */
  hasCapabilities: boolean;
  /** Number of reasons to keep it open. */
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
      ...UNKNOWN,
      holds: 1,
      next: undefined,
    };
    walk = {
      pipeline: { ...pipeline, isBrowser: options.isBrowser },
      options,
      ...sets,
      start: before,
      open: 0,
      endMs: performance.now() + READ_BUDGET_MS,
    };
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

/** Visits what an earlier walk left unread. */
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

const UNKNOWN = { hasRole: false, hasCapabilities: false };

/** Inserts objects into the list after one of it, and returns the last; `of` is what is known of all of them. */
function insert(place: Waiting, nodes: readonly Node[], levels: number, of = UNKNOWN): Waiting {
  let last = place;
  for (const node of nodes) {
    const next: Waiting = { node, levels, progress: 'waiting', ...of, holds: 0, next: last.next };
    last.next = next;
    last = next;
  }
  return last;
}

/** Whether a walk may enter more objects. */
function hasRoom({ entered, options, endMs }: Walk): boolean {
  return entered.size < options.maxObjects && performance.now() < endMs;
}

/** Ends a walk: removes what does not show or is secret, and marks what was not visited. */
function finish(walk: Walk): void {
  const { entered, hidden, start, options } = walk;
  for (let one = start.next; one; one = one.next) if (one.progress === 'waiting') one.node.isUnread = true;
  if (options.isBrowser)
    for (const node of entered) node.slots = node.children.map((child) => (hidden.has(child) ? undefined : child));
  // The children of a password field are its text.
  for (const node of entered) if (node.role === 'password text') node.children = [];
  const parents = new Set<Node>();
  for (const { parent } of hidden) if (parent) parents.add(parent);
  for (const parent of parents) {
    if (LIST_ROLES.has(parent.role) && !options.isBrowser) parent.entryCount ??= parent.children.length;
    parent.children = parent.children.filter((child) => !hidden.has(child));
  }
}

function goOn(walk: Walk): void {
  while (walk.open < MAX_OPEN && hasRoom(walk)) {
    const next = firstWaiting(walk.start);
    if (!next) return;
    visitOne(walk, next);
  }
}

/** The next object to visit. Removes those before it that are done. */
function firstWaiting(start: Waiting): Waiting | undefined {
  let before = start;
  for (let one = before.next; one; one = before.next) {
    if (one.progress === 'waiting') return one;
    if (one.progress === 'done') before.next = one.next;
    else before = one;
  }
  return undefined;
}

/** Keeps an object in the list, so that its children come before what follows it; the returned function releases it. */
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
  // The role decides how its children are read: in a browser it is known when the element is entered.
  if (isListAnywhere(walk))
    pipeline.ask(CALL.role, node.ref, (body) => {
      node.role = parse.role(body);
      waiting.hasRole = true;
    });
  pipeline.ask(CALL.states, node.ref, onStates, release);
}

/** Whether any element may be a long list that is read in parts. */
function isListAnywhere({ options }: Walk): boolean {
  return options.isBrowser === true && options.isWhole !== true;
}

function enter(walk: Walk, waiting: Waiting, release: () => void): void {
  const { node, levels, hasRole, hasCapabilities } = waiting;
  const { pipeline, entered, hidden, options } = walk;
  hidden.delete(node);
  entered.add(node);
  delete node.isUnread;
  walk.onEnter?.(node);
  if (levels === 0) {
    askIdentity(pipeline, node, { hasRole, hasCapabilities });
    release();
  } else if (options.isWhole || !(options.isBrowser || mayBeList(node))) {
    // It is no view with many entries, so the round trip for its role is saved.
    askIdentity(pipeline, node, { hasRole, hasCapabilities });
    askChildren(walk, waiting, release);
  } else
    askIdentity(pipeline, node, {
      hasRole,
      hasCapabilities,
      onRole: () => {
        if (LIST_ROLES.has(node.role)) askCount(walk, waiting, release);
        else askChildren(walk, waiting, release);
      },
    });
}

/** Whether an element may have many entries: a sheet of LibreOffice need not be focusable. */
function mayBeList({ states }: Node): boolean {
  return states.has('focusable') || states.has('manages descendants');
}

function askCount(walk: Walk, waiting: Waiting, release: () => void): void {
  const { node } = waiting;
  let count = 0;
  const onCount = (body: Body): void => void (count = parse.variantNumber(body));
  walk.pipeline.ask(CALL.childCount, node.ref, onCount, () => {
    if (!isLarge(count)) return askChildren(walk, waiting, release);
    node.entryCount = count;
    const byOrder = (): void => {
      node.children = [standInFor(node, { from: 0, to: count })];
      insert(waiting, node.children, waiting.levels - 1);
      release();
    };
    if (!TABLE_ROLES.has(node.role) || walk.options.isBrowser) return byOrder();
    readGrid(walk.pipeline, node, (cells) => {
      if (!cells) return byOrder();
      node.children = cells;
      let last = waiting;
      // A cell that is a text holds nothing else.
      for (const cell of cells)
        last = insert(last, [cell], cell.capabilities.has('text') ? 0 : waiting.levels - 1, {
          hasRole: true,
          hasCapabilities: true,
        });
      release();
    });
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

/** Reads the next part of a large list, once all before it has been visited. */
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
