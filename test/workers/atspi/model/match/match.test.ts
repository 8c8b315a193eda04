import { expect, test } from 'vitest';
import { best, type Query, search } from '../../../../../src/workers/atspi/model/match/match.ts';
import { breakTies, breakTiesByPlace } from '../../../../../src/workers/atspi/model/match/ties.ts';
import type { Node } from '../../../../../src/workers/atspi/model/node.ts';
import { named, treeOf } from '../../../../support/accessible-tree.ts';

const root = treeOf(`
  application "app"
   frame "Save everything" {active}
    button "Save" (Press)
    button "Save As…" (Press)
    label "Çözüm Yöntemleri"
    button "DİKKAT IŞIK"
    text "note" {editable} text="shopping list\\nmilk and\u00a0 bread"
    password text "Password" text="hunter2"
    check box "Wrap\u00ad lines" {checked}
    link "Read more"
     static "Read more"
`);

function names(query: Query): string[] {
  return search(root, query).map(({ node }) => node.name);
}

test('an equal name comes before a part of a name, and a title last', () => {
  expect(names({ query: 'save' })).toEqual(['Save', 'Save As…', 'Save everything']);
});

test.each([
  ['dikkat ışık', 'DİKKAT IŞIK'],
  ['MILK AND BREAD', 'note'],
  ['wrap lines', 'Wrap\u00ad lines'],
  ['cozum yontemleri', 'Çözüm Yöntemleri'],
  ['yöntem çözüm', 'Çözüm Yöntemleri'],
])('finds %j', (query, name) => {
  expect(names({ query })).toEqual([name]);
});

test('a title is found when nothing else matches, or when its role is asked for', () => {
  expect(names({ query: 'everything' })).toEqual(['Save everything']);
  expect(names({ query: 'save', role: 'frame' })).toEqual(['Save everything']);
});

test('to operate it, a tab is meant and not what it opens; to read and to scroll, what it opens', () => {
  const tabs = treeOf(`
    frame "Form"
     panel "Settings"
      check box "Enable"
     page tab "Settings" {selected}
  `);
  const bestOf = (query: Query): string[] => breakTies(best(search(tabs, query))).map(({ role }) => role);
  expect(bestOf({ query: 'settings', isTabMeant: true })).toEqual(['page tab']);
  expect(bestOf({ query: 'settings' })).toEqual(['panel']);
  expect(bestOf({ query: 'settings', isTabMeant: true, role: 'panel' })).toEqual(['panel']);
});

test.each(['Second', 'Second page'])(
  'of the title %j of a page the page is read and scrolled, and its tab clicked',
  (query) => {
    const browser = treeOf(`
    application "Firefox"
     frame "Second page — Mozilla Firefox" {active}
      page tab "Second page" {selected}
      document web "Second page"
       paragraph "A second look"
  `);
    const meant = (isPageMeant: boolean) =>
      breakTies(best(search(browser, { query })), { isPageMeant }).map(({ role }) => role);
    expect(meant(true)).toEqual(query === 'Second' ? ['paragraph'] : ['document web']);
    expect(meant(false)).toEqual(query === 'Second' ? ['paragraph'] : ['page tab']);
  },
);

test('role accepts old and new spellings, states any name of AT-SPI', () => {
  expect(names({ query: 'save', role: 'push button' })).toEqual(names({ query: 'save', role: 'Button' }));
  expect(names({ states: ['checked'] })).toEqual(['Wrap\u00ad lines']);
  expect(() => names({ role: 'buton' })).toThrow('no role "buton"');
  expect(() => names({ states: ['shiny'] })).toThrow('no state "shiny"');
  expect(() => names({ states: ['constructor'] })).toThrow('no state "constructor"');
});

test('exact, spoken and regex compare as their names say', () => {
  expect(names({ query: 'Save', match: 'exact' })).toEqual(['Save']);
  expect(names({ query: 'save as', match: 'spoken' })).toEqual(['Save As…']);
  expect(names({ query: '^save( as)?', match: 'regex' })).toEqual(['Save', 'Save As…', 'Save everything']);
  expect(() => names({ query: '(', match: 'regex' })).toThrow('no regular expression');
});

test('the text of a password field is never compared', () => {
  expect(names({ query: 'hunter2' })).toEqual([]);
  expect(names({ query: 'hunter2', match: 'regex' })).toEqual([]);
});

test('of a terminal all that it shows is compared, of other texts the beginning', () => {
  const long = (role: string): string => `${role} "r" text="${'x'.repeat(1200)} tick6"`;
  expect(search(treeOf(long('terminal')), { query: 'tick6' })).toHaveLength(1);
  expect(search(treeOf(long('terminal')), { query: 'tick\\d', match: 'regex' })).toHaveLength(1);
  expect(search(treeOf(long('text')), { query: 'tick6' })).toHaveLength(0);
});

test('a label inside a link that says the same is no second match', () => {
  expect(search(root, { query: 'read more' })).toHaveLength(1);
  expect(names({ query: 'read more', role: 'static' })).toEqual(['Read more']);
});

const windows = treeOf(`
  application "app"
   frame "One"
    button "OK"
    label "Delete"
    button "Delete"
   frame "Two" {active}
    button "OK"
    button "Close"
    button "Close"
   dialog "First question"
    button "Yes"
   dialog "Second question"
    button "Yes"
`);

function matches(query: string) {
  return best(search(windows, { query }));
}

test('of equal matches the window asked for wins, then the active one, then the newest dialog', () => {
  const isInOne = ({ parent }: Node): boolean => parent?.name === 'One';
  const names = (isMeant?: typeof isInOne) =>
    breakTies(matches('OK'), { isInMeantWindow: isMeant }).map(({ parent }) => parent?.name);
  expect(names(isInOne)).toEqual(['One']);
  expect(names(() => false)).toEqual(['Two']);
  expect(names()).toEqual(['Two']);
  expect(breakTies(matches('Yes')).map(({ parent }) => parent?.name)).toEqual(['Second question']);
});

test('an open popup beats the active window below it', () => {
  const tree = treeOf(`
    application "app"
     list "completions"
      list item "Save"
     frame "f" {active}
      button "Save"
  `);
  const saves = best(search(tree, { query: 'save' }));
  expect(breakTies(saves).map(({ role }) => role)).toEqual(['button']);
  named(tree, 'completions').isPopup = true;
  expect(breakTies(saves).map(({ role }) => role)).toEqual(['list item']);
});

test('of a combo box and the field in it, which are called the same, the field is meant', () => {
  const form = treeOf(`
    frame "f"
     label "Find:"
     combo box "Find:"
      text "Find:" {editable}
      combo box "Find:"
     combo box "Find: all"
  `);
  expect(breakTies(best(search(form, { query: 'find:' }))).map(({ role }) => role)).toEqual(['text']);
  const other = best(search(form, { query: 'all' }));
  expect(breakTies(other).map(({ role }) => role)).toEqual(['combo box']);
});

test('what one operates beats what only shows the name; two equal buttons stay a tie', () => {
  expect(breakTies(matches('Delete'))).toEqual([named(windows, 'One').children[2]]);
  const [first, second] = breakTies(matches('Close'));
  if (!first || !second) throw new Error('no tie');
  first.extents = { x: 0, y: 0, width: 0, height: 0 };
  second.extents = { x: 1, y: 1, width: 20, height: 20 };
  expect(breakTiesByPlace([first, second])).toEqual([second]);
});

test('what fills its parent is meant, what leaves room in it is a tie', () => {
  const app = treeOf(`
    application "app"
     frame "Window"
      button "File"
       toggle button "File"`);
  const outer = named(app, 'Window').children[0];
  const inner = outer?.children[0];
  if (!outer || !inner) throw new Error('no buttons');
  outer.extents = { x: 10, y: 10, width: 60, height: 30 };
  inner.extents = { ...outer.extents };
  expect(breakTiesByPlace([outer, inner])).toEqual([inner]);
  inner.extents.width = 20;
  expect(breakTiesByPlace([outer, inner])).toEqual([outer, inner]);
});

test('of two menu bars of one window the first is meant', () => {
  const app = treeOf(`
    application "app"
     frame "Window"
      menu bar "Native"
       menu "Format"
      root pane "Window"
       menu bar "Own"
        menu "Format"`);
  const menus = [named(app, 'Native').children[0], named(app, 'Own').children[0]];
  const [native, own] = menus;
  if (!native || !own) throw new Error('no menus');
  expect(breakTiesByPlace([native, own])).toEqual([native]);
  own.extents = { x: 160, y: 25, width: 60, height: 22 };
  // One that has no area is of a bar that is not there.
  expect(breakTiesByPlace([native, own])).toEqual([own]);
});

test('finds a paragraph once, not also the text leaf that it is made of', () => {
  const page = treeOf(`
    document web "p"
     paragraph text="Ask at the desk."
      static "Ask at the desk." text="Ask at the desk."
  `);
  expect(search(page, { query: 'the desk' }).map(({ node }) => node.role)).toEqual(['paragraph']);
});

test.each([
  ['collapsed', ['Folder']],
  ['expanded', ['Open folder']],
  ['unchecked', ['Candles', 'Cell', 'Bold']],
  ['checked', ['Gift']],
  ['unselected', ['Row']],
])('%s is a state of what can have it or not', (state, expected) => {
  const tree = treeOf(`
    frame "f"
     button "Save"
     tree item "Folder" {expandable}
     tree item "Open folder" {expandable, expanded}
     check box "Candles"
     check box "Gift" {checked}
     table cell "Cell" {checkable}
     toggle button "Bold"
     list item "Row" {selectable}
     list item "Marked" {selectable, selected}
  `);
  expect(search(tree, { states: [state] }).map(({ node }) => node.name)).toEqual(expected);
});

test('a pattern that takes for ever is stopped, and says so', () => {
  const tree = treeOf(`
    frame "f"
     button "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"
  `);
  const started = performance.now();
  expect(() => search(tree, { query: '(a+)+$', match: 'regex' })).toThrow('The pattern "(a+)+$" takes too long');
  expect(performance.now() - started).toBeLessThan(5000);
  expect(search(tree, { query: '(a+)+', match: 'regex' })).toHaveLength(1);
});

test('a pattern is compared with names first, then with texts, and with what has no text not at all', () => {
  const tree = treeOf(`
    frame "f"
     entry "Mail" {editable} text="name@example"
     button "Send mail"
     section
  `);
  const found = search(tree, { query: 'mail$|^name|^$', match: 'regex' });
  expect(found.map(({ node, tier }) => [node.name, tier])).toEqual([
    ['Mail', 1],
    ['Send mail', 1],
    ['', 1],
  ]);
  expect(search(tree, { query: '^name', match: 'regex' }).map(({ tier }) => tier)).toEqual([2]);
});
