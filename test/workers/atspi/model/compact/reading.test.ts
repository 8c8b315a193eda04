import { expect, test } from 'vitest';
import { toolkitOf } from '../../../../../src/workers/atspi/backends/at-spi/toolkits.ts';
import { chooseAction } from '../../../../../src/workers/atspi/model/actions.ts';
import { isPlain, readingOf } from '../../../../../src/workers/atspi/model/compact/reading.ts';
import { keepOneFocus } from '../../../../../src/workers/atspi/model/focus.ts';
import { closestTo } from '../../../../../src/workers/atspi/model/match/closest.ts';
import { type Node, nodesOf } from '../../../../../src/workers/atspi/model/node.ts';
import { named, treeOf } from '../../../../support/accessible-tree.ts';

test('reads a page in order, children in the place of their placeholder, nothing twice', () => {
  const page = treeOf(`
    document web "Page" text="\ufffc\ufffc"
     heading "Title" text="Title"
      static "Title" text="Title"
     section text="￼￼￼￼"
      label text="Mail ￼"
       entry "Mail" {editable}
      paragraph text="See \ufffc now."
       link "the form" text="the form"
      password text "Password"
      table
       table row
        table cell "Cake" text="Cake"
        table cell "12" text="12"
  `);
  expect(readingOf(page)).toBe('Title\nMail \nSee the form now.\nPassword\nCake\t12');
});

test('puts blocks on lines of their own, and fields and buttons apart from the words beside them', () => {
  const page = treeOf(`
    document web "Page" text="￼￼￼￼"
     section text="￼￼Slotted words"
      paragraph text="Shadow words"
      button "Press"
     section text="Cookies are used.￼"
      button "Accept"
     label text="￼ Candles"
      check box "Candles"
     dialog "Only for screen readers" text="￼"
      paragraph text="Leave?"
  `);
  expect(readingOf(page, { isPage: true })).toBe(
    'Shadow words\nPress Slotted words\nCookies are used. Accept\nCandles\nLeave?',
  );
});

test('reads a label although a part of the name of its group says the same', () => {
  const panel = treeOf(`
    panel "Page 2"
     label "Page 2"
     label "1"
     label "2"
  `);
  expect(readingOf(panel)).toBe('Page 2\n1\n2');
});

test('a link, button or value is read although the words beside it say the same', () => {
  const paragraph = treeOf(`
    paragraph text="The cat sat on the \ufffc and a \ufffc of 1 to 9: \ufffc; \ufffc cat"
     link "cat" text="cat"
     button "sat"
     entry "of 1 to 9" {editable} text="1"
     check box "cat"
  `);
  expect(readingOf(paragraph)).toBe('The cat sat on the cat and a sat of 1 to 9: 1 ;  cat');
});

test('an empty cell of a row keeps its place', () => {
  const rows = treeOf(`
    table
     table row text="\ufffc\ufffc\ufffc\ufffc"
      table cell text=""
      table cell text="Q1"
      table cell text=""
      table cell text=""
     table row
      table cell text="Ada"
      table cell
      table cell text="5"
     table row
      table cell
  `);
  expect(readingOf(rows)).toBe('\tQ1\nAda\t\t5');
});

test('reads of a closed combo box what it shows, not its entries', () => {
  const page = treeOf(`
    section text="Flavour ￼"
     combo box "Flavour" {expandable} text="Cherry"
      menu
       menu item "Vanilla"
       menu item "Cherry" {selected}
  `);
  expect(readingOf(page)).toBe('Flavour Cherry');
});

test('leaves the place of what was not read empty, and finds the others', () => {
  const page = treeOf(`
    paragraph text="￼, ￼ and ￼"
     link "one" text="one"
     link "three" text="three"
  `);
  const [one, three] = page.children;
  page.slots = [one, undefined, three];
  expect(readingOf(page)).toBe('one,  and three');
});

test('tells text leaves, which repeat a part of the text, from objects', () => {
  const page = treeOf(`
    paragraph text="See ￼, or ￼."
     static "See " text="See "
     link "this" text="this"
     static ", or " text=", or "
     static text="code()"
      static "code()" text="code()"
     static "." text="."
  `);
  expect(readingOf(page)).toBe('See this, or code().');
});

test('names the elements that are spelled like the query, the closest first', () => {
  const tree = treeOf(`
    frame "f"
     button "Save"
     button "Save As…"
     button "Print"
  `);
  expect(closestTo('Saev', nodesOf(tree), 5).map(({ name }) => name)).toEqual(['Save', 'Save As…']);
});

test('leaves the focus to the field that takes text, of all that say they have it', () => {
  const tree = treeOf(`
    frame "f"
     page tab "tab" {focused}
     filler {focused}
      text "field" {focused, editable}
     panel
      filler
       button "Normal" {focused}
  `);
  keepOneFocus([tree]);
  expect(focusedIn(tree)).toEqual(['field']);
});

test.each([
  ['Qt, whose window keeps its claims', '{focused}', 'page tab "tab" {focused, selected}'],
  ['GTK 3, which calls it selected', '{selected}', 'button "own"'],
])('an entry of an open menu of %s has the focus', (_toolkit, states, other) => {
  const tree = treeOf(`
    frame "f"
     panel
      panel
       panel
        ${other}
     text "field" {focused, editable}
     menu bar
      menu "File" ${states}
       popup menu ${states}
        menu item "New"
        menu item "Open…" ${states}
  `);
  keepOneFocus([tree]);
  expect(focusedIn(tree)).toEqual(['Open…']);
  const entry = nodesOf(tree).find(({ name }) => name === 'Open…');
  if (entry) entry.states = treeOf('menu item').states;
  keepOneFocus([tree]);
  expect(focusedIn(tree)).not.toContain('Open…');
});

test('a selected entry of a combo box or of a menu bar has no focus', () => {
  const tree = treeOf(`
    frame "f"
     text "field" {focused, editable}
     combo box "box"
      menu
       menu item "chosen" {selected}
     menu bar
      menu "File" {selected}
  `);
  keepOneFocus([tree]);
  expect(focusedIn(tree)).toEqual(['field']);
});

test.each([
  ['popup menu "menu"', '{selectable}', ['menu']],
  ['popup menu "menu"', '{focused}', ['entry']],
  ['list "completions"', '{focused}', ['field']],
])('an open popup shares the focus with the window below: %s, its entry %s', (popup, states, focused) => {
  const tree = treeOf(`
    application "a"
     ${popup}
      menu item "entry" ${states}
     frame "f"
      text "field" {focused, editable}
  `);
  Object.assign(named(tree, popup.slice(popup.indexOf('"') + 1, -1)), { isPopup: true });
  keepOneFocus(tree.children);
  expect(focusedIn(tree)).toEqual(focused);
});

function focusedIn(tree: Node): string[] {
  return nodesOf(tree).flatMap(({ name, states }) => (states.has('focused') ? [name] : []));
}

test('chooses an action before anything is sent, and never the context menu by itself', () => {
  const chromium = toolkitOf('Chromium');
  const [section, link] = [treeOf('section (showContextMenu)'), treeOf('link "a" (jump, showContextMenu)')];
  expect(chooseAction(section, chromium, undefined)).toBeUndefined();
  expect(chooseAction(section, chromium, 'showcontextmenu')).toEqual({ index: 0, name: 'showContextMenu' });
  expect(chooseAction(link, chromium, 'Press|JUMP')).toEqual({ index: 0, name: 'jump' });
  expect(chooseAction(treeOf('button "b" (SetFocus)'), toolkitOf('Qt'), undefined)).toBeUndefined();
  expect(chooseAction(treeOf('button "b" (SetFocus, Press)'), toolkitOf('Qt'), undefined)).toEqual({
    index: 1,
    name: 'Press',
  });
});

test.each([
  ['text "notes.txt" {editable} text=""', true],
  ['text "notes.txt" {editable} text="   "', true],
  ['entry "Full name" {readOnly} text=""', true],
  ['entry "Full name" {editable} text="A\ufffcB"', false],
  ['combo box "Flavour" {expandable} text=""', false],
  ['section "Menu" text=""', false],
])('an empty field is its empty text, not its name: %s', (line, isItsText) => {
  expect(isPlain(treeOf(line))).toBe(isItsText);
});
