/** Makes the text of a container: everything in it in reading order, nothing twice. */
import { type Piece, piecesOf } from '../hypertext.ts';
import { labelOf, valueOf } from '../label.ts';
import type { Node } from '../node.ts';
import { FIELD_ROLES, GROUP_ROLES, INLINE_ROLES, LABEL_ROLES, rolesNamed } from '../roles.ts';
import { fold, isBlank, OBJECT_CHARACTER } from '../text.ts';

export interface ReadingOptions {
  /** A web page: nobody sees the names of its containers, which are for screen readers. */
  isPage?: boolean;
}

/** Containers whose parts stand side by side on a line. */
const ROW_CONTAINERS = rolesNamed('table row', 'tool bar', 'menu bar', 'page tab list', 'status bar');
/** Roles that stand in a line of text, apart from its words. */
const BOXES = rolesNamed('button;toggle button;push button menu;check box;radio button;switch;slider');
/** Roles that are named by the words beside them, as a rule. */
const CHOICES = rolesNamed('check box', 'radio button', 'switch', 'toggle button');

/**
 * Whether the text of an element is all that it holds. An empty field counts: its name is not its content. A closed
 * list does not: it shows the name of its selected entry.
 */
export function isPlain({ role, states, text, value }: Node): boolean {
  if (text === undefined || text.includes(OBJECT_CHARACTER)) return false;
  if (role === 'combo box' && !states.has('editable')) return false;
  if (!isBlank(text)) return true;
  const isField = states.has('editable') || (FIELD_ROLES.has(role) && role !== 'combo box');
  return isField && value === undefined;
}

/** All text of a tree. Children stand where their parent's text has U+FFFC. */
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
  // A label that is only a part of a group's name says something else.
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

/** Puts objects into a text: blocks on lines of their own, fields and buttons apart from the words. */
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
  // A box named by the words behind it leaves no blank before them.
  const [first] = parts;
  if (first && typeof pieces[0] !== 'string' && !first.isObject) first.text = first.text.trimStart();
  const text = parts.reduce((before, part, index) => before + between(parts[index - 1], part, node) + part.text, '');
  return node.role === 'table row' ? text.replace(/\t+$/u, '') : text;
}

/** The text that an object adds: only its content when the words beside it name it. */
function unsaidOf(object: Node, around: string, options: ReadingOptions): string {
  const name = labelOf(object);
  const isHolder = FIELD_ROLES.has(object.role) || object.value !== undefined;
  const isNamed = (isHolder || CHOICES.has(object.role)) && fold(around).includes(fold(name));
  if (!isNamed) return readingOf(object, options);
  return isHolder ? valueOf(object) : '';
}

interface Part {
  text: string;
  /** Separator from its neighbours. */
  gap: string;
  isObject: boolean;
}

/** The separator between two parts; objects that touch stand apart. */
function between(left: Part | undefined, right: Part, parent: Node): string {
  if (!left) return '';
  const separator = separatorOf(parent);
  if ([left.gap, right.gap].includes(separator) || (left.isObject && right.isObject)) {
    return left.text.endsWith(separator) || right.text.startsWith(separator) ? '' : separator;
  }
  const isApart = /\s$/u.test(left.text) || /^\s/u.test(right.text);
  return isApart ? '' : left.gap || right.gap;
}

/** The separator between an object and the text around it. */
function gapAround({ role }: Node, parent: Node): string {
  if (INLINE_ROLES.has(role)) return '';
  return FIELD_ROLES.has(role) || BOXES.has(role) ? ' ' : separatorOf(parent);
}

/** The name, unless the content says the same. */
function headOf(node: Node, parts: readonly string[], { isPage }: ReadingOptions): string {
  if (isPage && parts.length > 0) return '';
  const name = labelOf(node);
  return parts.some((part) => fold(part).includes(fold(name))) ? '' : name;
}
