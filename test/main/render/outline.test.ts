import { expect, test } from 'vitest';
import { elementLine, outline } from '../../../src/main/render/outline.ts';
import type { Element } from '../../../src/protocol/element.ts';

let next = 1;
function element(depth: number, role: string, name = '', more: Partial<Element> = {}): Element {
  return { id: next++, role, name, depth, states: [], actions: [], ...more };
}

function tree(): Element[] {
  next = 1;
  return [
    element(0, 'frame', 'Notes', { states: ['active'] }),
    element(1, 'menu bar'),
    element(2, 'menu', 'File'),
    element(2, 'menu', 'Edit'),
    element(2, 'menu', 'View', { states: ['focused'] }),
    element(1, 'text', 'Editor', { states: ['editable'], text: 'one\ntwo', textGoesOn: true }),
    element(1, 'slider', 'Zoom', { value: { now: 5, min: 0, max: 10 } }),
    element(1, 'button', 'Save', { actions: ['Show Menu'], rect: { x: 1, y: 2, width: 30.25, height: 4 } }),
  ];
}

test('writes one line an element, one space a level, and shares lines of like leaves', () => {
  expect(outline(tree(), 10_000).text).toMatchInlineSnapshot(`
    "[1] frame "Notes" {active}
     [2] menu bar
      menu ×3: [3] "File" [4] "Edit" [5] "View" {focused}
     [6] text "Editor" {editable} text="one\\ntwo"…
     [7] slider "Zoom" value=5 (0..10)
     [8] button "Save" (Show Menu) @ 1,2 30.3x4
    "
  `);
});

test('stops at whole elements within the budget and says what is left', () => {
  const elements = tree();
  const cut = outline(elements, 60);
  expect(cut.text.length).toBeLessThanOrEqual(60);
  expect(cut).toMatchObject({ last: 3, left: 5 });
});

test('pages join up exactly', () => {
  const elements = tree();
  const first = outline(elements, 100);
  const rest = outline(elements.slice(elements.length - first.left), 10_000);
  expect(first.text + rest.text).toBe(outline(elements, 10_000).text);
});

test.each([60, 100, 101, 102, 103, 104, 105, 1000])('a shared line is cut where %i characters end', (maxChars) => {
  next = 1;
  const elements = Array.from({ length: 2500 }, (_, index) => element(3, 'list item', `file-${index}.txt`));
  const { text, last, left } = outline(elements, maxChars);
  const shown = elements.length - left;
  expect(text.length).toBeLessThanOrEqual(maxChars);
  expect(text.length).toBeGreaterThan(maxChars - 30);
  expect(text).toMatch(new RegExp(`^   list item ×${shown}: .*\\[${last}\\] "file-${shown - 1}.txt"\n$`));
});

test('shows one element that is too long rather than none', () => {
  next = 1;
  const elements = [element(0, 'button', 'a long name'), element(0, 'button', 'b')];
  expect(outline(elements, 5)).toEqual({ text: '[1] button "a long name"\n', last: 1, left: 1 });
});

test('does not join a leaf with a sibling that has children', () => {
  next = 1;
  const text = outline(
    [element(0, 'list'), element(1, 'list item', 'a'), element(1, 'list item', 'b'), element(2, 'button', 'x')],
    1000,
  ).text;
  expect(text).toBe('[1] list\n [2] list item "a"\n [3] list item "b"\n  [4] button "x"\n');
});

test('says why there is no rectangle', () => {
  expect(elementLine(element(0, 'button', 'A', { rectUnavailable: 'two windows of one title' }))).toContain(
    '@ unavailable (two windows of one title)',
  );
});

test('says what a folded bar holds and how to list it, on one line', () => {
  const folded = [
    { role: 'page tab', count: 2, selected: 'a "b"\n[9] button' },
    { role: 'combo box', count: 1, text: 'file:///x' },
    { role: 'entry', count: 1, text: 'file:///y', textGoesOn: true },
    { role: 'switch', count: 3 },
  ];
  expect(elementLine({ ...element(0, 'tool bar', 'Navigation'), id: 7, folded })).toBe(
    '[7] tool bar "Navigation" folded: 2 page tabs {selected "a \\"b\\"\\n[9] button"}, 1 combo box text="file:///x", 1 entry text="file:///y"…, 3 switches; tree(id=7) lists them',
  );
});
