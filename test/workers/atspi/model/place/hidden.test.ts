import { expect, test } from 'vitest';
import type { Node } from '../../../../../src/workers/atspi/model/node.ts';
import { hiddenPart, isOutOfView } from '../../../../../src/workers/atspi/model/place/hidden.ts';
import { NO_STATES, statesOf } from '../../../../../src/workers/atspi/model/states.ts';
import { named, treeOf } from '../../../../support/accessible-tree.ts';

const PROGRAM = { isBrowser: false };
const BROWSER = { isBrowser: true };

/** A tree in which the named elements do not show. */
function hiding(text: string, ...names: string[]): (name: string) => Node {
  const tree = treeOf(text);
  for (const name of names) named(tree, name).states = NO_STATES;
  return (name) => named(tree, name);
}

const PAGES = `
  application "app"
   frame "window"
    page tab list "tabs"
    panel "page at the back"
     list "entries"
      list item "entry"
    list "in front"
     list item "far down"
    menu item "Things"
     popup menu "things"
      menu item "Apple"
`;

test('an entry that says that it shows is hidden with the page that does not', () => {
  const node = hiding(PAGES, 'page at the back', 'entries');
  expect(hiddenPart(node('entry'), PROGRAM)).toBe(node('page at the back'));
  expect(hiddenPart(node('far down'), PROGRAM)).toBeUndefined();
});

test('an entry of a view that shows is scrolled out of view', () => {
  const node = hiding(PAGES, 'far down', 'page at the back');
  expect(hiddenPart(node('far down'), PROGRAM)).toBe(node('far down'));
  expect(isOutOfView(node('far down'))).toBe(true);
  expect(isOutOfView(node('page at the back'))).toBe(false);
});

test('an open menu shows, whatever it belongs to, and a closed one does not', () => {
  const open = hiding(PAGES, 'Things');
  expect(hiddenPart(open('Apple'), PROGRAM)).toBeUndefined();
  const closed = hiding(PAGES, 'things', 'Apple');
  expect(hiddenPart(closed('Apple'), PROGRAM)).toBe(closed('things'));
});

test('the state of its window says nothing: the compositor knows better', () => {
  const node = hiding(PAGES, 'window');
  expect(hiddenPart(node('far down'), PROGRAM)).toBeUndefined();
});

const TABS = `
  application "browser"
   frame "window"
    scroll pane "first view"
     internal frame "first frame"
      document web "first page"
       section "wrapper"
        button "Save"
    button "Reload"
`;

test('in a page what does not say that it shows may show: its page decides, and the tab around it', () => {
  const front = hiding(TABS, 'wrapper', 'Save', 'Reload');
  expect(hiddenPart(front('Save'), BROWSER)).toBeUndefined();
  expect(hiddenPart(front('Reload'), BROWSER)).toBeUndefined();
  const back = hiding(TABS, 'first view', 'first frame', 'first page', 'wrapper', 'Save');
  expect(hiddenPart(back('Save'), BROWSER)).toBe(back('first view'));
  expect(hiddenPart(back('first page'), BROWSER)).toBe(back('first view'));
});

test('a page that is in no window is at the back', () => {
  const tree = treeOf(`
    document web "page"
     button "Save"
  `);
  expect(hiddenPart(named(tree, 'Save'), BROWSER)).toBe(tree);
  expect(hiddenPart(named(tree, 'Save'), PROGRAM)).toBeUndefined();
});

test('around the pages of a browser a menu that is not even visible is closed, and one that does not say that it shows may be open', () => {
  const text = `
    application "browser"
     frame "window"
      menu "menu"
       menu item "Reload"
  `;
  const closed = hiding(text, 'menu');
  expect(hiddenPart(closed('Reload'), BROWSER)).toBe(closed('menu'));
  const open = hiding(text);
  open('menu').states = statesOf(['visible']);
  expect(hiddenPart(open('Reload'), BROWSER)).toBeUndefined();
});
