import { expect, test } from 'vitest';
import { toolkitOf } from '../../../../../src/workers/atspi/backends/at-spi/toolkits.ts';
import { outline } from '../../../../../src/workers/atspi/model/compact/compact.ts';
import { isEnough, pageOf, readLines } from '../../../../../src/workers/atspi/model/compact/page.ts';
import type { Node } from '../../../../../src/workers/atspi/model/node.ts';
import { treeOf } from '../../../../support/accessible-tree.ts';

const TOOLKIT = toolkitOf('Qt');

/** A window with `count` buttons, of which those from `read` on were not read. */
function buttons(count: number, read: number): Node {
  const lines = Array.from({ length: count }, (_button, index) => `  button "B${index}" (Press)`);
  const root = treeOf(['application "a"', ' frame "w"', ...lines].join('\n'));
  for (const [index, child] of (root.children[0]?.children ?? []).entries()) if (index >= read) child.isUnread = true;
  return root;
}

const linesOf = (root: Node, interactive = false) => outline(root, { traits: TOOLKIT, interactive });

test('lines end where the tree was not read any further', () => {
  expect(readLines(linesOf(buttons(10, 4)))).toHaveLength(5);
  expect(readLines(linesOf(buttons(10, 10)))).toHaveLength(11);
});

test('what was not read is there among what can be operated too', () => {
  expect(readLines(linesOf(buttons(10, 4), true))).toHaveLength(5);
  expect(linesOf(buttons(10, 4), true)).toHaveLength(11);
});

test('a page is shown when enough lines follow it, for they may change what it says', () => {
  expect(isEnough(linesOf(buttons(100, 40)), { from: 0, maxNodes: 21 })).toBe(true);
  expect(isEnough(linesOf(buttons(100, 40)), { from: 0, maxNodes: 22 })).toBe(false);
  expect(isEnough(linesOf(buttons(100, 100)), { from: 90, maxNodes: 500 })).toBe(true);
});

test('a page counts what comes after it, and what was not read by what is known of it', () => {
  expect(pageOf(linesOf(buttons(10, 10)), { from: 2, maxNodes: 3 })).toMatchObject({ more: 6, isAtLeast: false });
  const root = buttons(10, 8);
  const last = root.children[0]?.children[9];
  if (last) last.unreadEntries = { from: 9, to: 1009 };
  const page = pageOf(linesOf(root), { from: 0, maxNodes: 3 });
  expect(page).toMatchObject({ more: 6 + 1 + 1000, isAtLeast: true });
  expect(page.shown.map(({ name }) => name)).toEqual(['w', 'B0', 'B1']);
});

test('a window that was not read is no empty one', () => {
  const root = treeOf('application "a"\n frame "w"\n  button "B" (Press)\n frame ""');
  const [, second] = root.children;
  expect(linesOf(root)).toHaveLength(2);
  if (second) second.isUnread = true;
  expect(linesOf(root)).toHaveLength(3);
});
