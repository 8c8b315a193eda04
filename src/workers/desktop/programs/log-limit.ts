/** Keeps logs short: they may lie in memory (/run), and a program may print for ever. */
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { log } from '../../../base/log.ts';
import { OWN_FILE } from '../../platform/linux/regular-file.ts';

/** A log longer than this is cut to its last KEPT_BYTES. */
const LIMIT_BYTES = 8 * 1024 * 1024;
const KEPT_BYTES = 4 * 1024 * 1024;

const LOG_POLL_MS = 1000;

/** The first line of a log that was cut. */
const CUT_NOTE = '[desktop-mcp: what was printed before was dropped]\n';

/** Shortens the logs in a folder until the returned function is called. Programs must append to them. */
export function limitLogs(folder: string): () => void {
  const check = (): void =>
    void limitAll(folder).catch((error: unknown) => log('warn', `a log was not shortened: ${String(error)}`));
  const timer = setInterval(check, LOG_POLL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function limitAll(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []); // the session has ended, and its folder with it
  for (const file of names.map((name) => join(folder, name))) {
    const size = await lstat(file).then(
      (info) => (info.isFile() ? info.size : 0),
      () => 0, // the same
    );
    if (size > LIMIT_BYTES) cutLog(file);
  }
}

/** Cuts a log to its last 4 MiB of whole lines. Synchronous, so that little that is printed meanwhile is lost. */
export function cutLog(file: string): void {
  const fd = openSync(file, constants.O_RDWR | constants.O_APPEND | OWN_FILE);
  try {
    if (!fstatSync(fd).isFile()) return;
    const kept = Buffer.alloc(KEPT_BYTES);
    const start = Math.max(0, fstatSync(fd).size - KEPT_BYTES);
    const length = readSync(fd, kept, 0, KEPT_BYTES, start);
    ftruncateSync(fd, 0);
    writeSync(fd, CUT_NOTE);
    writeSync(fd, kept, kept.indexOf('\n') + 1, length - (kept.indexOf('\n') + 1));
  } finally {
    closeSync(fd);
  }
}
