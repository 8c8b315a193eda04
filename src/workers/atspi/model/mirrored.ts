/**
 * The kept tree of one application, and what events say has changed in it. Pure: it never reads; it says what must be
 * read again. Texts, names, values and states are read again one by one. What comes and goes is not: no toolkit announces
 * all of it (measured), so anything that hints at it makes the whole tree stale.
 */
import { keepLists, keyOf, type Node, nodesOf, unreadIn } from './node.ts';
import { LIST_ROLES, rolesNamed } from './roles.ts';
import { hasState, STATE } from './states.ts';

/** A change as an application announces it (at-spi2-core 2.56, xml/Event.xml). */
export interface ChangeEvent {
  bus: string;
  path: string;
  /** Last part of the interface: Object, Window, Document. */
  kind: string;
  /** "StateChanged", "ChildrenChanged", … */
  member: string;
  /** "showing", "add", "accessible-name", … */
  detail: string;
  /** Of a state: 1 when it is set. */
  value: number;
}

/** What of an element is read again. */
export type Part = 'states' | 'all';

export interface Mirrored {
  readonly root: Node;
  /** Every node of `root` by its object. */
  readonly nodes: Map<string, Node>;
  /** Those whose text no program announces. */
  terminals: Node[];
  /** Those that may be fields of one line. */
  fields: Node[];
  /** The first and the last entry of each list and table: Qt makes entries anew without a word. */
  entries: Node[];
  /** Something of it was not read. */
  isCut: boolean;
  /** Nodes of which something must be read again. */
  readonly stale: Map<Node, Part>;
  /** The whole tree must be read again. */
  isStale: boolean;
  /** Read again as a whole at any change. */
  readonly isIndivisible: boolean;
}

/** A mirror of a tree that was just read. `isIndivisible`: any change makes all of it stale. */
export function mirrorOf(root: Node, isIndivisible: boolean): Mirrored {
  const mirrored: Mirrored = {
    root,
    nodes: new Map(),
    terminals: [],
    entries: [],
    fields: [],
    isCut: false,
    stale: new Map(),
    isStale: false,
    isIndivisible,
  };
  addNodes(mirrored);
  return mirrored;
}

/** Takes note of what was read since. */
export function addNodes(mirrored: Mirrored): void {
  keepLists(mirrored.root);
  const nodes = nodesOf(mirrored.root);
  for (const node of nodes) mirrored.nodes.set(keyOf(node.ref), node);
  mirrored.terminals = nodes.filter(({ role }) => role === TERMINAL);
  mirrored.fields = nodes.filter(({ role }) => TEXT_ROLES.has(role));
  mirrored.entries = nodes.filter(({ role }) => LIST_ROLES.has(role)).flatMap(({ children }) => ends(children));
  mirrored.isCut = unreadIn(mirrored.root).length > 0;
}

function ends(children: readonly Node[]): Node[] {
  const both = children.length > 1 ? [children[0], children.at(-1)] : [children[0]];
  return both.flatMap((child) => (child && !child.isUnread ? [child] : []));
}

/** True when there is nothing to read again. */
export function isFresh({ isStale, stale }: Mirrored): boolean {
  return !isStale && stale.size === 0;
}

/** Whether an event says that something came or went. */
export function isUpheaval(event: ChangeEvent): boolean {
  return meaningOf(event) === 'everything';
}

/** Notes what an event of the mirrored application means. */
export function noteChange(mirrored: Mirrored, event: ChangeEvent): void {
  const meaning = meaningOf(event);
  if (meaning === 'nothing') return;
  const node = mirrored.nodes.get(event.bus + event.path);
  if (meaning === 'everything' || mirrored.isIndivisible) mirrored.isStale = true;
  else if (node) addStale(mirrored, node, meaning);
  // A combo box is named after the field in it.
  if (node?.parent && node.parent.role === COMBO_BOX) addStale(mirrored, node.parent, 'all');
  if (node && event.value !== 0) noteRivals(mirrored, event.detail);
}

/**
 * Adds what no program announces: Qt the title of a window and that it makes a table anew, terminals their text. Titles are
 * read again, and ends of tables looked for, when something else has changed; texts of terminals always. So are, with any
 * change, fields of one line: one may have become a password field, whose text must not be told any more.
 */
export function addUnannounced(mirrored: Mirrored): void {
  const isChanged = !isFresh(mirrored);
  for (const node of mirrored.terminals) addStale(mirrored, node, 'all');
  if (!isChanged) return;
  for (const window of mirrored.root.children) addStale(mirrored, window, 'all');
  for (const entry of mirrored.entries) addStale(mirrored, entry, 'states');
  for (const field of mirrored.fields) if (isField(field)) addStale(mirrored, field, 'all');
}

function isField({ states, text }: Node): boolean {
  return text !== undefined && hasState(states, STATE.editable) && !hasState(states, STATE.multiLine);
}

const TEXT_ROLES = rolesNamed('entry', 'text');
const [TERMINAL] = rolesNamed('terminal');
const [BUTTON] = rolesNamed('button');
const [COMBO_BOX] = rolesNamed('combo box');

function addStale({ stale }: Mirrored, node: Node, part: Part): void {
  if (stale.get(node) !== 'all') stale.set(node, part);
}

/** What one element gains another one loses, or gains, without a word: focus, selection, being the default button. */
function noteRivals(mirrored: Mirrored, detail: string): void {
  const bits = RIVALS[detail];
  if (!bits) return;
  for (const node of mirrored.nodes.values()) {
    const isFocusRival = detail === 'focused' && (node.claimsFocus || node.role === BUTTON);
    const isRival = isFocusRival || bits.some((bit) => hasState(node.states, bit));
    if (isRival) addStale(mirrored, node, 'states');
  }
}

const RIVALS: Record<string, readonly number[]> = {
  active: [STATE.active],
  checked: [STATE.checked],
  focused: [STATE.focused, STATE.isDefault],
  selected: [STATE.selected],
};

type Meaning = Part | 'everything' | 'nothing';

function meaningOf(event: ChangeEvent): Meaning {
  return event.kind === 'Object' ? objectChange(event) : windowChange(event);
}

function windowChange({ kind, member }: ChangeEvent): Meaning {
  return kind === 'Window' && (member === 'Activate' || member === 'Deactivate') ? 'states' : 'everything';
}

function objectChange({ member, detail }: ChangeEvent): Meaning {
  switch (member) {
    case 'StateChanged':
      return STATE_MEANINGS[detail] ?? 'states';
    case 'ChildrenChanged':
    case 'VisibleDataChanged':
      return 'everything';
    case 'TextChanged':
      return 'all';
    case 'PropertyChange':
      return PROPERTY_MEANINGS[detail] ?? 'nothing';
    default:
      return 'nothing';
  }
}

/** States that come with more than themselves: a disabled element has no actions, an opened one has other children. */
const STATE_MEANINGS: Record<string, Meaning> = {
  enabled: 'all',
  sensitive: 'all',
  editable: 'all',
  showing: 'everything',
  visible: 'everything',
  expanded: 'everything',
  defunct: 'everything',
};

const PROPERTY_MEANINGS: Record<string, Meaning> = {
  'accessible-name': 'all',
  'accessible-description': 'all',
  'accessible-value': 'all',
  'accessible-role': 'everything',
  'accessible-parent': 'everything',
};
