import { expect, test } from 'vitest';
import type { Element } from '../../../../../src/protocol/element.ts';
import { changesBetween, createRevisions } from '../../../../../src/workers/atspi/model/change/revisions.ts';

function element(id: number, more: Partial<Element> = {}): Element {
  return { id, role: 'button', name: `B${id}`, depth: 1, states: [], actions: ['Press'], ...more };
}

const tree = (...elements: Element[]) => ({ view: 'v', elements, isCut: false });
const book = () => createRevisions<string>((a, b) => a === b);

test('a tree keeps its revision while it is unchanged, and gets a new one when it is not', () => {
  const revisions = book();
  const first = revisions.keep(tree(element(1), element(2)));
  expect(revisions.keep(tree(element(1), element(2)))).toBe(first);
  const second = revisions.keep(tree(element(1), element(2, { states: ['focused'] })));
  expect(second).toBeGreaterThan(first);
  expect(revisions.at(first).elements).toHaveLength(2);
});

test('the same elements under another question, or at another depth, are another revision', () => {
  const revisions = book();
  const first = revisions.keep(tree(element(1)));
  expect(revisions.keep({ ...tree(element(1)), view: 'w' })).not.toBe(first);
  expect(revisions.keep(tree(element(1, { depth: 2 })))).not.toBe(first);
});

test.each<[string, Partial<Element>]>([
  ['name', { name: 'other' }],
  ['role', { role: 'link' }],
  ['states', { states: ['checked'] }],
  ['actions', { actions: [] }],
  ['text', { text: 'x' }],
  ['more text', { textGoesOn: true }],
  ['value', { value: { now: 1, min: 0, max: 2 } }],
  ['entries', { items: 500 }],
  ['what a bar holds', { folded: [{ role: 'button', count: 2 }] }],
])('a changed %s is a change', (_what, change) => {
  const changed = element(2, change);
  expect(changesBetween(tree(element(1), element(2)), tree(element(1), changed))).toEqual({
    added: [],
    changed: [changed],
    removed: [],
  });
});

test('what came and what went is told by its id; moving is no change', () => {
  const [one, two, three] = [element(1), element(2), element(3)];
  expect(changesBetween(tree(one, two), tree(three, { ...one, depth: 4 }))).toEqual({
    added: [three],
    changed: [],
    removed: [two],
  });
});

test('what was only pushed out of the part that is read has not gone', () => {
  const before = { elements: [1, 2, 3, 4, 5].map((id) => element(id)), isCut: true };
  const now = { elements: [9, 1, 3, 4].map((id) => element(id)), isCut: true };
  expect(changesBetween(before, now).removed.map(({ id }) => id)).toEqual([2]);
});

test('old revisions are forgotten, which is said', () => {
  const revisions = book();
  const first = revisions.keep(tree(element(1)));
  for (let id = 2; id < 50; id++) revisions.keep(tree(element(id)));
  expect(() => revisions.at(first)).toThrow(/Revision 1 is not known/);
});
