/** An element as it was read: plain data. */
import type { Rect } from '../../../protocol/geometry.ts';
import type { RoleName } from './roles.ts';
import type { States } from './states.ts';
import type { Texts } from './texts.ts';

/** An object of an application. Only the reader that gave it knows what its words mean. */
export interface ObjectRef {
  /** `key` of its application. */
  app: string;
  /** Tells it apart from others of its application. */
  key: string;
}

/** What an element lets one do, as far as it says: run its actions, read its text, insert into that, read its value, its selection. */
export type Capability = 'act' | 'text' | 'insert text' | 'value' | 'select';
export const NO_CAPABILITIES: ReadonlySet<Capability> = new Set();

export interface Node {
  ref: ObjectRef;
  role: RoleName;
  name: string;
  /** Its tool tip, or what it shows while it is empty; read of operable elements without a name only. */
  description: string;
  states: States;
  /** It says that it is focused, but another element of its window is the one; see `focus.ts`. */
  claimsFocus?: boolean;
  capabilities: ReadonlySet<Capability>;
  parent: Node | undefined;
  /** Those that show, in reading order, and stand-ins for those that were not read. */
  children: Node[];
  /** It was not visited: a read goes so far and no further. Nothing but its reference is known. */
  isUnread?: boolean;
  /** It stands for these entries of its parent, which were not read. */
  unreadEntries?: EntryRange;
  /** How many children a list has that is read in parts. */
  entryCount?: number;
  /** All children in their order, undefined for those left out; a text's U+FFFC count them too. Browsers only. */
  slots?: (Node | undefined)[];
  /** Names of its actions, in the order of their numbers. */
  actions: string[];
  /** The beginning of its text; undefined when it has no text interface or its text is secret. */
  text: string | undefined;
  value: { now: number; min: number; max: number } | undefined;
  /** What it says, folded, as it was last searched. */
  texts?: Texts;
  /** Of the root of a mirror: all its nodes, and those that were not read. Another object after every change. */
  kept?: { nodes: Node[]; unread: Node[] };
  /** In logical pixels, from where its application counts; see `place.ts`. */
  extents: Rect | undefined;
}

/** Entries of a list by their index, `to` not among them. */
export interface EntryRange {
  from: number;
  to: number;
}

/** Characters of a text that a read fetches, and that queries are compared with. */
export const SEARCHED_CHARS = 1000;

/** A node and everything in it that was read, in reading order. Do not change the list. */
export function nodesOf(root: Node): readonly Node[] {
  return (
    root.kept?.nodes ??
    collect(
      root,
      (node) => node.isUnread !== true,
      (node) => node.isUnread !== true,
    )
  );
}

/** What of a tree was not read: its stand-ins in reading order. */
export function unreadIn(root: Node): readonly Node[] {
  return (
    root.kept?.unread ??
    collect(
      root,
      () => true,
      (node) => node.isUnread === true,
    )
  );
}

/** Keeps the lists of a tree's nodes until they change. */
export function keepLists(root: Node): void {
  delete root.kept;
  root.kept = { nodes: [...nodesOf(root)], unread: [...unreadIn(root)] };
}

/** Notes that something in a kept tree is another than before. */
export function noteChanged(root: Node): void {
  if (root.kept) root.kept = { ...root.kept };
}

/** The nodes of a tree that are wanted, looking into those that are entered; without recursion: some trees are deep. */
function collect(root: Node, isEntered: (node: Node) => boolean, isWanted: (node: Node) => boolean): Node[] {
  const found: Node[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isWanted(node)) found.push(node);
    const { children } = node;
    for (let index = children.length - 1; index >= 0; index--) {
      const child = children[index];
      if (child && isEntered(child)) waiting.push(child);
    }
  }
  return found;
}

/** Whether something around a node has one of these roles. */
export function isWithin(node: Node, roles: ReadonlySet<RoleName>): boolean {
  for (let at = node.parent; at; at = at.parent) if (roles.has(at.role)) return true;
  return false;
}

/** The top-level window that an element is in: the child of the application's root. */
export function windowOf(node: Node): Node {
  let window = node;
  while (window.parent?.parent) window = window.parent;
  return window;
}

/** What an element is in, the innermost first, up to its window. */
export function ancestorsOf(node: Node): Node[] {
  const ancestors: Node[] = [];
  for (let parent = node.parent; parent?.parent; parent = parent.parent) ancestors.push(parent);
  return ancestors;
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

/** One text that tells objects apart. */
export function keyOf(ref: ObjectRef): string {
  return ref.app + ref.key;
}
