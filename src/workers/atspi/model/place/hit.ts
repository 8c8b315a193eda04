/** Decides what a pointer meets, from the answers of applications. */
import { contains, type Point } from '../../../../protocol/geometry.ts';
import { keyOf, type Node, type ObjectRef } from '../node.ts';
import { DOCUMENT_ROLES, INTERACTIVE_ROLES, LABEL_ROLES, TAKING_ROLES, WINDOW_ROLES, WRAPPER_ROLES } from '../roles.ts';

/**
 * The answers that are not on the way to an element, the outermost first. `way` goes from its window down to it, `answers` hold
 * what each on the way says lies at the point: the next one, or one far below it, or nothing.
 */
export function hitsBesideWay(way: readonly Node[], answers: readonly (ObjectRef | undefined)[]): ObjectRef[] {
  const places = new Map(way.map(({ ref }, index) => [keyOf(ref), index]));
  const beside: ObjectRef[] = [];
  for (let index = 0; index < way.length - 1; ) {
    const answer = answers[index];
    const place = answer && places.get(keyOf(answer));
    if (answer && place === undefined) beside.push(answer);
    index = Math.max(index + 1, place ?? 0);
  }
  return beside;
}

/**
 * Whether `hit`, which an application names in place of an element, lies over it. It does not when it is a part of the element,
 * when it does not show, or when it is the label beside it (Chromium names the label of a check box).
 */
export function isCover(hit: Node, way: readonly Node[]): boolean {
  if (isPartOf(hit, way.at(-1))) return false;
  const onTheWay = new Set(way.map(({ ref }) => keyOf(ref)));
  const isBeside = hit.parent !== undefined && onTheWay.has(keyOf(hit.parent.ref));
  return hit.states.has('showing') && !(isBeside && LABEL_ROLES.has(hit.role));
}

/** Whether an answer is on the way to the element at its end, or a part of it. */
export function leadsTo(answer: Node, way: readonly Node[]): boolean {
  return isPartOf(answer, way.at(-1)) || way.some(({ ref }) => keyOf(ref) === keyOf(answer.ref));
}

function isPartOf(part: Node, whole: Node | undefined): boolean {
  if (!whole) return false;
  for (let node: Node | undefined = part; node; node = node.parent)
    if (keyOf(node.ref) === keyOf(whole.ref)) return true;
  return false;
}

/** Whether something that lets pointers through where it only holds others takes one itself. */
export function isTakenAway({ role }: Node): boolean {
  return TAKING_ROLES.has(role);
}

/**
 * The element that a person would name: the button around a label, the link around a picture. Needs `extents` of
 * `hit` and its parents: one that does not contain the point, as a tab does not contain its page, was not hit.
 */
export function operatedAt(hit: Node, point: Point): Node {
  for (let node: Node | undefined = hit; node; node = node.parent) {
    const isThere = node === hit || (node.extents !== undefined && contains(node.extents, point));
    if (INTERACTIVE_ROLES.has(node.role) && isThere) return node;
    const isEdge = WINDOW_ROLES.has(node.role) || DOCUMENT_ROLES.has(node.role);
    if (isEdge || !(LABEL_ROLES.has(node.role) || WRAPPER_ROLES.has(node.role))) return hit;
  }
  return hit;
}
