import { expect, test } from 'vitest';
import { search } from '../../../../src/workers/atspi/model/match/match.ts';
import { hasTitle, noWindow, titledIn, titleOf, titlesOf } from '../../../../src/workers/atspi/model/windows.ts';
import { treeOf } from '../../../support/accessible-tree.ts';
import { windowInfo } from '../../../support/window-info.ts';

const KATE = treeOf(`
  application "kate"
   frame "a.txt "
    button "Save"
   frame "a.txt.bak "
    button "Save"
   dialog "Configure"
`);
const SHOWN = ['a.txt — Kate', 'a.txt.bak — Kate <2>', 'Configure — Kate'];

function fitting(part: string | undefined, root = KATE, shown = SHOWN): number[] {
  return root.children.flatMap((window, index) => (hasTitle(window, part, shown) ? [index] : []));
}

test('a window is known by the title that accessibility knows, and by the one that the compositor shows', () => {
  expect(fitting('a.txt')).toEqual([0, 1]);
  expect(fitting('a.txt — kate')).toEqual([0]);
  expect(fitting('kate <2>')).toEqual([1]);
  expect(fitting('configure — kate')).toEqual([2]);
  expect(fitting('zzz')).toEqual([]);
  expect(fitting(undefined)).toEqual([0, 1, 2]);
});

test('a window without a title has the one of the compositor that no other window has', () => {
  const calculator = treeOf(`
    application "kcalc"
     frame
     dialog "Configure"
  `);
  const shown = ['KCalc', 'Configure — KCalc'];
  expect(fitting('kcalc', calculator, shown)).toEqual([0, 1]);
  expect(fitting('configure — kcalc', calculator, shown)).toEqual([1]);
  expect(titledIn(calculator, shown).map((window) => titleOf(window, shown))).toEqual(['KCalc', 'Configure']);
  expect(titledIn(calculator)).toHaveLength(1);
});

test('the only window of a process has its title, though accessibility tells another one', () => {
  const loading = treeOf(`
    application "Firefox"
     frame "Mozilla Firefox"
  `);
  expect(fitting('forms', loading, ['Forms — Mozilla Firefox'])).toEqual([0]);
  expect(fitting('forms', loading, ['Forms — Mozilla Firefox', 'Library'])).toEqual([]);
});

test('an open popup goes with the active window', () => {
  const app = treeOf(`
    application "app"
     list
     frame "One"
     frame "Two" {active}
  `);
  const [popup] = app.children;
  if (popup) popup.isPopup = true;
  expect(fitting('one', app, [])).toEqual([1]);
  expect(fitting('two', app, [])).toEqual([0, 2]);
});

test('titles are those of the process', () => {
  const windows = [windowInfo('One'), windowInfo('Two', { pid: 2 }), windowInfo('', { pid: 1 })];
  expect(titlesOf(1, windows)).toEqual(['One']);
});

test('a search looks only into windows of the title', () => {
  const found = search(KATE, { query: 'save', window: 'a.txt — Kate', shown: SHOWN });
  expect(found.map(({ node }) => node.parent?.name)).toEqual(['a.txt ']);
});

test('a title that no window has is an error that names those there are', () => {
  expect(noWindow('zzz', ['One', ' ', 'One', 'Two'])).toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('No window has "zzz" in its title.'),
    hint: 'There are: "One", "Two".',
  });
  expect(noWindow('zzz', []).hint).toBe('There is no titled window.');
  const many = Array.from({ length: 22 }, (_, index) => `W${index}`);
  expect(noWindow('zzz', many).hint).toMatch(/"W19", and 2 more\.$/);
});
