/**
 * Keeps stdout for MCP: the client's descriptor moves to a number that nobody else knows, and descriptor 1 becomes stderr,
 * so that no native library of any thread can write into the stream of messages. The only native call of the main thread.
 */

import { createWriteStream, fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import koffi from 'koffi';

/** fcntl.h, Linux: duplicate to the lowest number from the argument on, close-on-exec. */
const F_DUPFD_CLOEXEC = 1030;

/** The stream that MCP is written to from now on. It is the caller's to end. */
export function moveStdout(): Writable {
  const libc = koffi.load('libc.so.6');
  const fcntl = libc.func('int fcntl(int fd, int command, ...)');
  const dup2 = libc.func('int dup2(int from, int to)');
  const fd = fcntl(1, F_DUPFD_CLOEXEC, 'int', 3) as number;
  if (fd < 0 || dup2(2, 1) < 0) throw new Error(`stdout cannot be moved: errno ${koffi.errno()}`);
  const kind = fstatSync(fd);
  if (kind.isFIFO() || kind.isSocket()) return new Socket({ fd, readable: false, writable: true });
  return createWriteStream('', { fd });
}
