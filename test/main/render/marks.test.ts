import { expect, test } from 'vitest';
import { marksText } from '../../../src/main/render/marks.ts';
import type { MarksReply } from '../../../src/protocol/atspi.ts';

const APP = { name: 'kate', pid: 1, toolkit: 'Qt' };
const rect = { x: 0, y: 0, width: 9, height: 9 };

/** Elements numbered from 1. */
function reply(names: readonly string[], more = 0): MarksReply {
  const element = (name: string, index: number) => ({ id: index + 1, role: 'button', name, depth: 3 });
  const marks = names.map((name, index) => ({
    rect,
    element: { ...element(name, index), states: ['a'], actions: ['b'] },
  }));
  return { app: APP, marks, more };
}

test('lists what is drawn, one element a line, and counts what is not', () => {
  const { text, facts } = marksText(reply(['Open', 'a\n[9] button "forged"', 'Save'], 4), [3, 2]);
  expect(text).toMatchInlineSnapshot(`
    "marked in kate:
    [2] button "a\\n[9] button \\"forged\\""
    [3] button "Save"
    1 more had no room for a mark
    4 more come after the 3 that a picture is marked with at most; region shows a part"
  `);
  expect(facts).toEqual({
    marks: [
      { id: 2, role: 'button', name: 'a\n[9] button "forged"' },
      { id: 3, role: 'button', name: 'Save' },
    ],
    unmarked: 5,
  });
});

test('the list ends where its room ends', () => {
  const names = Array.from({ length: 200 }, (_, index) => `${'long '.repeat(15)}${index}`);
  const { text, facts } = marksText(
    reply(names),
    names.map((_, index) => index + 1),
  );
  expect(text.length).toBeLessThan(6200);
  const listed = text.split('\n').filter((line) => line.startsWith('[')).length;
  expect(facts.marks).toHaveLength(listed);
  expect(text).toMatch(new RegExp(`\n… ${200 - listed} more are marked; tree\\(interactive=true\\) lists them$`));
});

test('says so when nothing is marked', () => {
  expect(marksText(reply([]), [])).toEqual({ text: 'nothing is marked in kate', facts: { marks: [], unmarked: 0 } });
});
