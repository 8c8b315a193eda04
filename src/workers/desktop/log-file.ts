/** The output of programs, as their log files hold it. */
import { open } from 'node:fs/promises';
import { DesktopError } from '../../protocol/errors.ts';

/** Of a longer log only this much of its end is read. */
const READ_MAX_BYTES = 8 * 1024 * 1024;

export interface LogTail {
  lines: string[];
  /** Lines before the first one given. */
  earlier: number;
}

/**
 * The last `count` lines of a log, or with 0 all that are in its last 8 MiB. An unfinished line counts.
 * Fails with `not_found` when the log is gone.
 */
export async function readLog(file: string, count: number): Promise<LogTail> {
  const handle = await open(file).catch(() => {
    throw new DesktopError(
      'not_found',
      'This log is gone with its session.',
      'Start a session with keep: true to keep its logs.',
    );
  });
  try {
    const { size } = await handle.stat();
    const start = Math.max(0, size - READ_MAX_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    if (lines.at(-1) === '') lines.pop();
    const given = count > 0 ? lines.slice(-count) : lines;
    return { lines: given, earlier: (await countLines(handle, start)) + lines.length - given.length };
  } finally {
    await handle.close();
  }
}

/** Counts the line ends before byte `end`. */
async function countLines(handle: Awaited<ReturnType<typeof open>>, end: number): Promise<number> {
  if (end === 0) return 0;
  let total = 0;
  for await (const chunk of handle.createReadStream({ start: 0, end: end - 1, autoClose: false })) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) total++;
  }
  return total;
}
