/** An element as it was read: plain data, in the words of AT-SPI. */
import type { Rect } from '../../../protocol/geometry.ts';
import type { States } from './states.ts';

/** An object of an application on the accessibility bus. */
export interface ObjectRef {
  bus: string;
  path: string;
}

/** Bits of `Node.interfaces`. */
export const INTERFACE = { action: 1, text: 2, editableText: 4, value: 8, component: 16, selection: 32 } as const;

export interface Node {
  ref: ObjectRef;
  role: number;
  name: string;
  /** Its tool tip or the like; read of operable elements without a name only. */
  description: string;
  states: States;
  /** It says that it is focused, but another element of its window is the one; see `focus.ts`. */
  claimsFocus?: boolean;
  interfaces: number;
  parent: Node | undefined;
  /** Those that show, in reading order, and stand-ins for those that were not read. */
  children: Node[];
  /** It was not visited: a read goes so far and no further. Nothing but its address is known. */
  isUnread?: boolean;
  /** It stands for entries of its parent that were not read. */
  rest?: Rest;
  /** How many children a list has that is read in parts. */
  entryCount?: number;
  /** All children in their order, undefined for those left out; a text's U+FFFC count them too. Browsers only. */
  slots?: (Node | undefined)[];
  /** Names of its actions, in the order of their numbers. */
  actions: string[];
  /** The beginning of its text; undefined when it has no text interface or its text is secret. */
  text: string | undefined;
  value: { now: number; min: number; max: number } | undefined;
  /** As the toolkit reports it, relative to its window; see `place.ts`. */
  extents: Rect | undefined;
}

/** Entries of a list by their index, `to` not among them. */
export interface Rest {
  from: number;
  to: number;
}

/** Characters of a text that a read fetches, and that queries are compared with. */
export const SEARCHED_CHARS = 1000;

/** Visits a node and everything in it that was read, in reading order. */
export function* walk(node: Node): Generator<Node> {
  const waiting = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    for (let index = next.children.length - 1; index >= 0; index--) {
      const child = next.children[index];
      if (child && !child.isUnread) waiting.push(child);
    }
  }
}

/** What of a tree was not read: its stand-ins in reading order, the node itself among them. */
export function unreadIn(node: Node): Node[] {
  const found: Node[] = [];
  const waiting = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.isUnread) found.push(next);
    for (let index = next.children.length - 1; index >= 0; index--) {
      const child = next.children[index];
      if (child) waiting.push(child);
    }
  }
  return found;
}

/** The top-level window that an element is in: the child of the application's root. */
export function windowOf(node: Node): Node {
  let window = node;
  while (window.parent?.parent) window = window.parent;
  return window;
}

/** An application whose windows hold nothing at all: a browser that has not built its tree, or never will. */
export function isHollow({ children }: Node): boolean {
  return children.length > 0 && children.every((window) => window.children.length === 0);
}

/** How many elements a node lies in. */
export function depthOf(node: Node): number {
  let depth = 0;
  for (let parent = node.parent; parent; parent = parent.parent) depth++;
  return depth;
}

/** One text that tells objects of a bus apart. */
export function keyOf(ref: ObjectRef): string {
  return ref.bus + ref.path;
}
