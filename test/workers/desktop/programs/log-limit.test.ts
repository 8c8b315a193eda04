import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cutLog } from '../../../../src/workers/desktop/programs/log-limit.ts';

test('a log that is cut keeps its last whole lines, says so, and takes more', () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-limit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const log = join(folder, 'program.log');
  const program = openSync(log, 'a');
  const lines = Array.from({ length: 900_000 }, (_none, index) => `line ${index}`);
  writeSync(program, `${lines.join('\n')}\n`);
  cutLog(log);
  writeSync(program, 'more\n');
  closeSync(program);
  const kept = readFileSync(log, 'utf8').trimEnd().split('\n');
  expect(kept[0]).toBe('[desktop-mcp: what was printed before was dropped]');
  expect(kept.slice(-2)).toEqual(['line 899999', 'more']);
  expect(kept.slice(1, -1)).toEqual(lines.slice(-(kept.length - 2)));
  expect(kept.join('\n').length).toBeGreaterThan(4_000_000);
});
