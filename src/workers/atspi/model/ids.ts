/** Gives ids to elements, and recognises the elements that they were given to. */

import { DesktopError } from '../../../base/errors.ts';
import type { Element } from '../../../protocol/element.ts';
import { labelOf, ownLabelOf, partLabelOf } from './label.ts';
import { keyOf, type Node, type ObjectRef } from './node.ts';
import type { RoleName } from './roles.ts';
import { CONTENT_NAMED_ROLES } from './roles.ts';
import { quoted } from './text.ts';
import type { AppTraits } from './traits.ts';

/** An element as it was when its id was given. */
export interface Known {
  id: number;
  ref: ObjectRef;
  role: RoleName;
  /** As replies show it. */
  name: string;
  /** The same without a label that lies beside it. */
  ownName: string;
  /** A label in it gives that name, so that it is not known by itself. */
  isNamedByPart: boolean;
  isNamedAfterContent: boolean;
  app: { name: string; pid: number; toolkit: string; traits: AppTraits };
}

export interface Ids {
  /** The id of an element: the old one while its role and name are unchanged, else a new one. */
  give(node: Node, app: Known['app']): number;
  /** The element of an id. Fails with `stale_id` when the id was never given, or has been dropped. */
  known(id: number): Known;
}

/** Ids kept; a page that is redrawn again and again makes new objects without end. */
const MAX_IDS = 50_000;

/** Makes an empty record; `next` returns a number never returned before. */
export function createIds(next: () => number): Ids {
  const byKey = new Map<string, Known>();
  const byId = new Map<number, Known>();
  return {
    give: (node, app) => {
      const key = keyOf(node.ref);
      const before = byKey.get(key);
      if (before && isSame(before, node)) return before.id;
      const { ref, role } = node;
      const names = { name: labelOf(node), ownName: ownNameOf(node), isNamedByPart: isNamedByPart(node) };
      const known: Known = { id: next(), ref, role, ...names, isNamedAfterContent: isNamedAfterContent(node), app };
      byKey.set(key, known);
      byId.set(known.id, known);
      const [oldest] = byId.values();
      if (byId.size > MAX_IDS && oldest) {
        byId.delete(oldest.id);
        if (byKey.get(keyOf(oldest.ref)) === oldest) byKey.delete(keyOf(oldest.ref));
      }
      return known.id;
    },
    known: (id) => {
      const known = byId.get(id);
      if (known) return known;
      throw new DesktopError(
        'stale_id',
        `There is no element ${id} (any more).`,
        'Call tree or find again for its new id.',
      );
    },
  };
}

/** Whether an object is still the element that the id was given to. */
export function isSame(known: Known, now: Node): boolean {
  if (known.role !== now.role) return false;
  // What lies in it may not have been read.
  const isUnnamed = known.isNamedByPart && now.children.length === 0 && ownLabelOf(now) === '';
  return known.isNamedAfterContent || isUnnamed || known.ownName === ownNameOf(now);
}

/**
 * The error for an id whose element is gone (no `now`) or is another one; `successors` are elements of the same role
 * and name in its place.
 */
export function staleId(known: Known, now: Node | undefined, successors: readonly Successor[]): DesktopError {
  const was = `${known.role} ${quoted(known.name)}`;
  const is = now ? `${now.role} ${quoted(labelOf(now))}` : 'gone';
  const there = successors.map(({ id, role, name }) => `[${id}] ${role} ${quoted(name)}`).join(', ');
  return new DesktopError(
    'stale_id',
    `stale id ${known.id} (was ${was}, now ${is}); nothing was done.`,
    there === '' ? 'Call tree or find again for its new id.' : `In its place is ${there}.`,
  );
}

/** An element that may have taken the place of another one. */
export type Successor = Pick<Element, 'id' | 'role' | 'name'>;

function ownNameOf(node: Node): string {
  return ownLabelOf(node) || partLabelOf(node);
}

function isNamedByPart(node: Node): boolean {
  return ownLabelOf(node) === '' && partLabelOf(node) !== '';
}

function isNamedAfterContent(node: Node): boolean {
  return CONTENT_NAMED_ROLES.has(node.role) || node.states.has('editable');
}
