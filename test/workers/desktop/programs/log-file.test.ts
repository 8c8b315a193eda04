import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readLog } from '../../../../src/workers/desktop/programs/log-file.ts';

function logOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'log-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'log');
  writeFileSync(file, text);
  return file;
}

test('the last lines are given, an unfinished one too, with the number of earlier ones', async () => {
  expect(await readLog(logOf('one\ntwo\nthree'), 2)).toEqual({ lines: ['two', 'three'], earlier: 1 });
  expect(await readLog(logOf('one\ntwo\n'), 5)).toEqual({ lines: ['one', 'two'], earlier: 0 });
  expect(await readLog(logOf(''), 5)).toEqual({ lines: [], earlier: 0 });
});

test('0 gives all lines', async () => {
  expect(await readLog(logOf('a\n\nb\n'), 0)).toEqual({ lines: ['a', '', 'b'], earlier: 0 });
});

test('of a huge log only the end is read, and the earlier lines are still counted', async () => {
  const total = 600_000;
  const { lines, earlier } = await readLog(logOf('0123456789abcdefghi\n'.repeat(total)), 3);
  expect(lines).toHaveLength(3);
  expect(earlier).toBe(total - 3);
});

test('of many lines the newest are given, within 50,000 characters, and the others are counted', async () => {
  const lines = Array.from({ length: 200_000 }, (_none, index) => `line ${index}`);
  const log = await readLog(logOf(lines.join('\n')), 0);
  expect(log.lines.join('\n').length).toBeLessThanOrEqual(50_000);
  expect(log.lines.join('\n').length).toBeGreaterThan(49_900);
  expect(log.lines).toEqual(lines.slice(-log.lines.length));
  expect(log.earlier).toBe(lines.length - log.lines.length);
});

test('a long line keeps its beginning and its end, says what it lacks, and no character is halved', async () => {
  const { lines } = await readLog(logOf(`short\nfirst${'🙂'.repeat(500_000)}last!\n`), 50);
  expect(lines[0]).toBe('short');
  expect(lines[1]).toMatch(/^first(🙂){497}… \[998010 characters left out\] …(🙂){497}last!$/u);
});
