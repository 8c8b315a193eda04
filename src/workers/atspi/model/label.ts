/** The name and the text of an element, as replies and queries use them. */
import { type Piece, piecesOf } from './hypertext.ts';
import { type Node, SEARCHED_CHARS } from './node.ts';
import { FIELD_ROLES, INLINE_ROLES } from './roles.ts';
import { isBlank, OBJECT_CHARACTER } from './text.ts';

/** The name that replies show and queries match. */
export function labelOf(node: Node): string {
  if (!isBlank(node.name)) return node.name;
  return isBlank(node.description) ? '' : node.description;
}

/**
 * An element's own text; undefined when it is blank. Links and fields are written out where it is clear which U+FFFC
 * they stand for; what has a line of its own (buttons, paragraphs) leaves a blank.
 */
export function textOf(node: Node): string | undefined {
  const { text } = node;
  if (text === undefined || isBlank(text)) return undefined;
  if (!text.includes(OBJECT_CHARACTER)) return text;
  const pieces = piecesOf(node);
  if (!pieces) return text.replaceAll(OBJECT_CHARACTER, '');
  return pieces.map(inText).join('').replaceAll(/ {2,}/g, ' ').trim();
}

/** The text that queries match: the beginning, of a terminal all that it shows, of a password field nothing. */
export function searchedTextOf(node: Node): string | undefined {
  if (node.role === 'password text') return undefined;
  const text = textOf(node);
  return node.role === 'terminal' ? text : text?.slice(0, SEARCHED_CHARS);
}

function inText(piece: Piece): string {
  if (typeof piece === 'string') return piece;
  const { object } = piece;
  if (!object) return ' ';
  if (FIELD_ROLES.has(object.role)) return valueOf(object);
  if (!INLINE_ROLES.has(object.role)) return ' ';
  return labelOf(object) || (textOf(object) ?? '');
}

/** The content of a field. */
export function valueOf(field: Node): string {
  if (field.role === 'password text') return '';
  return field.text === undefined || isBlank(field.text) ? String(field.value?.now ?? '') : field.text;
}
