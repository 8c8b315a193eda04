/** Keeps the trees that replies have shown, by revision, and compares with them. */

import { DesktopError } from '../../../../base/errors.ts';
import type { TreeChanges } from '../../../../protocol/atspi.ts';
import type { Element } from '../../../../protocol/element.ts';

/** Trees kept; the oldest is dropped first. */
const MAX_KEPT = 32;

/** A tree as it was at one time. */
export interface Snapshot<View> {
  revision: number;
  /** What was asked for; a comparison asks for the same. */
  view: View;
  elements: readonly Element[];
  /** It was not read to the end. */
  isCut: boolean;
}

export interface Revisions<View> {
  /** Keeps a tree and returns its revision: the previous one while nothing has changed in the same view. */
  keep(tree: Omit<Snapshot<View>, 'revision'>): number;
  /** The tree of a revision. Fails with `not_found` when it was never given or has been dropped. */
  at(revision: number): Snapshot<View>;
}

/** Makes an empty record; `isSameView` compares two questions. */
export function createRevisions<View>(isSameView: (a: View, b: View) => boolean): Revisions<View> {
  const kept: Snapshot<View>[] = [];
  let last = 0;
  return {
    keep: (tree) => {
      const before = kept.findLast(({ view }) => isSameView(view, tree.view));
      if (before && isUnchanged(before, tree)) return before.revision;
      kept.push({ revision: ++last, ...tree });
      if (kept.length > MAX_KEPT) kept.shift();
      return last;
    },
    at: (revision) => {
      const found = kept.find((one) => one.revision === revision);
      if (found) return found;
      throw new DesktopError(
        'not_found',
        `Revision ${revision} is not known (any more).`,
        'Call tree without since; its reply says its revision.',
      );
    },
  };
}

/** Compares two trees of the same view by id; an element that only moved has not changed. */
export function changesBetween(before: Tree, now: Tree): TreeChanges {
  const old = new Map(before.elements.map((element) => [element.id, element]));
  const ids = new Set(now.elements.map(({ id }) => id));
  const added = now.elements.filter(({ id }) => !old.has(id));
  const changed = now.elements.filter((element) => {
    const was = old.get(element.id);
    return was !== undefined && !isAlike(was, element);
  });
  // An element that was pushed out of the part that is read has not gone.
  const end = now.isCut ? before.elements.findLastIndex(({ id }) => ids.has(id)) : before.elements.length;
  const removed = before.elements.filter(({ id }, index) => !ids.has(id) && index <= end);
  return { added, changed, removed };
}

type Tree = Pick<Snapshot<unknown>, 'elements' | 'isCut'>;

function isUnchanged(before: Tree, now: Tree): boolean {
  if (before.elements.length !== now.elements.length || before.isCut !== now.isCut) return false;
  return before.elements.every((was, index) => {
    const is = now.elements[index];
    return is !== undefined && was.id === is.id && was.depth === is.depth && isAlike(was, is);
  });
}

/** Whether two lines are equal but for their place. */
function isAlike(a: Element, b: Element): boolean {
  if (a.role !== b.role || a.name !== b.name || a.text !== b.text || a.textGoesOn !== b.textGoesOn) return false;
  if (a.items !== b.items || !isSameList(a.states, b.states) || !isSameList(a.actions, b.actions)) return false;
  return isSameData(a.value, b.value) && isSameData(a.folded, b.folded);
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index]);
}

function isSameData(a: Element['value'] | Element['folded'], b: Element['value'] | Element['folded']): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
