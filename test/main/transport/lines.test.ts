import { expect, test } from 'vitest';
import { createLineReader, type LineEdges } from '../../../src/main/transport/lines.ts';

/** What a reader of lines of at most ten bytes makes of pieces. */
function read(pieces: readonly string[]): (string | LineEdges)[] {
  const lines: (string | LineEdges)[] = [];
  const take = createLineReader(10, {
    onLine: (line) => lines.push(line.toString()),
    onTooLong: (edges) => lines.push(edges),
  });
  for (const piece of pieces) take(Buffer.from(piece));
  return lines;
}

test('lines are cut wherever the pieces end', () => {
  const text = 'one\n\ntwo two\r\nthree and';
  for (let size = 1; size <= text.length; size++)
    expect(read(text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [])).toEqual(['one', '', 'two two\r']);
});

test('a line that is too long is skipped to its end, and the next ones are read', () => {
  const long = 'abcdefghijk';
  for (const pieces of [[`${long}\nnext\n`], [...`${long}\nnext\n`], ['a', 'bcdefghijk', '\nne', 'xt\n']])
    expect(read(pieces)).toEqual([{ head: long, tail: long }, 'next']);
});

test('of a line that is too long only its ends are kept', () => {
  const [edges] = read([`<${'x'.repeat(20_000)}`, `${'y'.repeat(20_000)}>`, '\n']);
  expect(edges).toMatchObject({ head: expect.stringMatching(/^<x{4095}$/), tail: expect.stringMatching(/^y{4095}>$/) });
});
