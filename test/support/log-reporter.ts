/** Reporter of vitest: names flaky tests, and shows the end of a test file's log when one of its tests has failed. */
import { existsSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { lastLines, logPath } from './log.ts';

const LINES = 60;

export default class LogReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return;
    const { errors } = test.result();
    process.stderr.write(`flaky: ${test.module.relativeModuleId} > ${test.fullName}: ${errors?.[0]?.message}\n`);
  }

  onTestModuleEnd(module: TestModule): void {
    const path = logPath(module.moduleId);
    if (module.ok() || !existsSync(path)) return;
    process.stderr.write(`The last ${LINES} lines of ${path}:\n${lastLines(path, LINES)}\n`);
  }
}
