import { expect, test } from 'vitest';
import { toolkitOf } from '../../../../src/workers/atspi/backends/at-spi/toolkits.ts';
import { outline } from '../../../../src/workers/atspi/model/compact/compact.ts';
import { createIds, isSame } from '../../../../src/workers/atspi/model/ids.ts';
import { labelOf, textOf } from '../../../../src/workers/atspi/model/label.ts';
import type { Node } from '../../../../src/workers/atspi/model/node.ts';
import { named, treeOf } from '../../../support/accessible-tree.ts';

const traits = toolkitOf('Qt');
const APP = { name: 'app', pid: 1, toolkit: 'Qt', traits };

/** Lines of a tree: role, name, text. */
function lines(root: Node): string[] {
  return outline(root, { traits }).map(({ node, name, isBeside, text }) =>
    [node.role, ...(isBeside ? ['beside'] : []), name, ...(text === undefined ? [] : [`= ${text}`])].join(' '),
  );
}

test.each([
  ['one label', 'list item', ['panel', ' label "Option 1"'], 'Option 1'],
  ['a text instead of a name', 'menu item', ['label text="Open…"'], 'Open…'],
  ['an icon and a label', 'button', ['icon', 'label "Up"'], 'Up'],
  ['two labels', 'list item', ['label "a"', 'label "b"'], ''],
  ['something to operate', 'list item', ['label "a"', 'button "Remove"'], ''],
])('an entry without a name that holds %s', (_what, role, held, name) => {
  const tree = treeOf([`panel`, ` ${role}`, ...held.map((line) => `  ${line}`)].join('\n'));
  expect(labelOf(tree.children[0] as Node)).toBe(name);
});

test('what has a text of its own, as in pages, is not called by a label in it', () => {
  expect(labelOf(treeOf('list item text="Apple"\n static "Apple"'))).toBe('');
});

const FORM = treeOf(`
  frame "f"
   label "Search for:"
   combo box
    text {editable} text="abc"
   label "Size"
   combo box "12 pt"
   label "Beside:"
   text {editable} text="held"
`);
const [, search, size, sizes, besideLabel, besideField] = FORM.children;
if (search) search.label = { ref: { app: ':1.1', key: '/1' }, text: 'Search for:' };
if (besideField && besideLabel) besideField.beside = besideLabel;

test('a label that names a field has no line beside it; one that only lies there has', () => {
  expect(lines(FORM)).toEqual([
    'frame f',
    'combo box Search for:',
    'text Search for: = abc',
    'label Size',
    'combo box 12 pt',
    'label Beside:',
    'text beside Beside: = held',
  ]);
});

test('a combo box beside a label keeps its value as its text', () => {
  if (sizes && size) sizes.beside = size;
  expect(sizes && [labelOf(sizes), textOf(sizes)]).toEqual(['Size', '12 pt']);
});

test('an element that is named by a label in it keeps its id while that says the same', () => {
  let last = 0;
  const ids = createIds(() => ++last);
  const row = treeOf('list item\n label "Option 1"');
  const id = ids.give(row, APP);
  expect(ids.give({ ...row, children: [] }, APP)).toBe(id);
  expect(isSame(ids.known(id), row)).toBe(true);
  const again = treeOf('list item\n label "Option 7"');
  expect(isSame(ids.known(id), again)).toBe(false);
  expect(ids.give(again, APP)).not.toBe(id);
});

test('a field keeps its id with the label beside it and without', () => {
  let last = 0;
  const ids = createIds(() => ++last);
  const slider = named(treeOf('frame\n label "Volume"\n slider "s"'), 's');
  slider.name = '';
  const id = ids.give({ ...slider, beside: treeOf('label "Volume"') }, APP);
  expect(ids.known(id).name).toBe('Volume');
  expect(ids.give(slider, APP)).toBe(id);
});
