/**
 * Each test file has a home and a log of its own: programs keep tabs, sizes and histories at home, which no other file must
 * meet, and print what nobody needs to see while all is well.
 */
import { rmSync } from 'node:fs';
import { afterAll, afterEach, expect } from 'vitest';
import { startHome } from './home.ts';
import { saveSessionLogs, startLog, writeLog } from './log.ts';

const home = startHome();
startLog(expect.getState().testPath ?? 'unknown');
afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return;
  saveSessionLogs();
  writeLog(`failed: ${task.name}\n`);
});
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));
