/** The log of a test file: what its servers and desktops print. `log-reporter.ts` shows its end when a test fails. */
import { appendFileSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** Path of the log of a test file; in TEST_LOGS when that is set. */
export function logPath(testFile: string): string {
  return join(process.env['TEST_LOGS'] ?? join(tmpdir(), 'test-logs'), `${basename(testFile, '.test.ts')}.log`);
}

/** Makes the log of the test file that this process runs. */
export function startLog(testFile: string): void {
  const path = logPath(testFile);
  mkdirSync(dirname(path), { recursive: true });
  process.env['TEST_LOG'] = path;
}

/** Appends to the log. */
export function writeLog(text: string | Buffer): void {
  appendFileSync(ownPath(), text);
}

/** A descriptor of the log, for the output of a child process. The caller closes it. */
export function openLog(): number {
  return openSync(ownPath(), 'a');
}

/** Folders of the virtual sessions that were started. */
const sessions = new Set<string>();

/** Remembers the folder of a virtual session, for `saveSessionLogs`. */
export function rememberSession(folder: string): void {
  sessions.add(folder);
}

/** Appends the ends of the logs that the virtual sessions keep of their programs, KWin among them. */
export function saveSessionLogs(): void {
  for (const folder of sessions) {
    const logs = join(folder, 'logs');
    for (const name of existsSync(logs) ? readdirSync(logs) : [])
      writeLog(`${join(logs, name)}:\n${lastLines(join(logs, name), 15)}\n`);
  }
}

/** The last lines of a file. */
export function lastLines(path: string, count: number): string {
  return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
}

function ownPath(): string {
  const path = process.env['TEST_LOG'];
  if (path === undefined) throw new Error('no test file has started its log');
  return path;
}
