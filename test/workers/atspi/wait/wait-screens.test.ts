import { expect, test } from 'vitest';
import { createRest } from '../../../../src/workers/atspi/model/change/rest.ts';
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
  const app = { bus: ':1.1', root: tree.ref, name: 'app', pid: 1, toolkit: 'Qt', isResponding: true };
  const asked: string[] = [];
  const backend = {
    inspect: async ({ path }: { path: string }) => {
      asked.push(path);
      return tree.children[0]?.children.find(({ ref }) => ref.path === path);
    },
  };
  const rest = createRest(300, performance.now());
  const onCaret = createScreens({ backend } as unknown as Parts, { app, rest, signal: undefined });
  const [terminal, editor] = ['Terminal', 'Editor'].map((name) => named(tree, name).ref.path);
  for (const path of [editor, editor, terminal, terminal]) onCaret(path ?? '');
  await new Promise(setImmediate);
  expect(asked).toEqual([editor, terminal]);
  expect(rest.count()).toBe(2);
  expect(rest.lately(performance.now())).toEqual([terminal]);
});
