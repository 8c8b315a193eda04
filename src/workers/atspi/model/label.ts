/** What an element says: its name, or what stands for one, and its text without placeholders. */
import type { Node } from './node.ts';
import { LABEL_ROLES } from './roles.ts';
import { isBlank, OBJECT_CHARACTER } from './text.ts';

/** The name that a reply shows and that queries are compared with. */
export function labelOf(node: Node): string {
  if (!isBlank(node.name)) return node.name;
  return isBlank(node.description) ? '' : node.description;
}

/**
 * An element's own text, its child objects' names in place of U+FFFC where it is clear which stands for which;
 * undefined when there is nothing to read.
 */
export function textOf(node: Node): string | undefined {
  const { text } = node;
  if (text === undefined || isBlank(text)) return undefined;
  if (!text.includes(OBJECT_CHARACTER)) return text;
  const objects = node.children.filter((child) => !LABEL_ROLES.has(child.role) || child.children.length > 0);
  const pieces = text.split(OBJECT_CHARACTER);
  if (objects.length !== pieces.length - 1) return pieces.join('');
  return pieces.map((piece, index) => piece + (objects[index] ? nameInText(objects[index]) : '')).join('');
}

function nameInText(node: Node): string {
  return labelOf(node) || (node.text ?? '').replaceAll(OBJECT_CHARACTER, '');
}
