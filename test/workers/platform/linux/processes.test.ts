import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { processesIn } from '../../../../src/workers/platform/linux/processes.ts';

test('processes are found by a variable that holds more than ASCII', () => {
  const proc = mkdtempSync(join(tmpdir(), 'proc-'));
  onTestFinished(() => rmSync(proc, { recursive: true }));
  for (const [pid, folder] of Object.entries({ 1: '/tmp/Übung', 2: '/tmp/Übungen' })) {
    mkdirSync(join(proc, pid));
    writeFileSync(join(proc, pid, 'environ'), `HOME=/\0FOLDER=${folder}\0LANG=C\0`);
  }
  expect(processesIn(proc).countWithVariable('FOLDER', '/tmp/Übung')).toBe(1);
});
