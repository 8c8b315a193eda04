import { expect, test } from 'vitest';
import { changesText } from '../../../src/main/render/changes.ts';
import type { Element } from '../../../src/protocol/element.ts';

const element = (id: number, depth = 0): Element => ({
  id,
  role: 'button',
  name: `B${id}`,
  depth,
  states: [],
  actions: [],
});

test('removed, added and changed elements are a line each, with their depth where they are', () => {
  const changes = { removed: [element(1, 3)], added: [element(2, 2)], changed: [element(3)] };
  expect(changesText(changes, { more: 0, maxChars: 1000 })).toEqual({
    text: '- [1] button "B1"\n+   [2] button "B2"\n~ [3] button "B3"',
    shown: 3,
    more: 0,
  });
});

test('what does not fit is counted, with what was left out before', () => {
  const added = Array.from({ length: 50 }, (_element, index) => element(index));
  const { text, shown, more } = changesText({ added, changed: [], removed: [] }, { more: 7, maxChars: 300 });
  expect(text.length).toBeLessThanOrEqual(300);
  expect(text.split('\n').at(-1)).toBe(`… ${50 - shown + 7} more changes; call tree without since to see all`);
  expect(more).toBe(50 - shown + 7);
});
