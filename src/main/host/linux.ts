/** Linux: descriptors by libc, folders and desktop by the variables of freedesktop.org. */
import { createWriteStream, fstatSync, readdirSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import koffi from 'koffi';
import type { Host } from './host.ts';

const LIBC = 'libc.so.6';

/** fcntl.h, Linux: duplicate to the lowest number from the argument on, close-on-exec. */
const F_DUPFD_CLOEXEC = 1030;
const F_SETFD = 2;
const FD_CLOEXEC = 1;

/** The host of a Linux desktop. `moveStdout`, `closeOnExec` and `exit` make the only native calls of the main thread. */
export const linux: Host = {
  moveStdout: () => {
    const libc = koffi.load(LIBC);
    const fcntl = libc.func('int fcntl(int fd, int command, ...)');
    const dup2 = libc.func('int dup2(int from, int to)');
    const fd = fcntl(1, F_DUPFD_CLOEXEC, 'int', 3) as number;
    if (fd < 0 || dup2(2, 1) < 0) throw new Error(`stdout cannot be moved: errno ${koffi.errno()}`);
    const kind = fstatSync(fd);
    if (kind.isFIFO() || kind.isSocket()) return new Socket({ fd, readable: false, writable: true });
    return createWriteStream('', { fd });
  },
  closeOnExec: () => {
    const fcntl = koffi.load(LIBC).func('int fcntl(int fd, int command, ...)');
    // One of them is the folder itself, which is closed by now: that fails, and does not matter.
    for (const fd of readdirSync('/proc/self/fd').map(Number)) if (fd > 2) fcntl(fd, F_SETFD, 'int', FD_CLOEXEC);
  },
  exit: (code) => {
    koffi.load(LIBC).func('void _exit(int status)')(code);
    throw new Error('the process goes on after its end');
  },
  configFolder: ({ XDG_CONFIG_HOME, HOME = '/' }) => join(XDG_CONFIG_HOME || join(HOME, '.config'), 'desktop-mcp'),
  runtimeFolder: ({ XDG_RUNTIME_DIR }) => XDG_RUNTIME_DIR ?? tmpdir(),
  hasLiveDesktop: ({ DBUS_SESSION_BUS_ADDRESS, WAYLAND_DISPLAY }) =>
    Boolean(DBUS_SESSION_BUS_ADDRESS && WAYLAND_DISPLAY),
};
