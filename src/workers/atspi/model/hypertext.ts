/**
 * Splits a text at its objects: U+FFFC stands for a child. Firefox 153 has one for every child; Chromium 156 has none
 * for text leaves, `static` children that repeat a part of the text (measured with test/fixtures/pages).
 */
import type { Node } from './node.ts';
import { rolesNamed } from './roles.ts';
import { OBJECT_CHARACTER } from './text.ts';

/** A run of characters, or a child; undefined when the child was not read. */
export type Piece = string | { object: Node | undefined };

const TEXT_LEAVES = rolesNamed('static', 'label', 'text');

/** Splits the text of a node; undefined when it is not clear which child stands where. */
export function piecesOf(node: Node): Piece[] | undefined {
  const text = node.text ?? '';
  if (!text.includes(OBJECT_CHARACTER)) return [text];
  const objects = objectsOf(node, text);
  const runs = text.split(OBJECT_CHARACTER);
  if (!objects) return undefined;
  return runs.flatMap((run, index): Piece[] => {
    const isLast = index === runs.length - 1;
    return [...(run === '' ? [] : [run]), ...(isLast ? [] : [{ object: objects[index] }])];
  });
}

/** The child of each U+FFFC. */
function objectsOf(node: Node, text: string): readonly (Node | undefined)[] | undefined {
  const slots = slotsOf(node);
  const count = text.split(OBJECT_CHARACTER).length - 1;
  if (slots.length === count) return slots;
  const objects: (Node | undefined)[] = [];
  let at = 0;
  for (const slot of slots) {
    const next = text.indexOf(OBJECT_CHARACTER, at);
    const run = text.slice(at, next < 0 ? text.length : next);
    const leaf = slot && isTextLeaf(slot) ? leafText(slot) : undefined;
    if (leaf !== undefined && run.includes(leaf)) {
      at += run.indexOf(leaf) + leaf.length;
      continue;
    }
    // A child that was not read may be a text leaf; here it is an object only where a U+FFFC stands.
    if (next < 0 || (!slot && next !== at)) continue;
    objects.push(slot);
    at = next + 1;
  }
  return objects.length === count ? objects : undefined;
}

/** All children as they were read, unless the tree was patched since. */
function slotsOf({ slots, children }: Node): readonly (Node | undefined)[] {
  const read = slots?.filter((slot) => slot !== undefined);
  return slots && read?.length === children.length && read.every((slot, index) => slot === children[index])
    ? slots
    : children;
}

function isTextLeaf(node: Node): boolean {
  return TEXT_LEAVES.has(node.role) && node.children.length === 0;
}

function leafText(node: Node): string | undefined {
  const text = node.text || node.name;
  return text === '' ? undefined : text;
}
