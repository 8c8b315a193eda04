import { expect, test } from 'vitest';
import type { Node } from '../../../../../src/workers/atspi/model/node.ts';
import {
  hitsBesideWay,
  isCover,
  isTakenAway,
  leadsTo,
  operatedAt,
} from '../../../../../src/workers/atspi/model/place/hit.ts';
import { NO_STATES } from '../../../../../src/workers/atspi/model/states.ts';
import { named, treeOf } from '../../../../support/accessible-tree.ts';

const tree = treeOf(`
  application "app"
   frame "window"
    panel "page"
     button "Save"
      label "Save text"
     label "beside"
    panel "notice"
     label "notice text"
`);
const node = (name: string): Node => named(tree, name);
const way = ['window', 'page', 'Save'].map(node);
const answers = (...names: (string | undefined)[]) =>
  names.map((name) => (name === undefined ? undefined : node(name).ref));

test('answers that lead from one to the next, or straight to the element, stray nowhere', () => {
  expect(hitsBesideWay(way, answers('page', 'Save'))).toEqual([]);
  expect(hitsBesideWay(way, answers('Save', undefined))).toEqual([]);
});

test('objects that know of nothing, or of themselves, are passed over', () => {
  expect(hitsBesideWay(way, answers(undefined, undefined))).toEqual([]);
  expect(hitsBesideWay(way, answers('window', 'notice'))).toEqual([node('notice').ref]);
});

test('the first answer that leaves the way is the stray one', () => {
  expect(hitsBesideWay(way, answers('notice text', 'Save'))).toEqual([node('notice text').ref]);
  expect(hitsBesideWay(way, answers('page', 'Save text'))).toEqual([node('Save text').ref]);
});

test('what lies elsewhere and shows covers an element, parts of it and the label beside it do not', () => {
  expect(isCover(node('notice text'), way)).toBe(true);
  expect(isCover(node('Save text'), way)).toBe(false);
  expect(isCover(node('beside'), way)).toBe(false);
  expect(isCover({ ...node('notice'), states: NO_STATES }, way)).toBe(false);
});

test('the button around a label is what was hit', () => {
  node('Save').extents = { x: 0, y: 0, width: 50, height: 20 };
  expect(operatedAt(node('Save text'), { x: 5, y: 5 })).toBe(node('Save'));
});

test('an element around that is not at the point, as a tab is not in its page, was not hit', () => {
  expect(operatedAt(node('Save text'), { x: 5, y: 50 })).toBe(node('Save text'));
});

test('a label that belongs to nothing is what was hit', () => {
  expect(operatedAt(node('notice text'), { x: 0, y: 0 })).toBe(node('notice text'));
});

test('all stray answers are given, since the first may be of what does not show', () => {
  expect(hitsBesideWay(way, answers('notice text', 'Save text'))).toEqual([
    node('notice text').ref,
    node('Save text').ref,
  ]);
});

test('an answer on the way, or within the element, leads to it', () => {
  expect(leadsTo(node('page'), way)).toBe(true);
  expect(leadsTo(node('Save text'), way)).toBe(true);
  expect(leadsTo(node('notice'), way)).toBe(false);
});

test('of what lets pointers through only that takes one which can be operated, and a page is no tab', () => {
  expect(['Save', 'notice', 'notice text'].map((name) => isTakenAway(node(name)))).toEqual([true, false, false]);
  expect(isTakenAway({ ...node('notice'), role: 'page tab' })).toBe(false);
  expect(isTakenAway({ ...node('notice'), role: 'dialog' })).toBe(true);
});
