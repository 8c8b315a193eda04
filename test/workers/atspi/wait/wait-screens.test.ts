import { expect, test } from 'vitest';
import { createIdleDetector } from '../../../../src/workers/atspi/model/change/idle.ts';
import type { ObjectRef } from '../../../../src/workers/atspi/model/node.ts';
import type { Parts } from '../../../../src/workers/atspi/parts.ts';
import { createScreens } from '../../../../src/workers/atspi/wait/wait-screens.ts';
import { named, treeOf } from '../../../support/accessible-tree.ts';

const tree = treeOf(`
  application "app"
   frame "Window"
    terminal "Terminal"
    text "Editor" {editable}
`);

test('a caret that moves is output of a terminal, and nothing anywhere else', async () => {
  const asked: string[] = [];
  const backend = {
    inspect: async ({ key }: ObjectRef) => {
      asked.push(key);
      return tree.children[0]?.children.find(({ ref }) => ref.key === key);
    },
  };
  const idle = createIdleDetector(300, performance.now());
  const onCaret = createScreens({ backend } as unknown as Parts, { idle, signal: undefined });
  const [terminal, editor] = ['Terminal', 'Editor'].map((name) => named(tree, name).ref);
  for (const ref of [editor, editor, terminal, terminal]) if (ref) onCaret(ref);
  await new Promise(setImmediate);
  expect(asked).toEqual([editor?.key, terminal?.key]);
  expect(idle.count()).toBe(2);
  expect(idle.lately(performance.now())).toEqual([terminal]);
});
