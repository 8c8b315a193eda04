import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commandScript, isVariableName, lastLines } from '../../../../src/workers/desktop/model/shell.ts';

test('a command gets exactly its words and variables, whatever they hold', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shell-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const words = ["it's", 'a "b" $HOME `id` \\', 'line\nbreak', '', '-n', '*', 'ğ漢'];
  const log = join(folder, "the 'log'");
  const script = commandScript({
    argv: ['/bin/sh', '-c', 'printf "<%s>" "$@" "$ODD"; cat', 'sh', ...words],
    env: { ODD: "a'b\nc $x" },
    directory: '/nowhere/at all',
    log,
  });
  const input = openSync(import.meta.filename, 'r');
  execFileSync('/bin/sh', ['-c', script], { stdio: [input, 'inherit', 'inherit'] });
  closeSync(input);
  const printed = readFileSync(log, 'utf8');
  expect(printed.slice(printed.indexOf('<'))).toBe([...words, "a'b\nc $x"].map((word) => `<${word}>`).join(''));
});

test('last words are the last lines with text, the unfinished one too, on one line', () => {
  expect(lastLines('first\nsecond\n\n third \nhalf a li')).toBe('second / third / half a li');
  expect(lastLines('\n \n')).toBe('');
  expect(lastLines(`${'x'.repeat(1000)}end`)).toMatch(/^…x{396}end$/);
});

test('only names that a shell can export are variable names', () => {
  expect(['A', '_b1', 'LC_ALL'].every(isVariableName)).toBe(true);
  expect(['', '1A', 'A-B', 'A=B', 'A\n'].some(isVariableName)).toBe(false);
});
