/** The text of a container: everything in it in reading order, nothing twice. */
import { type Piece, piecesOf } from '../hypertext.ts';
import { labelOf, valueOf } from '../label.ts';
import type { Node } from '../node.ts';
import { FIELD_ROLES, GROUP_ROLES, INLINE_ROLES, LABEL_ROLES, rolesNamed } from '../roles.ts';
import { fold, isBlank, OBJECT_CHARACTER } from '../text.ts';

export interface ReadingOptions {
  /** A web page: names of its containers are for screen readers, nobody sees them. */
  isPage?: boolean;
}

/** Containers whose parts stand side by side on a line. */
const ROW_CONTAINERS = rolesNamed('table row', 'tool bar', 'menu bar', 'page tab list', 'status bar');
/** What stands within a line of text, but apart from its words. */
const BOXES = rolesNamed('button;toggle button;push button menu;check box;radio button;switch;slider');
/** What is chosen, and as a rule named by the words beside it. */
const CHOICES = rolesNamed('check box', 'radio button', 'switch', 'toggle button');

/**
 * Whether an element is no more than its own text. An empty field is: its name is not what it holds. What a closed list
 * shows is the name of its selected entry.
 */
export function isPlain({ role, states, text, value }: Node): boolean {
  if (text === undefined || text.includes(OBJECT_CHARACTER)) return false;
  if (role === 'combo box' && !states.has('editable')) return false;
  if (!isBlank(text)) return true;
  const isField = states.has('editable') || (FIELD_ROLES.has(role) && role !== 'combo box');
  return isField && value === undefined;
}

/** Everything that can be read in a tree. Children stand where their parent's text has U+FFFC. */
export function readingOf(node: Node, options: ReadingOptions = {}): string {
  if (node.role === 'password text') return labelOf(node);
  const hasObjects = (node.text ?? '').includes(OBJECT_CHARACTER);
  const isClosed = node.role === 'combo box' && !node.states.has('expanded');
  if (isClosed || (FIELD_ROLES.has(node.role) && !hasObjects)) return valueOf(node) || labelOf(node);
  if (node.value && !hasObjects) return `${labelOf(node)} ${node.value.now}`.trimStart();
  const pieces = hasObjects ? piecesOf(node) : undefined;
  if (pieces) {
    const text = fillIn(node, pieces, options);
    return isBlank(text) ? labelOf(node) : text;
  }
  const text = (node.text ?? '').replaceAll(OBJECT_CHARACTER, '');
  // A label that is only a part of a group's name is another one.
  const isTitle = isBlank(text) && GROUP_ROLES.has(node.role);
  const shown = fold(isBlank(text) ? labelOf(node) : text);
  const isSaid = (part: string): boolean => (isTitle ? shown === fold(part) : shown.includes(fold(part)));
  const parts = node.children
    .filter((child) => !LABEL_ROLES.has(child.role) || !isSaid(child.text ?? labelOf(child)))
    .map((child) => readingOf(child, options))
    .filter((part) => node.role === 'table row' || !isBlank(part));
  const head = isBlank(text) ? headOf(node, parts, options) : text;
  return [...(head === '' ? [] : [head]), ...parts].join(separatorOf(node)).replace(/\t+$/u, '');
}

function separatorOf(node: Node): string {
  return ROW_CONTAINERS.has(node.role) ? '\t' : '\n';
}

/** A text with its objects in their places: blocks on lines of their own, fields and buttons apart from the words. */
function fillIn(node: Node, pieces: readonly Piece[], options: ReadingOptions): string {
  const own = pieces.filter((piece) => typeof piece === 'string').join('');
  const parts = pieces.flatMap((piece): Part[] => {
    if (typeof piece === 'string') return [{ text: piece, gap: '', isObject: false }];
    const { object } = piece;
    const text = object ? unsaidOf(object, own, options) : '';
    return object && (text !== '' || node.role === 'table row')
      ? [{ text, gap: gapAround(object, node), isObject: true }]
      : [];
  });
  // A box that the words behind it name leaves no blank before them.
  const [first] = parts;
  if (first && typeof pieces[0] !== 'string' && !first.isObject) first.text = first.text.trimStart();
  const text = parts.reduce((before, part, index) => before + between(parts[index - 1], part, node) + part.text, '');
  return node.role === 'table row' ? text.replace(/\t+$/u, '') : text;
}

/** What an object adds to the text around it: of a field, box or slider that the words beside it name, what it holds. */
function unsaidOf(object: Node, around: string, options: ReadingOptions): string {
  const name = labelOf(object);
  const isHolder = FIELD_ROLES.has(object.role) || object.value !== undefined;
  const isNamed = (isHolder || CHOICES.has(object.role)) && fold(around).includes(fold(name));
  if (!isNamed) return readingOf(object, options);
  return isHolder ? valueOf(object) : '';
}

interface Part {
  text: string;
  /** What separates it from its neighbours. */
  gap: string;
  isObject: boolean;
}

/** Objects that touch stand apart. */
function between(left: Part | undefined, right: Part, parent: Node): string {
  if (!left) return '';
  const separator = separatorOf(parent);
  if ([left.gap, right.gap].includes(separator) || (left.isObject && right.isObject)) {
    return left.text.endsWith(separator) || right.text.startsWith(separator) ? '' : separator;
  }
  const isApart = /\s$/u.test(left.text) || /^\s/u.test(right.text);
  return isApart ? '' : left.gap || right.gap;
}

/** What separates an object from the text around it. */
function gapAround({ role }: Node, parent: Node): string {
  if (INLINE_ROLES.has(role)) return '';
  return FIELD_ROLES.has(role) || BOXES.has(role) ? ' ' : separatorOf(parent);
}

/** The name, unless what is inside says the same. */
function headOf(node: Node, parts: readonly string[], { isPage }: ReadingOptions): string {
  if (isPage && parts.length > 0) return '';
  const name = labelOf(node);
  return parts.some((part) => fold(part).includes(fold(name))) ? '' : name;
}
