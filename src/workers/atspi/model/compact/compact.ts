/**
 * Makes the lines of a reply from a tree. Wrappers without name, text or state of their own are left out and their
 * children lifted. Left out too: empty leaves that nobody can operate, labels that repeat the line of a parent or
 * neighbour, windows in which nothing is left.
 */

import type { Folded } from '../../../../protocol/element.ts';
import { isClickable, shownActions, usefulActions } from '../actions.ts';
import { besideOf, labelOf, textOf } from '../label.ts';
import { keyOf, type Node, SEARCHED_CHARS } from '../node.ts';
import {
  ACTION_ROLES,
  DOCUMENT_ROLES,
  GROUP_ROLES,
  INTERACTIVE_ROLES,
  LABEL_ROLES,
  ROW_ROLES,
  type RoleName,
  rolesNamed,
  WINDOW_ROLES,
  WRAPPER_ROLES,
} from '../roles.ts';
import { type StateName, shownStates } from '../states.ts';
import { beginningOf, fold, isBlank } from '../text.ts';
import type { AppTraits } from '../traits.ts';
import { foldedIn, isFoldable, isInBar } from './fold.ts';

export interface Line {
  node: Node;
  depth: number;
  name: string;
  /** The name is that of the label beside it. */
  isBeside: boolean;
  states: string[];
  /** `none` alone for a button or link without actions: only a real click operates it. */
  actions: string[];
  text: string | undefined;
  textGoesOn: boolean;
  /** The content of a folded bar. */
  folded?: Folded[];
}

export interface OutlineOptions {
  traits: AppTraits;
  /** Only what can be operated, under its nearest named ancestor. */
  interactive?: boolean;
}

const outlined = new WeakMap<object, Map<boolean, Line[]>>();

/** The lines of a tree, as `outline` makes them; those of a kept tree are made once until it changes. Do not change them. */
export function linesOf(root: Node, { traits }: { traits: AppTraits }, interactive: boolean): readonly Line[] {
  const make = (): Line[] => outline(root, { traits, interactive });
  if (!root.kept) return make();
  const known = outlined.get(root.kept) ?? new Map<boolean, Line[]>();
  outlined.set(root.kept, known);
  const lines = known.get(interactive) ?? make();
  known.set(interactive, lines);
  return lines;
}

/** The lines of everything in `root`, which has a line itself unless it is an application. Unread nodes have lines too. */
export function outline(root: Node, options: OutlineOptions): Line[] {
  const lines: Line[] = [];
  const isWhole = root.parent === undefined && !LABEL_ROLES.has(root.role) && root.role === 'application';
  if (isWhole) for (const window of withoutShells(root.children)) addWindow(lines, window, options.traits);
  else {
    const line = lineOf(root, 0, options.traits);
    lines.push(line);
    const isUnfolded = isInBar(root, options.traits);
    const traits = isUnfolded ? { ...options.traits, bars: NO_ROLES } : options.traits;
    addChildren(lines, { line, depth: 1, shown: shownBy(line) }, { node: root, traits });
  }
  return options.interactive ? operableLines(lines, options.traits) : lines;
}

/** The lines of what can be operated in `root`, without named ancestors. Folds no bar. */
export function operable(root: Node, traits: AppTraits): Line[] {
  const lines = outline(root, { traits: { ...traits, bars: NO_ROLES } });
  return lines.filter(({ node }) => !node.isUnread && isOperable(node, traits));
}

/** One element as a line. */
export function lineOf(node: Node, depth: number, traits: AppTraits): Line {
  const isWindow = WINDOW_ROLES.has(node.role);
  const name = isNamedAfterCells(node) ? '' : labelOf(node);
  const actions = shownActions(traits, node.role, node.actions);
  const isInert = ACTION_ROLES.has(node.role) && usefulActions(traits, node.actions).length === 0;
  const states = shownStates(node.states, { isWindow, isOperable: isOperable(node, traits) });
  const text = node.role === 'password text' ? undefined : textOf(node);
  const isBeside = besideOf(node) !== undefined;
  const line = { node, depth, name, isBeside, states, actions, text: undefined, textGoesOn: false };
  if (isInert && !states.includes('disabled')) line.actions.push('none');
  if (text === undefined || isSaidByName(node, { name, text })) return line;
  return { ...line, ...beginningOf(text) };
}

/** Whether the name shows all of the text. Not for a field: one that holds a part of its name is not empty. */
function isSaidByName({ role, states }: Node, { name, text }: { name: string; text: string }): boolean {
  if (!states.has('editable')) {
    return GROUP_ROLES.has(role) ? fold(name) === fold(text) : fold(name).includes(fold(text));
  }
  return name === text && !TYPED_ROLES.has(role);
}

const NO_ROLES: ReadonlySet<RoleName> = new Set();
/** Fields that are not named after what they hold, as cells are. */
const TYPED_ROLES = rolesNamed('entry;text;spin button;autocomplete;terminal;editbar');
/** The popup of a combo box; some toolkits report it as showing while the box is closed. */
const POPUP_ROLES = rolesNamed('menu', 'list', 'list box', 'popup menu', 'tree');
const CONTAINERS = rolesNamed('list', 'list box', 'table', 'tree', 'tree table');
/** Roles without a meaning of their own that pages make operable. */
const CLICKABLE_BOXES = rolesNamed('section;paragraph;label;static;image;heading;panel;grouping;article');
const CELLS = rolesNamed('table cell', 'column header', 'row header', 'table column header', 'table row header');

/** Where lines are added: under which line, and what is shown already. */
interface Place {
  line: Line | undefined;
  depth: number;
  shown: readonly Said[];
}

/** A text that a line shows, folded. */
interface Said {
  said: string;
  /** The title of a group: a label that is only a part of it says something else. */
  isTitle: boolean;
}

interface Source {
  node: Node;
  traits: AppTraits;
}

/** Drops empty windows beside one of the same title: KDE's file dialog has such a shell. */
function withoutShells(windows: readonly Node[]): Node[] {
  return windows.filter(
    (window) =>
      window.isUnread ||
      window.children.length > 0 ||
      !windows.some((other) => other !== window && other.name === window.name && other.children.length > 0),
  );
}

/** Adds a window, unless it has neither a title nor content. */
function addWindow(lines: Line[], window: Node, traits: AppTraits): void {
  const line = lineOf(window, 0, traits);
  const at = lines.push(line);
  addChildren(lines, { line, depth: 1, shown: shownBy(line) }, { node: window, traits });
  // Chromium keeps nameless frames for bubbles that are not there.
  if (line.name === '' && lines.length === at && !window.isUnread) lines.pop();
}

function addChildren(lines: Line[], place: Place, { node, traits }: Source): void {
  const isClosed = node.role === 'combo box' && !node.states.has('expanded');
  const children = node.children.filter((child) => !(isClosed && POPUP_ROLES.has(child.role)));
  const speaking = children.filter(
    (child) => child.children.length > 0 || !isBlank(labelOf(child) + (child.text ?? '')),
  );
  for (const child of children) {
    if (child.isUnread) {
      lines.push(lineOf(child, place.depth, traits));
      continue;
    }
    const at = speaking.indexOf(child);
    const keepsPlace = at < 0 && isCellBefore(child, speaking.at(-1));
    const neighbours = at < 0 ? [] : [speaking[at - 1], speaking[at + 1]];
    const line = lineOf(child, place.depth, traits);
    const source = { node: child, traits };
    const folded = isFoldable(child, traits) ? foldedIn(child) : [];
    if (folded.length > 0) lines.push({ ...line, folded });
    else if (isBulletOf(line) || neighbours.some((neighbour) => isNamedBy(neighbour, child)))
      addChildren(lines, { ...place, shown: [...place.shown, ...shownBy(line)] }, source);
    else if (!keepsPlace && (isEmpty(line, traits) || isRepeated(line, place))) addChildren(lines, place, source);
    else {
      lines.push(line);
      addChildren(lines, { line, depth: place.depth + 1, shown: shownBy(line) }, source);
    }
  }
}

/** The texts of a line. A name in GTK 4 may hold the `_` of its access key, which the label inside does not. */
function shownBy({ name, node }: Line): Said[] {
  const text = fold(node.role === 'password text' ? '' : (textOf(node) ?? ''));
  const names = name.includes('_') ? [name, name.replace('_', '')] : [name];
  const isTitle = GROUP_ROLES.has(node.role);
  return [...names.map((one) => ({ said: fold(one), isTitle })), { said: text, isTitle: false }];
}

/** Whether a label, or one around labels, only repeats what the lines above show. */
function isRepeated(line: Line, { shown, line: parent }: Place): boolean {
  const { node } = line;
  if (!LABEL_ROLES.has(node.role) || line.actions.length > 0) return false;
  if (!line.states.every((state) => parent?.states.includes(state))) return false;
  if (!node.children.every((child) => LABEL_ROLES.has(child.role))) return false;
  // Of the parent's text no more was read.
  return [line.name, line.text ?? ''].every((text) => {
    const own = fold(text.slice(0, SEARCHED_CHARS));
    return own === '' || shown.some(({ said, isTitle }) => (isTitle ? said === own : said.includes(own)));
  });
}

/** Whether the name of a row only strings the names of its cells together. */
function isNamedAfterCells({ role, name, children }: Node): boolean {
  if (role !== 'table row' || isBlank(name) || !children.every((child) => CELLS.has(child.role))) return false;
  return fold(name) === fold(children.map((child) => labelOf(child) || (child.text ?? '')).join(' '));
}

/** Whether a list item only puts a bullet or number before the one element in it. */
function isBulletOf({ node, states }: Line): boolean {
  if (node.role !== 'list item' || states.length > 0) return false;
  if (node.states.has('focusable') || node.states.has('selectable')) return false;
  const [only, ...others] = node.children.filter((child) => !LABEL_ROLES.has(child.role));
  if (!only || others.length > 0) return false;
  const said = labelOf(only) || (textOf(only) ?? '');
  return said !== '' && withoutBullet(labelOf(node) || (textOf(node) ?? '')) === withoutBullet(said);
}

function withoutBullet(text: string): string {
  const folded = fold(text);
  return BEGINS_WITH_LETTER.test(folded) ? folded : folded.replace(/^([^\p{L}\p{N}]+|\p{N}+[.)]) ?/u, '');
}

/** Tried first: V8 takes a millisecond to prepare an expression with classes of Unicode. */
const BEGINS_WITH_LETTER = /^[a-z]/;
const HAS_LETTER_OR_DIGIT = /[a-zA-Z0-9]/;

/** Whether a label beside or around a control has given it its name. */
function isNamedBy(control: Node | undefined, label: Node): boolean {
  if (!control || !LABEL_ROLES.has(label.role)) return false;
  if (control.label && keyOf(control.label.ref) === keyOf(label.ref)) return true;
  if (LABEL_ROLES.has(control.role)) return false;
  if (label.states.has('editable')) return false;
  const name = fold(control.name);
  return name !== '' && (name === fold(label.name) || name === fold(label.text ?? ''));
}

/** Whether an empty cell stands before one with content, which would be in another column without it. */
function isCellBefore(cell: Node, last: Node | undefined): boolean {
  const { parent, role } = cell;
  if (!parent || !last || parent.role !== 'table row' || !CELLS.has(role)) return false;
  return parent.children.indexOf(cell) < parent.children.indexOf(last);
}

/** Whether a line would have no content. */
function isEmpty(line: Line, traits: AppTraits): boolean {
  const { node, states } = line;
  if (node.role === 'menu bar' && node.children.length === 0) return true;
  if (line.name !== '' && !isLabelAround(line)) return false;
  if (line.text !== undefined && !isLabelAround(line) && !isPunctuationAround(line)) return false;
  if (node.value || line.actions.some((action) => action !== 'none')) return false;
  if (DOCUMENT_ROLES.has(node.role)) return node.children.length === 0;
  if (ROW_ROLES.has(node.role) && node.children.length === 0) return states.length === 0 && !isToggled(node, traits);
  if (node.role === 'table row' && node.children.filter((child) => CELLS.has(child.role)).length > 1) return false;
  if (INTERACTIVE_ROLES.has(node.role)) return false;
  if (states.some((state) => state !== 'read-only' && state !== 'disabled')) return false;
  if (WRAPPER_ROLES.has(node.role)) return true;
  if (node.children.length > 0) return false;
  return !(CONTAINERS.has(node.role) && node.states.has('focusable'));
}

/** Whether a label of a web page lies around the control that it names. */
function isLabelAround({ node }: Line): boolean {
  if (!LABEL_ROLES.has(node.role)) return false;
  const own = fold(node.name || (node.text ?? ''));
  return node.children.some((child) => {
    const name = fold(child.name);
    return name !== '' && !LABEL_ROLES.has(child.role) && INTERACTIVE_ROLES.has(child.role) && own.startsWith(name);
  });
}

/** Whether an element has only punctuation between children that have lines of their own. */
function isPunctuationAround({ node, text }: Line): boolean {
  if (!WRAPPER_ROLES.has(node.role) || node.children.length === 0) return false;
  return !text || (!HAS_LETTER_OR_DIGIT.test(text) && !/[\p{L}\p{N}]/u.test(text));
}

const OPERABLE_STATES: readonly StateName[] = ['editable', 'checkable', 'selectable', 'expandable'];

function isOperable(node: Node, traits: AppTraits): boolean {
  if (OPERABLE_STATES.some((state) => node.states.has(state)) && !isPartOfField(node)) return true;
  if (ROW_ROLES.has(node.role) && (node.states.has('focusable') || isToggled(node, traits))) return true;
  if (INTERACTIVE_ROLES.has(node.role) && !ROW_ROLES.has(node.role)) return true;
  if (isClickableBox(node, traits)) return true;
  return !WRAPPER_ROLES.has(node.role) && shownActions(traits, node.role, node.actions).length > 0;
}

/** Whether a cell is a check box: GTK 3 says so by an action only, without name or state. */
function isToggled({ role, actions }: Node, traits: AppTraits): boolean {
  return role === 'table cell' && usefulActions(traits, actions).some((action) => action.toLowerCase() === 'toggle');
}

/** Whether an element is a part of a field: paragraphs of an editor are editable too. */
function isPartOfField({ states, parent }: Node): boolean {
  if (states.has('focusable') || !states.has('editable')) return false;
  return parent !== undefined && parent.states.has('editable');
}

/** Whether a box of a web page takes clicks and focus without a role that says so. */
function isClickableBox({ role, states, actions }: Node, traits: AppTraits): boolean {
  if (!traits.isBrowser || !CLICKABLE_BOXES.has(role) || !states.has('focusable')) return false;
  return isClickable(traits, actions);
}

/** Keeps what can be operated, each under the nearest named line above it. */
function operableLines(lines: readonly Line[], traits: AppTraits): Line[] {
  const kept = new Set<Line>();
  for (const { line, above } of withAncestors(lines)) {
    if (!line.folded && !line.node.isUnread && !isOperable(line.node, traits)) continue;
    kept.add(line);
    if (line.node.isUnread) continue;
    const named = above.findLast((one) => one.name !== '');
    if (named) kept.add(named);
  }
  return withAncestors(lines)
    .filter(({ line }) => kept.has(line))
    .map(({ line, above }) => ({ ...line, depth: above.filter((one) => kept.has(one)).length }));
}

/** Each line with the lines it is in, outermost first. */
function withAncestors(lines: readonly Line[]): { line: Line; above: Line[] }[] {
  const open: Line[] = [];
  return lines.map((line) => {
    open.length = line.depth;
    const above = [...open];
    open.push(line);
    return { line, above };
  });
}
