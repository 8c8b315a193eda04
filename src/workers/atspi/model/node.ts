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
  /** Those that show, in reading order. */
  children: Node[];
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

/** Characters of a text that a read fetches, and that queries are compared with. */
export const SEARCHED_CHARS = 1000;

/** Visits a node and everything in it in reading order. */
export function* walk(node: Node): Generator<Node> {
  yield node;
  for (const child of node.children) yield* walk(child);
}

/** The top-level window that an element is in: the child of the application's root. */
export function windowOf(node: Node): Node {
  let window = node;
  while (window.parent?.parent) window = window.parent;
  return window;
}

/** One text that tells objects of a bus apart. */
export function keyOf(ref: ObjectRef): string {
  return ref.bus + ref.path;
}
