/**
 * A unix stream socket that passes file descriptors, for worker threads.
 *
 * Node's own sockets drop descriptors. Sending and receiving block for a bounded time: at most 250 ms in C at once, and
 * not at all once the wake-up descriptor is readable, because `terminate()` hangs while a thread waits in C.
 */
import { Socket } from 'node:net';
import { DesktopError } from '../../../base/errors.ts';
import { close, lend, own } from './descriptors.ts';
import { addressOf, errno, systemError } from './ffi.ts';
import * as libc from './libc.ts';
import { unixAddress } from './unix-address.ts';

/** Longest wait in C. */
const SLICE_MS = 250;
/** msghdr is 56 bytes, iovec 16 (bits/socket.h of glibc 2.36, 64 bit); data and descriptors follow. */
const IOVEC = 56;
const CONTROL = 72;
const CONTROL_BYTES = 1024;
const DATA = CONTROL + CONTROL_BYTES;
const DATA_BYTES = 65_536;
/** cmsghdr: u64 length, i32 level, i32 type (bits/socket.h). */
const CMSG_HEADER = 16;

/** What one read brought; no bytes means that nothing came in time. */
export interface Received {
  bytes: Buffer;
  /** Descriptors that came with the bytes, in order; the caller closes them (`close` of descriptors.ts). */
  fds: number[];
}

export interface FdSocket {
  /** Sends all of `bytes`; the descriptors stay the caller's. Fails with `failed` when the other end is gone. */
  send(bytes: Uint8Array, fds?: number[]): void;
  /** Waits at most `timeoutMs` for the next bytes. Fails with `failed` when the other end is gone. */
  receive(timeoutMs: number): Received;
  /** Calls once when there is something to receive, or the other end is gone. The returned function ends that. */
  whenReadable(listener: () => void): () => void;
  /** Safe to repeat. */
  close(): void;
}

/**
 * Opens a wake-up descriptor (eventfd): eight bytes written to it, by any thread, end every wait from then on. It outlives
 * its thread, so that who writes to it meets no other file; the writer closes it.
 */
export function openWaker(): number {
  const fd = libc.eventfd(0, libc.EFD_NONBLOCK | libc.EFD_CLOEXEC);
  if (fd < 0) throw systemError('Opening a wake-up descriptor');
  return fd;
}

/** Connects to a unix socket; a path that begins with a NUL is abstract. Fails with `not_found` when nobody listens. */
export function connectUnix(path: string, wakeFd: number): FdSocket {
  const opened = libc.socket(libc.AF_UNIX, libc.SOCK_STREAM | libc.SOCK_CLOEXEC | libc.SOCK_NONBLOCK, 0);
  if (opened < 0) throw systemError('Opening a socket');
  const fd = own(opened);
  const address = unixAddress(path);
  if (libc.connect(fd, address, address.length) < 0) {
    const error = systemError(`Connecting to ${path.replace('\0', '@')}`, 'not_found');
    close(fd);
    throw error;
  }
  return openFdSocket(fd, wakeFd);
}

/** Wraps a connected socket that `own` gave, and closes it in the end. `wakeFd`, once readable, fails every wait with `aborted`. */
export function openFdSocket(fd: number, wakeFd: number): FdSocket {
  const message = createMessage();
  let open = true;
  const transfer = (events: number, timeoutMs: number, attempt: () => number): number => {
    if (!open) throw new DesktopError('failed', 'The connection is closed.', 'Repeat the call to connect anew.');
    const deadlineMs = performance.now() + timeoutMs;
    for (;;) {
      const count = attempt();
      if (count >= 0) return count;
      const reason = errno();
      if (reason !== libc.EAGAIN && reason !== libc.EINTR) throw systemError('Talking to a socket');
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0) return -1;
      if (reason === libc.EAGAIN) waitFor(fd, wakeFd, { events, timeoutMs: leftMs });
    }
  };
  return {
    send: (bytes, fds = []) => {
      for (let sent = 0; sent < bytes.length; ) {
        const part = bytes.subarray(sent, sent + DATA_BYTES);
        message.fill(part, sent === 0 ? fds : []);
        const flags = libc.MSG_NOSIGNAL | libc.MSG_DONTWAIT;
        const count = transfer(libc.POLLOUT, 2_000, () => libc.sendmsg(fd, message.bytes, flags));
        if (count < 0) throw new DesktopError('timeout', 'The other side reads nothing.', 'Restart the session.');
        sent += count;
      }
    },
    receive: (timeoutMs) => {
      const flags = libc.MSG_DONTWAIT | libc.MSG_CMSG_CLOEXEC;
      const count = transfer(libc.POLLIN, timeoutMs, () => {
        message.clear();
        return libc.recvmsg(fd, message.bytes, flags);
      });
      if (count === 0) throw new DesktopError('failed', 'The other side closed the connection.', 'Repeat the call.');
      return count < 0 ? { bytes: Buffer.alloc(0), fds: [] } : message.take(count);
    },
    whenReadable: (listener) => whenReadable(fd, listener),
    close: () => {
      if (!open) return;
      open = false;
      close(fd);
    },
  };
}

/**
 * Node waits for bytes only to read them, and drops descriptors that come along. So it is given a copy of the socket and
 * no room to read into: libuv then says ENOBUFS once there is something, without taking it (its documentation, uv_alloc_cb).
 */
function whenReadable(fd: number, listener: () => void): () => void {
  const options = { readable: true, writable: false, onread: { buffer: new Uint8Array(0), callback: () => true } };
  const socket = new Socket({ ...options, fd: lend(fd) });
  let isWanted = true;
  socket.on('error', () => isWanted && listener());
  return () => {
    isWanted = false;
    socket.destroy();
  };
}

/** Waits until the socket is ready, at most 250 ms. */
function waitFor(fd: number, wakeFd: number, wait: { events: number; timeoutMs: number }): void {
  // pollfd (sys/poll.h): i32 fd, i16 events, i16 revents.
  const descriptors = Buffer.alloc(16);
  descriptors.writeInt32LE(fd, 0);
  descriptors.writeInt16LE(wait.events, 4);
  descriptors.writeInt32LE(wakeFd, 8);
  descriptors.writeInt16LE(libc.POLLIN, 12);
  const ready = libc.poll(descriptors, 2, Math.ceil(Math.min(wait.timeoutMs, SLICE_MS)));
  if (ready < 0 && errno() !== libc.EINTR) throw systemError('Waiting for a socket');
  if (ready > 0 && descriptors.readInt16LE(14) !== 0) {
    throw new DesktopError('aborted', 'The worker is being ended.', 'Call again; it is started anew.');
  }
}

/** One msghdr with its iovec, control block and data, in memory that does not move. */
function createMessage() {
  const bytes = Buffer.alloc(DATA + DATA_BYTES);
  const address = addressOf(bytes);
  bytes.writeBigUInt64LE(address + BigInt(IOVEC), 16);
  bytes.writeBigUInt64LE(1n, 24);
  bytes.writeBigUInt64LE(address + BigInt(CONTROL), 32);
  bytes.writeBigUInt64LE(address + BigInt(DATA), IOVEC);
  const setSizes = (dataBytes: number, controlBytes: number): void => {
    bytes.writeBigUInt64LE(BigInt(dataBytes), IOVEC + 8);
    bytes.writeBigUInt64LE(BigInt(controlBytes), 40);
    bytes.writeInt32LE(0, 48);
  };
  return {
    bytes,
    clear: () => setSizes(DATA_BYTES, CONTROL_BYTES),
    fill: (data: Uint8Array, fds: number[]) => {
      bytes.set(data, DATA);
      const controlBytes = CMSG_HEADER + 4 * fds.length;
      setSizes(data.length, fds.length === 0 ? 0 : align(controlBytes));
      bytes.writeBigUInt64LE(BigInt(controlBytes), CONTROL);
      bytes.writeInt32LE(libc.SOL_SOCKET, CONTROL + 8);
      bytes.writeInt32LE(libc.SCM_RIGHTS, CONTROL + 12);
      fds.forEach((fd, index) => void bytes.writeInt32LE(fd, CONTROL + CMSG_HEADER + 4 * index));
    },
    take: (count: number): Received => {
      const fds = readDescriptors(bytes.subarray(CONTROL, CONTROL + Number(bytes.readBigUInt64LE(40))));
      if (bytes.readInt32LE(48) & libc.MSG_CTRUNC) {
        for (const fd of fds) close(fd);
        throw new DesktopError('failed', 'File descriptors were lost on the way.', 'Close some files and repeat.');
      }
      return { bytes: Buffer.from(bytes.subarray(DATA, DATA + count)), fds };
    },
  };
}

function readDescriptors(control: Buffer): number[] {
  const fds: number[] = [];
  for (let at = 0; at + CMSG_HEADER <= control.length; ) {
    const length = Number(control.readBigUInt64LE(at));
    if (length < CMSG_HEADER) break;
    if (control.readInt32LE(at + 8) === libc.SOL_SOCKET && control.readInt32LE(at + 12) === libc.SCM_RIGHTS) {
      for (let item = at + CMSG_HEADER; item + 4 <= at + length; item += 4) fds.push(own(control.readInt32LE(item)));
    }
    at += align(length);
  }
  return fds;
}

/** Control messages begin at multiples of eight bytes. */
function align(length: number): number {
  return (length + 7) & ~7;
}
