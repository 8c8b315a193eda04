/** Accessible trees written as indented text: `role "name" {states} (actions) text="…"`, one space a level. */
import type { Capability, Node } from '../../src/workers/atspi/model/node.ts';
import { parseRole, type RoleName } from '../../src/workers/atspi/model/roles.ts';
import { isStateName, type StateName, type States, statesOf } from '../../src/workers/atspi/model/states.ts';

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
      ref: { app: ':1.1', key: `/${index}` },
      role: roleOf(role),
      name,
      description: '',
      states: statesIn(states),
      capabilities: new Set<Capability>([
        ...(content === undefined ? [] : ['text' as const]),
        ...(names.includes('editable') ? ['insert text' as const] : []),
      ]),
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

function roleOf(name: string): RoleName {
  const role = parseRole(name);
  if (role === undefined) throw new Error(`no role "${name}"`);
  return role;
}

/** States by name, `multiLine` for "multi line": shows and is enabled unless it says `disabled`. */
export function statesIn(text: string): States {
  const names = namesIn(text);
  const states: StateName[] = ['showing', 'visible'];
  if (!names.includes('disabled')) states.push('enabled', 'sensitive');
  for (const name of names) {
    const plain = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    if (isStateName(plain)) states.push(plain);
    else if (name !== 'disabled') throw new Error(`no state "${name}"`);
  }
  return statesOf(states);
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
