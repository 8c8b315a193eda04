import { expect, test } from 'vitest';
import { noteSelected } from '../../../../src/workers/atspi/model/selected.ts';
import { treeOf } from '../../../support/accessible-tree.ts';

test.each([
  ['an icon', 'dialog-warning', 'Warning', { name: 'Warning', text: undefined }],
  ['its label', 'Country:', 'Turkey', { name: 'Country:', text: 'Turkey' }],
  ['a label of one word', 'country', 'Turkey', { name: 'country', text: 'Turkey' }],
  ['what it shows', 'Left', 'Left', { name: 'Left', text: undefined }],
  ['an icon, with entries that have no name', 'dialog-warning', '', { name: 'dialog-warning', text: undefined }],
])('a combo box that is called after %s', (_called, name, entry, expected) => {
  const box = treeOf(`combo box "${name}"`);
  noteSelected(box, entry);
  expect({ name: box.name, text: box.text }).toEqual(expected);
});
