import { expect, test } from 'vitest';
import {
  addReselected,
  addUnannounced,
  announcedNode,
  type ChangeEvent,
  isFresh,
  isStructureChange,
  mirrorOf,
  noteChange,
} from '../../../../../src/workers/atspi/backends/at-spi/mirrored.ts';
import { nodesOf } from '../../../../../src/workers/atspi/model/node.ts';
import { treeOf } from '../../../../support/accessible-tree.ts';

const TREE = `
  application "kate"
   frame "notes.txt" {active}
    text "editor" {focused, editable} text="one"
    button "Undo" {disabled}
    combo box "ba"
     text "ba" {editable} text="ba"
    terminal "shell" text="$"
   tool tip "Undo the last change"
`;

/** Paths of the tree's objects, by line. */
const AT = {
  frame: '/1',
  editor: '/2',
  undo: '/3',
  combo: '/4',
  entry: '/5',
  terminal: '/6',
  tip: '/7',
  unknown: '/99',
};

/** An event of the object at `path`, else of the editor. */
type Announced = Partial<Omit<ChangeEvent, 'ref'>> & { path?: string };

function event({ path = AT.editor, ...over }: Announced): ChangeEvent {
  const ref = { app: ':1.1', key: path };
  return { ref, kind: 'Object', member: 'TextChanged', detail: 'insert', value: 0, ...over };
}

function after(...events: Announced[]) {
  const mirrored = mirrorOf(treeOf(TREE), false);
  for (const over of events) noteChange(mirrored, event(over));
  const stale = Object.fromEntries([...mirrored.stale].map(([node, part]) => [node.ref.key, part]));
  return { mirrored, stale, isStale: mirrored.isStale };
}

test('is fresh until something is announced, and after what says nothing', () => {
  expect(isFresh(after().mirrored)).toBe(true);
  expect(isFresh(after({ member: 'PropertyChange', detail: 'accessible-table-caption' }).mirrored)).toBe(true);
});

test('a text that changed is read again, and nothing else', () => {
  expect(after({})).toMatchObject({ stale: { [AT.editor]: 'all' }, isStale: false });
});

test('an element that was enabled is read with its actions, a state alone as a state', () => {
  const enabled = { path: AT.undo, member: 'StateChanged', detail: 'enabled', value: 1 };
  const pressed = { path: AT.undo, member: 'StateChanged', detail: 'pressed', value: 1 };
  expect(after(enabled).stale).toEqual({ [AT.undo]: 'all' });
  expect(after(pressed).stale).toEqual({ [AT.undo]: 'states' });
  expect(after(enabled, pressed).stale).toEqual({ [AT.undo]: 'all' });
});

test('focus makes those stale that had it, and buttons, of which another may be the default one now', () => {
  const { stale } = after({ path: AT.entry, member: 'StateChanged', detail: 'focused', value: 1 });
  expect(stale).toMatchObject({ [AT.entry]: 'states', [AT.editor]: 'states', [AT.undo]: 'states' });
});

test('a combo box is read again with the field that it is named after', () => {
  expect(after({ path: AT.entry }).stale).toEqual({ [AT.entry]: 'all', [AT.combo]: 'all' });
});

test('of a list whose selection has changed what can be selected is read again', () => {
  const root = treeOf(`
    application "a"
     list "entries"
      list item "one" {selected}
      list item "two" {selectable}
      label "heading"
     list item "elsewhere" {selected}
  `);
  const mirrored = mirrorOf(root, false);
  noteChange(mirrored, event({ path: '/1', member: 'SelectionChanged', detail: '' }));
  expect([isFresh(mirrored), isStructureChange(mirrored, event({ path: '/1', member: 'SelectionChanged' }))]).toEqual([
    false,
    false,
  ]);
  addReselected(mirrored);
  expect([...mirrored.stale].map(([{ name }, part]) => [name, part])).toEqual([
    ['one', 'states'],
    ['two', 'states'],
  ]);
  expect(mirrored.reselected.size).toBe(0);
});

test('what a label names is read again with it, though the label is not in the tree', () => {
  const root = treeOf(TREE);
  const undo = nodesOf(root).find(({ name }) => name === 'Undo');
  if (undo) undo.label = { ref: { app: ':1.1', key: AT.unknown }, text: 'Undo' };
  const mirrored = mirrorOf(root, false);
  noteChange(mirrored, event({ path: AT.unknown }));
  expect([...mirrored.stale]).toEqual([[undo, 'all']]);
});

test.each([
  { member: 'ChildrenChanged', detail: 'add' },
  { member: 'StateChanged', detail: 'showing', value: 1, path: AT.unknown },
  { member: 'StateChanged', detail: 'visible', path: AT.undo },
  { member: 'StateChanged', detail: 'expanded', value: 1 },
  { kind: 'Window', member: 'Create' },
  { kind: 'Document', member: 'LoadComplete' },
])('what comes or goes makes the whole tree stale: %j', (over) => {
  expect(isStructureChange(undefined, event(over))).toBe(true);
  expect(after(over).isStale).toBe(true);
});

test('a container that was disabled is read again with all that is in it', () => {
  const { stale, isStale } = after({ path: AT.combo, member: 'StateChanged', detail: 'sensitive' });
  expect(stale).toEqual({ [AT.combo]: 'all', [AT.entry]: 'all' });
  expect(isStale).toBe(false);
});

const LIST = `
  application "dolphin"
   frame "papers"
    list "papers"
     list item "a.txt"
    label "1 file"
`;

test.each([
  { member: 'PropertyChange', detail: 'accessible-name' },
  { member: 'PropertyChange', detail: 'accessible-description' },
  { member: 'RowInserted' },
  { member: 'RowDeleted' },
  { member: 'ModelChanged' },
])('a list that says %j has other entries', (over) => {
  const mirrored = mirrorOf(treeOf(LIST), false);
  const ofList = event({ path: '/2', ...over });
  noteChange(mirrored, ofList);
  expect(mirrored.isStale).toBe(true);
  expect(isStructureChange(mirrored, ofList)).toBe(true);
});

test('the name of an entry or a label is only that, and a model that nobody sees is nothing', () => {
  const mirrored = mirrorOf(treeOf(LIST), false);
  for (const path of ['/3', '/4'])
    noteChange(mirrored, event({ path, member: 'PropertyChange', detail: 'accessible-name' }));
  expect([...mirrored.stale.values()]).toEqual(['all', 'all']);
  expect(mirrored.isStale).toBe(false);
  const hidden = event({ path: AT.unknown, member: 'RowDeleted' });
  noteChange(mirrored, hidden);
  expect(mirrored.isStale || isStructureChange(mirrored, hidden)).toBe(false);
});

test('an object that is not in the tree and has got a name is asked whether it shows', () => {
  const { mirrored } = after({ path: AT.unknown, member: 'PropertyChange', detail: 'accessible-name' });
  expect([...mirrored.unknownObjects.values()]).toEqual([{ app: ':1.1', key: AT.unknown }]);
  expect(isFresh(mirrored)).toBe(false);
});

test('an object that is gone makes the whole tree stale, one that is not does not', () => {
  const over = { path: AT.unknown, member: 'StateChanged', detail: 'defunct' };
  expect(isFresh(after(over).mirrored)).toBe(true);
  expect(after({ ...over, value: 1 }).isStale).toBe(true);
});

test('an object that is not in the tree and has got the focus may show', () => {
  const focused = { path: AT.unknown, member: 'StateChanged', detail: 'focused' };
  expect(isFresh(after({ ...focused, value: 1 }).mirrored)).toBe(false);
  expect(isFresh(after({ ...focused, value: 0 }).mirrored)).toBe(true);
});

test('links in a label that has the focus are looked at always', () => {
  const label = (states: string): string => `
    application "factory"
     frame "window"
      label "Source: Wikipedia"${states}
       link "Wikipedia"
      link "Elsewhere"
  `;
  for (const [states, again] of [
    [' {focused}', ['/3']],
    ['', []],
  ] as const) {
    const mirrored = mirrorOf(treeOf(label(states)), false);
    addUnannounced(mirrored);
    expect([...mirrored.stale.keys()].map(({ ref }) => ref.key)).toEqual(again);
  }
  const changed = mirrorOf(treeOf(label('')), false);
  const told = ['/2', '/3', '/4'].filter((key) => announcedNode(changed, { app: ':1.1', key }));
  expect(told).toEqual(['/4']);
  noteChange(changed, event({ path: '/4', member: 'StateChanged', detail: 'pressed', value: 1 }));
  addUnannounced(changed);
  expect([...changed.stale.keys()].map(({ ref }) => ref.key)).toContain('/3');
});

test('what lies in an element that has got the focus is looked at too', () => {
  const focused = { member: 'StateChanged', detail: 'focused', value: 1 };
  const { stale } = after({ path: AT.combo, ...focused });
  expect(stale).toMatchObject({ [AT.combo]: 'states', [AT.entry]: 'states' });
  expect(after({ path: AT.frame, ...focused }).stale).not.toHaveProperty(AT.terminal);
  expect(after({ path: AT.combo, ...focused, value: 0 }).stale).not.toHaveProperty(AT.entry);
});

test('a window that came to the front is read again, with the one that was there', () => {
  const over = { kind: 'Window', member: 'Activate', path: AT.frame };
  expect(isStructureChange(undefined, event(over))).toBe(false);
  expect(after(over).stale).toEqual({ [AT.frame]: 'states' });
});

const PAGE = `
  application "Firefox"
   frame "a page"
    entry "Address" {editable} text="https"
    document web "a page"
     entry "Field" {editable} text="one"
      static "one"
     button "Go on"
     combo box "Colour"
      entry "Colour" {editable} text="red"
     paragraph "Words" text="Words"
`;
const [FRAME, ADDRESS, FIELD, LEAF, BUTTON, COLOUR, WORDS] = ['/1', '/2', '/4', '/5', '/6', '/8', '/9'] as const;
const NAME = { member: 'PropertyChange', detail: 'accessible-name' };

test.each<[string, Announced, string[] | 'all']>([
  ['the text of a field', { path: FIELD }, [FIELD, LEAF]],
  ['a name', { path: BUTTON, ...NAME }, [BUTTON]],
  ['a text that is no field', { path: WORDS }, 'all'],
  ['a state', { path: BUTTON, member: 'StateChanged', detail: 'pressed' }, 'all'],
  ['the text of the field of a combo box', { path: COLOUR }, 'all'],
  ['a field around the page', { path: ADDRESS }, 'all'],
  ['the name of its window', { path: FRAME, ...NAME }, 'all'],
  ['a name of what is not in the tree', { path: AT.unknown, ...NAME }, 'all'],
])('of a browser fields and names of a page are read again, else all: %s', (_what, over, again) => {
  const mirrored = mirrorOf(treeOf(PAGE), true);
  noteChange(mirrored, event(over));
  expect(isStructureChange(mirrored, event(over))).toBe(again === 'all');
  expect(mirrored.isStale ? 'all' : [...mirrored.stale.keys()].map(({ ref }) => ref.key)).toEqual(again);
});

test('titles are read again when anything changed, terminals and tool tips always', () => {
  const { mirrored } = after();
  addUnannounced(mirrored);
  expect([...mirrored.stale.keys()].map(({ ref }) => ref.key)).toEqual([AT.terminal, AT.tip]);
  const changed = after({ path: AT.undo, member: 'StateChanged', detail: 'pressed' }).mirrored;
  addUnannounced(changed);
  expect([...changed.stale.keys()].map(({ ref }) => ref.key)).toContain(AT.frame);
});

test('with any other change it is looked whether a table still has the entries that were read', () => {
  const root = treeOf(`
    application "kate"
     frame "w"
      table "Files"
       table column header "Name"
       table cell "a"
       table cell "b"
      button "Open"
  `);
  const mirrored = mirrorOf(root, false);
  addUnannounced(mirrored);
  expect(isFresh(mirrored)).toBe(true);
  noteChange(mirrored, event({ path: '/6', member: 'StateChanged', detail: 'focused', value: 1 }));
  addUnannounced(mirrored);
  const stale = [...mirrored.stale].map(([{ name }, part]) => `${name} ${part}`);
  expect(stale).toEqual(expect.arrayContaining(['Name states', 'b states']));
  expect(stale).not.toContain('a states');
});

test('fields of one line are read again when anything changed: one may be a password field now', () => {
  const pressed = { path: AT.undo, member: 'StateChanged', detail: 'pressed' };
  const { mirrored } = after(pressed);
  addUnannounced(mirrored);
  expect([...mirrored.stale.keys()].map(({ ref }) => ref.key)).toContain(AT.entry);
  const multiLine = mirrorOf(treeOf(TREE.replace('{editable}', '{editable, multiLine}')), false);
  noteChange(multiLine, event(pressed));
  addUnannounced(multiLine);
  expect([...multiLine.stale.keys()].map(({ ref }) => ref.key)).not.toContain(AT.entry);
});
