/** Elements as they were read: plain data. */
import type { Rect } from '../../../protocol/geometry.ts';
import type { RoleName } from './roles.ts';
import type { States } from './states.ts';
import type { Texts } from './texts.ts';

/** An object of an application. Only its reader knows what the two words mean. */
export interface ObjectRef {
  /** `key` of its application. */
  app: string;
  /** Unique in its application. */
  key: string;
}

/** What an element supports: running actions, reading its text, inserting into it, reading its value or its selection. */
export type Capability = 'act' | 'text' | 'insert text' | 'value' | 'select';
export const NO_CAPABILITIES: ReadonlySet<Capability> = new Set();

export interface Node {
  ref: ObjectRef;
  role: RoleName;
  name: string;
  /** Its tool tip, or its placeholder; read only of elements that can be operated and have no name. */
  description: string;
  /** The label that its application says is its own; read only of fields without a name, and of combo boxes. */
  label?: { ref: ObjectRef; text: string } | undefined;
  /** The label to its left, of a field that has neither a name nor a label. */
  beside?: Node;
  states: States;
  /** It reports the focus that another element of its window has; see `focus.ts`. */
  claimsFocus?: boolean;
  capabilities: ReadonlySet<Capability>;
  parent: Node | undefined;
  /** Children that show, in reading order, and stand-ins for those that were not read. */
  children: Node[];
  /** A window over the others that gets what the pointer and the keyboard do: an open menu, list or calendar. */
  isPopup?: boolean;
  /** The read ended before it. Only its reference is known. */
  isUnread?: boolean;
  /** It stands for entries of its parent that were not read. */
  unreadEntries?: EntryRange;
  /** Number of children of a list that is read in parts. */
  entryCount?: number;
  /** All children in order, undefined for those left out; the U+FFFC of a text count them all. Browsers only. */
  slots?: (Node | undefined)[];
  /** Names of its actions, by their numbers. */
  actions: string[];
  /** The beginning of its text; undefined when it has none or is a password field. */
  text: string | undefined;
  value: { now: number; min: number; max: number } | undefined;
  /** Its folded texts, as they were last searched. */
  texts?: Texts;
  /** Of the root of a kept tree: all its nodes, and those that were not read. Replaced after every change. */
  kept?: { nodes: Node[]; unread: Node[] };
  /** In logical pixels, from where its application counts; see `place.ts`. */
  extents: Rect | undefined;
}

/** Entries of a list by index, without `to`. */
export interface EntryRange {
  from: number;
  to: number;
}

/** Characters of a text that are read and searched. */
export const SEARCHED_CHARS = 1000;

/** A node and all in it that was read, in reading order. Do not change the list. */
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

/** The unread nodes of a tree, in reading order. */
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

/** Keeps the lists of a tree's nodes, for `nodesOf` and `unreadIn`. */
export function keepLists(root: Node): void {
  delete root.kept;
  root.kept = { nodes: [...nodesOf(root)], unread: [...unreadIn(root)] };
}

/** Marks a kept tree as changed. */
export function noteChanged(root: Node): void {
  if (root.kept) root.kept = { ...root.kept };
}

/** Collects the wanted nodes of a tree. Without recursion: some trees are deep. */
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

/** Whether an ancestor of a node has one of these roles. */
export function isWithin(node: Node, roles: ReadonlySet<RoleName>): boolean {
  for (let at = node.parent; at; at = at.parent) if (roles.has(at.role)) return true;
  return false;
}

/** The top-level window of an element: the child of the application's root. */
export function windowOf(node: Node): Node {
  let window = node;
  while (window.parent?.parent) window = window.parent;
  return window;
}

/** The ancestors of an element up to its window, the innermost first. */
export function ancestorsOf(node: Node): Node[] {
  const ancestors: Node[] = [];
  for (let parent = node.parent; parent?.parent; parent = parent.parent) ancestors.push(parent);
  return ancestors;
}

/** Whether the windows of an application hold nothing: a browser that has not built its tree, or never will. */
export function isHollow({ children }: Node): boolean {
  return children.length > 0 && children.every((window) => window.children.length === 0);
}

/** Number of ancestors of a node. */
export function depthOf(node: Node): number {
  let depth = 0;
  for (let parent = node.parent; parent; parent = parent.parent) depth++;
  return depth;
}

/** A text that is unique to an object. */
export function keyOf(ref: ObjectRef): string {
  return ref.app + ref.key;
}
