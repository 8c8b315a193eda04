/** Events of AT-SPI as changes of an application. */
import { expect, test } from 'vitest';
import { changeOf } from '../../../../../src/workers/atspi/backends/at-spi/events.ts';

const ref = { app: ':1.1', key: '/1' };

test.each([
  ['TextCaretMoved', '', 'caret'],
  ['TextSelectionChanged', '', 'unseen'],
  ['BoundsChanged', '', 'unseen'],
  ['StateChanged', 'defunct', 'unseen'],
  ['PropertyChange', 'accessible-parent', 'unseen'],
  ['TextChanged', 'insert/system', 'added'],
  ['ChildrenChanged', 'add', 'added'],
  ['TextChanged', 'delete', 'removed'],
  ['ChildrenChanged', 'remove/system', 'removed'],
  ['PropertyChange', 'accessible-name', 'other'],
  ['StateChanged', 'focused', 'other'],
])('%s %s is "%s"', (member, detail, kind) => {
  expect(changeOf({ ref, member, detail })).toEqual({ ref, kind });
});
