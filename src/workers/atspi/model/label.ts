/** The name and the text of an element, as replies and queries use them. */
import { type Piece, piecesOf } from './hypertext.ts';
import { type Node, SEARCHED_CHARS } from './node.ts';
import { COMBO_ROLES, FIELD_ROLES, INLINE_ROLES, rolesNamed, WRAPPER_ROLES } from './roles.ts';
import { isBlank, OBJECT_CHARACTER } from './text.ts';

/** The name that replies show and queries match. */
export function labelOf(node: Node): string {
  return besideOf(node) ?? (ownLabelOf(node) || partLabelOf(node));
}

/** What an object by itself is called: its name, its label, its tool tip or placeholder. The name of a combo box may be its value. */
export function ownLabelOf({ role, name, label, description }: Node): string {
  if (label && (isBlank(name) || COMBO_ROLES.has(role))) return label.text;
  if (!isBlank(name)) return name;
  return isBlank(description) ? '' : description;
}

/** The text of the label beside a field that its application does not name; undefined for others. */
export function besideOf(node: Node): string | undefined {
  const { beside, label, role } = node;
  if (!beside || label || (ownLabelOf(node) !== '' && !COMBO_ROLES.has(role))) return undefined;
  return ownLabelOf(beside) || (beside.text ?? '');
}

/** Elements that may be called what the label in them says. */
const ENTRY_ROLES = rolesNamed(
  'list item;tree item;menu item;check menu item;radio menu item;page tab;button;toggle button;push button menu',
);
const PART_LABEL_ROLES = rolesNamed('label', 'static', 'caption');
/** Elements looked at in an entry. */
const MAX_PARTS = 20;

/** The name of an element by what it lies in or holds: a field by its combo box, an entry by the one label in it. */
export function partLabelOf(node: Node): string {
  const { role, parent, text, states } = node;
  if (parent && COMBO_ROLES.has(parent.role) && states.has('editable')) return parent.label?.text ?? '';
  if (!ENTRY_ROLES.has(role) || text !== undefined) return '';
  const labels: string[] = [];
  const waiting = [...node.children];
  for (let looks = 0; looks < MAX_PARTS; looks++) {
    const part = waiting.pop();
    if (!part) return labels.length === 1 ? (labels[0] ?? '') : '';
    const said = ownLabelOf(part) || (part.text ?? '');
    if (PART_LABEL_ROLES.has(part.role) && !isBlank(said)) labels.push(said);
    else if (!WRAPPER_ROLES.has(part.role) && part.role !== 'icon') return '';
    waiting.push(...part.children);
  }
  return '';
}

/** What an element holds: its text, of a combo box with a label the name, which is its value. */
export function contentOf(node: Node): string | undefined {
  const { role, name, label, text } = node;
  if (text !== undefined || !COMBO_ROLES.has(role)) return text;
  return label || besideOf(node) !== undefined ? name : undefined;
}

/**
 * An element's own text; undefined when it is blank. Links and fields are written out where it is clear which U+FFFC
 * they stand for; what has a line of its own (buttons, paragraphs) leaves a blank.
 */
export function textOf(node: Node): string | undefined {
  const text = contentOf(node);
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
  const content = contentOf(field);
  return content === undefined || isBlank(content) ? String(field.value?.now ?? '') : content;
}
