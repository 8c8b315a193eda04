/**
 * The kept tree of one application, and what of it events make stale. Pure: it only says what must be read again.
 * Texts, names, values and states are read again one by one. No toolkit announces everything that comes and goes
 * (measured), so any hint of that makes the whole tree stale.
 */
import { isWithin, keepLists, keyOf, type Node, nodesOf, type ObjectRef, unreadIn } from '../../model/node.ts';
import { COMBO_ROLES, DOCUMENT_ROLES, LABEL_ROLES, LIST_ROLES, rolesNamed, TABLE_ROLES } from '../../model/roles.ts';
import type { StateName } from '../../model/states.ts';

/** A change as an application announces it (at-spi2-core 2.56, xml/Event.xml). */
export interface ChangeEvent {
  ref: ObjectRef;
  /** Last part of the interface: Object, Window, Document. */
  kind: string;
  /** "StateChanged", "ChildrenChanged", … */
  member: string;
  /** "showing", "add", "accessible-name", … */
  detail: string;
  /** Of a state: 1 when it is set. */
  value: number;
}

/** The part of an element to read again. */
export type Part = 'states' | 'all';

export interface Mirrored {
  readonly root: Node;
  /** Every node of `root` by its object. */
  readonly nodes: Map<string, Node>;
  /** Nodes that change or go unannounced. */
  unannounced: Node[];
  /**
   * Objects outside the tree that got a name or the focus: no other event announces a tool tip of Qt, or the field of
   * an editable label of GTK 4.
   */
  readonly unknownObjects: Map<string, ObjectRef>;
  /** Links in labels. */
  links: Node[];
  /** Nodes that are called what a label says. */
  labelled: Node[];
  /** Nodes that may be fields of one line. */
  fields: Node[];
  /** The first and the last entry of each list and table: Qt replaces entries unannounced. */
  entries: Node[];
  /** It was not read to the end. */
  isCut: boolean;
  /** Lists of which other entries are selected now. */
  readonly reselected: Set<Node>;
  /** Nodes of which something must be read again. */
  readonly stale: Map<Node, Part>;
  /** The whole tree must be read again. */
  isStale: boolean;
  /** It is read again as a whole at any change but of a text or a name. */
  readonly isBrowser: boolean;
}

/** Makes the mirror of a tree that was just read. */
export function mirrorOf(root: Node, isBrowser: boolean): Mirrored {
  const mirrored: Mirrored = {
    root,
    nodes: new Map(),
    unannounced: [],
    unknownObjects: new Map(),
    entries: [],
    links: [],
    labelled: [],
    fields: [],
    isCut: false,
    reselected: new Set(),
    stale: new Map(),
    isStale: false,
    isBrowser,
  };
  addNodes(mirrored);
  return mirrored;
}

/** Notes nodes that were read since. */
export function addNodes(mirrored: Mirrored): void {
  keepLists(mirrored.root);
  const nodes = nodesOf(mirrored.root);
  for (const node of nodes) mirrored.nodes.set(keyOf(node.ref), node);
  mirrored.unannounced = nodes.filter(({ role }) => UNANNOUNCED_ROLES.has(role));
  mirrored.links = nodes.filter(isLabelLink);
  mirrored.labelled = nodes.filter(({ label }) => label !== undefined);
  mirrored.fields = nodes.filter(({ role }) => TEXT_ROLES.has(role));
  mirrored.entries = nodes.filter(({ role }) => LIST_ROLES.has(role)).flatMap(({ children }) => ends(children));
  mirrored.isCut = unreadIn(mirrored.root).length > 0;
}

function ends(children: readonly Node[]): Node[] {
  const both = children.length > 1 ? [children[0], children.at(-1)] : [children[0]];
  return both.flatMap((child) => (child && !child.isUnread ? [child] : []));
}

/** Whether nothing must be read again. */
export function isFresh({ isStale, stale, reselected, unknownObjects }: Mirrored): boolean {
  return !isStale && stale.size === 0 && reselected.size === 0 && unknownObjects.size === 0;
}

/** Whether an event hints that something came or went; `mirrored` is the kept tree, if there is one. */
export function isStructureChange(mirrored: Mirrored | undefined, event: ChangeEvent): boolean {
  const meaning = meaningIn(mirrored, event);
  if (mirrored?.isBrowser) return !isOfOneElement(mirrored, event, meaning);
  return meaning === 'everything';
}

/**
 * Whether an event of a browser concerns only an element of a page and those in it: the text of a field, a name.
 * Other events may come with more changes: Chromium announces only a new address when its suggestions go.
 */
function isOfOneElement(mirrored: Mirrored, event: ChangeEvent, meaning: Meaning): boolean {
  const node = nodeOf(mirrored, event);
  if (!node || meaning !== 'all' || !isWithin(node, DOCUMENT_ROLES)) return false;
  if (COMBO_ROLES.has(node.role) || isWithin(node, COMBO_ROLES)) return false;
  return node.states.has('editable') || event.detail === 'accessible-name';
}

/** Marks what an event makes stale. */
export function noteChange(mirrored: Mirrored, event: ChangeEvent): void {
  const meaning = meaningIn(mirrored, event);
  if (meaning === 'nothing') return;
  const node = nodeOf(mirrored, event);
  if (meaning === 'selection') return void (node && mirrored.reselected.add(node));
  // Its label may not be in the tree.
  for (const one of mirrored.labelled) if (one.label?.ref.key === event.ref.key) addStale(mirrored, one, 'all');
  const isWhole = mirrored.isBrowser && !isOfOneElement(mirrored, event, meaning);
  if (meaning === 'everything' || isWhole) mirrored.isStale = true;
  else if (node && meaning !== 'within' && !mirrored.isBrowser) addStale(mirrored, node, meaning);
  else if (node) for (const one of nodesOf(node)) addStale(mirrored, one, 'all');
  else if (event.detail === 'accessible-name' || (event.detail === 'focused' && event.value !== 0))
    mirrored.unknownObjects.set(keyOf(event.ref), event.ref);
  // A scroll bar that is not in the tree is all that tells of other entries in view (Qt).
  else if (event.detail === 'accessible-value')
    for (const entry of mirrored.entries) addStale(mirrored, entry, 'states');
  // A combo box is named after the field in it.
  if (node?.parent && node.parent.role === 'combo box') addStale(mirrored, node.parent, 'all');
  if (!node || event.value === 0) return;
  markFormerHolders(mirrored, event.detail);
  // GTK 3 announces the focus of a table or label, not of the cell or link in it.
  const isInner = event.detail === 'focused' && node.parent !== mirrored.root;
  if (isInner) for (const one of nodesOf(node)) addStale(mirrored, one, 'states');
}

/** Marks the entries of lists of which other ones are selected: once for however many announcements. */
export function addReselected(mirrored: Mirrored): void {
  const canChange = ({ states }: Node): boolean => states.has('selectable') || states.has('selected');
  for (const list of mirrored.reselected) {
    // Cells that have gone far out of view since cost LibreOffice 50 ms each: other ones are read.
    const nodes = nodesOf(list);
    if (nodes.some(isGrid)) mirrored.isStale = true;
    else for (const node of nodes) if (canChange(node)) addStale(mirrored, node, 'states');
  }
  mirrored.reselected.clear();
}

/**
 * Marks what is never announced as stale. Always: terminals (their text), tool tips (that they go), links of a label
 * with the focus (GTK 3 does not say which has it). With any other change: titles and ends of tables (Qt), links in
 * labels, and fields of one line, which may have become password fields.
 */
export function addUnannounced(mirrored: Mirrored): void {
  const isChanged = !isFresh(mirrored);
  for (const node of mirrored.unannounced) addStale(mirrored, node, 'all');
  const isLinkAsked = ({ parent }: Node): boolean => hasFocus(parent) || (isChanged && !mirrored.isBrowser);
  for (const link of mirrored.links) if (isLinkAsked(link)) addStale(mirrored, link, 'states');
  if (!isChanged) return;
  for (const window of mirrored.root.children) addStale(mirrored, window, 'all');
  for (const entry of mirrored.entries) addStale(mirrored, entry, 'states');
  for (const field of mirrored.fields) if (isField(field)) addStale(mirrored, field, 'all');
}

/** The node of an object, unless something in it changes unannounced or was not read. */
export function announcedNode(mirrored: Mirrored, ref: ObjectRef): Node | undefined {
  const node = mirrored.nodes.get(keyOf(ref));
  const isAnnounced = (one: Node): boolean =>
    one.isUnread !== true && !UNANNOUNCED_ROLES.has(one.role) && !isField(one) && !isLabelLink(one);
  return node && nodesOf(node).every(isAnnounced) ? node : undefined;
}

/** Whether an element is a table that is read by place. */
function isGrid({ role, entryCount }: Node): boolean {
  return TABLE_ROLES.has(role) && entryCount !== undefined;
}

function hasFocus(node: Node | undefined): boolean {
  return node !== undefined && (node.claimsFocus === true || node.states.has('focused'));
}

/** GTK 3 does not say which of them has the focus. */
function isLabelLink({ role, parent }: Node): boolean {
  return role === 'link' && parent !== undefined && LABEL_ROLES.has(parent.role);
}

function isField({ states, text }: Node): boolean {
  return text !== undefined && states.has('editable') && !states.has('multi line');
}

const TEXT_ROLES = rolesNamed('entry', 'text');
const UNANNOUNCED_ROLES = rolesNamed('terminal', 'tool tip');

function addStale({ stale }: Mirrored, node: Node, part: Part): void {
  if (stale.get(node) !== 'all') stale.set(node, part);
}

/** Marks elements that may have lost, unannounced, what another one gained: focus, selection, being the default button. */
function markFormerHolders(mirrored: Mirrored, detail: string): void {
  const states = EXCLUSIVE_STATES[detail];
  if (!states) return;
  for (const node of mirrored.nodes.values()) {
    const mayLoseFocus = detail === 'focused' && (node.claimsFocus || node.role === 'button');
    const mayLoseIt = mayLoseFocus || states.some((state) => node.states.has(state));
    if (mayLoseIt) addStale(mirrored, node, 'states');
  }
}

const EXCLUSIVE_STATES: Record<string, readonly StateName[]> = {
  active: ['active'],
  checked: ['checked'],
  focused: ['focused', 'is default'],
  selected: ['selected'],
};

/** What an event makes stale: a part of its element, all in it, which entries are selected, or the whole tree. */
type Meaning = Part | 'within' | 'selection' | 'everything' | 'nothing';

function nodeOf(mirrored: Mirrored | undefined, event: ChangeEvent): Node | undefined {
  return mirrored?.nodes.get(keyOf(event.ref));
}

function meaningIn(mirrored: Mirrored | undefined, event: ChangeEvent): Meaning {
  if (event.kind !== 'Object') return windowChange(event);
  const { member, detail, value } = event;
  // Programs have models that no view shows.
  if (MODEL_MEMBERS.has(member)) return nodeOf(mirrored, event) ? 'everything' : 'nothing';
  // GTK 3 sends it for new objects.
  if (member === 'StateChanged' && detail === 'defunct' && value === 0) return 'nothing';
  const isOfList = member === 'PropertyChange' && isList(nodeOf(mirrored, event));
  return isOfList ? (LIST_MEANINGS[detail] ?? objectChange(event)) : objectChange(event);
}

function isList(node: Node | undefined): boolean {
  return node !== undefined && LIST_ROLES.has(node.role);
}

const MODEL_MEMBERS = new Set(['ModelChanged', 'RowInserted', 'RowDeleted', 'VisibleDataChanged']);

/** All that Dolphin's list of files announces when entries come, go, get another name, or are expanded. */
const LIST_MEANINGS: Record<string, Meaning> = {
  'accessible-name': 'everything',
  'accessible-description': 'everything',
};

function windowChange({ kind, member }: ChangeEvent): Meaning {
  return kind === 'Window' && (member === 'Activate' || member === 'Deactivate') ? 'states' : 'everything';
}

function objectChange({ member, detail }: ChangeEvent): Meaning {
  switch (member) {
    case 'StateChanged':
      return STATE_MEANINGS[detail] ?? 'states';
    case 'ChildrenChanged':
      return 'everything';
    case 'SelectionChanged':
      return 'selection';
    case 'TextChanged':
      return 'all';
    case 'PropertyChange':
      return PROPERTY_MEANINGS[detail] ?? 'nothing';
    default:
      return 'nothing';
  }
}

/**
 * States whose change means more: a disabled element has no actions, and GTK 3 announces nothing of what is in it; an
 * expanded one has other children.
 */
const STATE_MEANINGS: Record<string, Meaning> = {
  enabled: 'within',
  sensitive: 'within',
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
