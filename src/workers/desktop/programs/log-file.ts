/** The output of programs, as their log files hold it. */
import type { FileHandle } from 'node:fs/promises';
import { DesktopError } from '../../../base/errors.ts';
import { openRegular } from '../../platform/linux/regular-file.ts';

/** Most that is read of a log, from its end. */
const READ_MAX_BYTES = 8 * 1024 * 1024;

/** A longer line loses its middle. */
const LINE_MAX_CHARS = 2000;

/** Most characters that the given lines hold together; older lines are left out. */
const TAIL_MAX_CHARS = 50_000;

export interface LogTail {
  lines: string[];
  /** Lines before the first one given. */
  earlier: number;
}

/**
 * The last `count` lines of a log, or with 0 all lines of its last 8 MiB; in both cases no more than 50,000 characters hold. An
 * unfinished line counts; a long one loses its middle and says so.
 * Fails with `not_found` when the log is gone.
 */
export async function readLog(file: string, count: number): Promise<LogTail> {
  const handle = await openRegular(file).catch(() => {
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
    const given = newest(count > 0 ? lines.slice(-count) : lines);
    return { lines: given, earlier: (await countLines(handle, start)) + lines.length - given.length };
  } finally {
    await handle.close();
  }
}

/** The last lines, as many as a reply may hold. */
function newest(lines: readonly string[]): string[] {
  const given: string[] = [];
  let chars = 0;
  for (const line of lines.toReversed()) {
    const short = shortened(line);
    chars += short.length + 1;
    if (chars > TAIL_MAX_CHARS) break;
    given.push(short);
  }
  return given.toReversed();
}

function shortened(line: string): string {
  if (line.length <= LINE_MAX_CHARS) return line;
  const half = LINE_MAX_CHARS / 2;
  const [start, end] = [line.slice(0, half), line.slice(-half)].map(withoutHalves);
  return `${start}… [${line.length - LINE_MAX_CHARS} characters left out] …${end}`;
}

/** The text without halves of surrogate pairs that a cut left. */
function withoutHalves(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}

/** Counts the line ends before byte `end`. */
async function countLines(handle: FileHandle, end: number): Promise<number> {
  if (end === 0) return 0;
  let total = 0;
  for await (const chunk of handle.createReadStream({ start: 0, end: end - 1, autoClose: false })) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) total++;
  }
  return total;
}
