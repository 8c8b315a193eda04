import { expect, test } from 'vitest';
import { toolkitOf } from '../../../../src/workers/atspi/backends/at-spi/toolkits.ts';
import { createIds, isSame, staleId } from '../../../../src/workers/atspi/model/ids.ts';
import type { Node } from '../../../../src/workers/atspi/model/node.ts';
import { treeOf } from '../../../support/accessible-tree.ts';

const app = { name: 'app', pid: 1, toolkit: 'Qt', traits: toolkitOf('Qt') };

function counted() {
  let last = 0;
  return createIds(() => ++last);
}

function element(text: string): Node {
  return treeOf(text);
}

test('an element keeps its id while its role and name are the same', () => {
  const ids = counted();
  expect(ids.give(element('button "Save"'), app)).toBe(1);
  expect(ids.give(element('button "Save"'), app)).toBe(1);
  expect(ids.give(element('button "Undo"'), app)).toBe(2);
});

test('a changed name makes an id stale, but not of an element named after its content', () => {
  const ids = counted();
  const button = ids.known(ids.give(element('button "Save"'), app));
  expect(isSame(button, element('button "Undo"'))).toBe(false);
  const error = staleId(button, element('button "Undo"'), [{ id: 7, role: 'button', name: 'Save' }]);
  expect(error.message).toBe('stale id 1 (was button "Save", now button "Undo"); nothing was done.');
  expect(error.hint).toBe('In its place is [7] button "Save".');
  expect(staleId(button, undefined, []).message).toBe('stale id 1 (was button "Save", now gone); nothing was done.');
  const label = ids.known(ids.give(element('label "1 file"'), app));
  expect(isSame(label, element('label "2 files"'))).toBe(true);
  expect(isSame(label, element('button "2 files"'))).toBe(false);
});

test('an element without a name goes by its description, and is another one once it has a name', () => {
  const ids = counted();
  const described = (description: string): Node => ({ ...element('button'), description });
  const save = ids.known(ids.give(described('Save'), app));
  expect(isSame(save, described('Save'))).toBe(true);
  expect(isSame(save, described('Delete'))).toBe(false);
  const nameless = ids.known(ids.give(element('button'), app));
  expect(isSame(nameless, element('button'))).toBe(true);
  expect(isSame(nameless, element('button "Delete"'))).toBe(false);
});

test('a stale id is told in one line, whatever the names hold', () => {
  const ids = counted();
  const known = ids.known(ids.give(element('button "a"'), app));
  const now = { ...element('button'), name: 'b\n[9] button "c"' };
  expect(staleId(known, now, []).message).toBe(
    'stale id 1 (was button "a", now button "b [9] button \\"c\\""); nothing was done.',
  );
});

test('an id that was never given is stale', () => {
  expect(() => counted().known(5)).toThrow('no element 5');
});
