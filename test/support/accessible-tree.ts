/** Accessible trees written as indented text: `role "name" {states} (actions) text="…"`, one space a level. */
import { INTERFACE, type Node } from '../../src/workers/atspi/model/node.ts';
import { parseRole } from '../../src/workers/atspi/model/roles.ts';
import { STATE } from '../../src/workers/atspi/model/states.ts';

const BITS: Record<string, number> = STATE;
const LINE = /^( *)([a-z ]+?)(?: "([^"]*)")?(?: \{([^}]*)\})?(?: \(([^)]*)\))?(?: text="([^"]*)")?$/;

/** Reads a tree; every element shows and is enabled unless it says `disabled`. */
export function treeOf(text: string): Node {
  const open: Node[] = [];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const margin = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  for (const [index, line] of lines.entries()) {
    const parts = LINE.exec(line.slice(margin));
    if (!parts) throw new Error(`no element: ${line}`);
    const [, indent = '', role = '', name = '', states = '', actions = '', content] = parts;
    const parent = open[indent.length - 1];
    const names = namesIn(states);
    const node: Node = {
      ref: { bus: ':1.1', path: `/${index}` },
      role: roleOf(role),
      name,
      description: '',
      states: statesOf(states),
      interfaces:
        (content === undefined ? 0 : INTERFACE.text) | (names.includes('editable') ? INTERFACE.editableText : 0),
      parent,
      children: [],
      actions: namesIn(actions),
      text: content?.replaceAll('\\n', '\n'),
      value: undefined,
      extents: undefined,
    };
    parent?.children.push(node);
    open.length = indent.length;
    open.push(node);
  }
  const [root] = open;
  if (!root) throw new Error('an empty tree');
  return root;
}

function namesIn(list: string): string[] {
  return list.split(', ').filter((name) => name !== '');
}

function roleOf(name: string): number {
  const role = parseRole(name);
  if (role === undefined) throw new Error(`no role "${name}"`);
  return role;
}

/** Words of state bits: shows and is enabled unless it says `disabled`; the others by their keys in `STATE`. */
export function statesOf(text: string): [number, number] {
  const names = namesIn(text);
  const words: [number, number] = [0, 0];
  const set = (bit: number): void => {
    if (bit < 32) words[0] = (words[0] | (1 << bit)) >>> 0;
    else words[1] = (words[1] | (1 << (bit - 32))) >>> 0;
  };
  for (const bit of [STATE.showing, STATE.visible]) set(bit);
  if (!names.includes('disabled')) for (const bit of [STATE.enabled, STATE.sensitive]) set(bit);
  for (const name of names) {
    const bit = BITS[name];
    if (bit !== undefined) set(bit);
    else if (name !== 'disabled') throw new Error(`no state "${name}"`);
  }
  return words;
}

/** Every element of a tree by its name. */
export function named(root: Node, name: string): Node {
  const found = root.name === name ? root : root.children.map((child) => tryNamed(child, name)).find((node) => node);
  if (!found) throw new Error(`no element "${name}"`);
  return found;
}

function tryNamed(root: Node, name: string): Node | undefined {
  if (root.name === name) return root;
  return root.children.map((child) => tryNamed(child, name)).find((node) => node);
}
