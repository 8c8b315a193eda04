/** Opens sockets that another process is to listen on. */
import { systemError } from './ffi.ts';
import * as libc from './libc.ts';
import { unixAddress } from './unix-address.ts';

/** Connections that may wait until somebody accepts them. */
const BACKLOG = 16;

/**
 * Binds a unix socket to a path and listens; the caller hands the descriptor to another process and closes its own with
 * `closeListener`. The path stays. Fails with `failed` when there is something at the path.
 */
export function listenUnix(path: string): number {
  const fd = libc.socket(libc.AF_UNIX, libc.SOCK_STREAM | libc.SOCK_CLOEXEC, 0);
  if (fd < 0) throw systemError('Opening a socket');
  const address = unixAddress(path);
  if (libc.bind(fd, address, address.length) < 0 || libc.listen(fd, BACKLOG) < 0) {
    const error = systemError(`Listening at ${path}`);
    libc.close(fd);
    throw error;
  }
  return fd;
}

/** Closes our descriptor of a socket that another process listens on. */
export function closeListener(fd: number): void {
  libc.close(fd);
}
