/** What an element says: its name, or what stands for one, and its text without placeholders. */
import { type Piece, piecesOf } from './hypertext.ts';
import { type Node, SEARCHED_CHARS } from './node.ts';
import { FIELD_ROLES, INLINE_ROLES } from './roles.ts';
import { isBlank, OBJECT_CHARACTER } from './text.ts';

/** The name that a reply shows and that queries are compared with. */
export function labelOf(node: Node): string {
  if (!isBlank(node.name)) return node.name;
  return isBlank(node.description) ? '' : node.description;
}

/**
 * An element's own text. Where it is clear which child stands for which U+FFFC, links and fields are written out, and
 * what has a line of its own (buttons, paragraphs) leaves a blank. Undefined when there is nothing to read.
 */
export function textOf(node: Node): string | undefined {
  const { text } = node;
  if (text === undefined || isBlank(text)) return undefined;
  if (!text.includes(OBJECT_CHARACTER)) return text;
  const pieces = piecesOf(node);
  if (!pieces) return text.replaceAll(OBJECT_CHARACTER, '');
  return pieces.map(inText).join('').replaceAll(/ {2,}/g, ' ').trim();
}

/** What of an element's text queries are compared with: its beginning, of a terminal all that it shows; nothing of a password. */
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

/** What a field holds. */
export function valueOf(field: Node): string {
  if (field.role === 'password text') return '';
  return field.text === undefined || isBlank(field.text) ? String(field.value?.now ?? '') : field.text;
}
