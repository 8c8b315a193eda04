/**
 * Descriptors that end with their thread. A terminated worker runs no cleanup, and Node closes only what `fs.openSync` opened
 * in it. So a descriptor from C takes the number of one that Node opened: else the compositor would keep the input connection
 * of a worker that was replaced, and its pressed keys.
 */
import { closeSync, openSync } from 'node:fs';
import { systemError } from './ffi.ts';
import * as libc from './libc.ts';

/** Moves a descriptor to where Node closes it at the end of the thread; `fd` is closed. The caller ends it with `close`. */
export function own(fd: number): number {
  const place = openSync('/dev/null', 'r');
  const isMoved = libc.dup3(fd, place, libc.O_CLOEXEC) >= 0;
  const error = isMoved ? undefined : systemError('Moving a descriptor');
  libc.close(fd);
  if (!error) return place;
  closeSync(place);
  throw error;
}

/** Closes a descriptor that `own` gave. */
export function close(fd: number): void {
  closeSync(fd);
}

/** A copy of a descriptor for one of Node's own streams, which closes it, also at the end of the thread. */
export function lend(fd: number): number {
  const copy = libc.fcntl(fd, libc.F_DUPFD_CLOEXEC, 'int', 0);
  if (copy < 0) throw systemError('Copying a descriptor');
  return copy;
}
