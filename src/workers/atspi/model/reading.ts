/** The text of a container: everything in it in reading order, nothing twice. */
import { labelOf } from './label.ts';
import type { Node } from './node.ts';
import { LABEL_ROLES, PASSWORD_ROLES, rolesNamed } from './roles.ts';
import { fold, isBlank, OBJECT_CHARACTER } from './text.ts';

/** Containers whose parts stand side by side on a line. */
const ROW_CONTAINERS = rolesNamed('table row', 'tool bar', 'menu bar', 'page tab list', 'status bar');

/** Everything that can be read in a tree. Children stand where their parent's text has U+FFFC. */
export function readingOf(node: Node): string {
  if (PASSWORD_ROLES.has(node.role)) return labelOf(node);
  const pieces = (node.text ?? '').split(OBJECT_CHARACTER);
  const text = pieces.join('');
  const separator = ROW_CONTAINERS.has(node.role) ? '\t' : '\n';
  const objects = node.children.filter((child) => !LABEL_ROLES.has(child.role) || child.children.length > 0);
  if (pieces.length > 1 && objects.length === pieces.length - 1)
    return fillIn(pieces, { objects: objects.map((object) => unlessSaid(readingOf(object), text)), separator });
  const shown = isBlank(text) ? labelOf(node) : text;
  const parts = node.children
    .filter((child) => !LABEL_ROLES.has(child.role) || unlessSaid(child.text ?? labelOf(child), shown) !== '')
    .map(readingOf)
    .filter((part) => !isBlank(part));
  const head = isBlank(text) ? headOf(node, parts) : text;
  return [head, ...parts].filter((part) => part !== '').join(separator);
}

/** A text with its objects in their places; objects that touch stand apart. */
function fillIn(pieces: readonly string[], { objects, separator }: { objects: string[]; separator: string }): string {
  let text = pieces[0] ?? '';
  let isAfterObject = false;
  for (const [index, object] of objects.entries()) {
    if (isAfterObject && object !== '') text += separator;
    text += object;
    const piece = pieces[index + 1] ?? '';
    isAfterObject = piece === '' && (object !== '' || isAfterObject);
    text += piece;
  }
  return text;
}

/** Nothing, when the text around says it already: a field named after the label that it is in. */
function unlessSaid(part: string, around: string): string {
  return fold(around).includes(fold(part)) ? '' : part;
}

/** The name, unless what is inside says the same. */
function headOf(node: Node, parts: readonly string[]): string {
  const name = labelOf(node);
  return parts.some((part) => fold(part).includes(fold(name))) ? '' : name;
}
