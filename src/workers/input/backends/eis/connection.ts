/**
 * Connects to KWin's EIS: the D-Bus method `connectToEIS` gives a socket for the ei protocol.
 *
 * KWin ends the socket when the bus connection that requested it closes, so that one stays open.
 */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { abortedError, DesktopError } from '../../../../base/errors.ts';
import { connectFdBus, type FdBus } from '../../../platform/dbus/fd-bus.ts';
import { close } from '../../../platform/linux/descriptors.ts';
import { openFdSocket } from '../../../platform/linux/fd-socket.ts';
import * as libc from '../../../platform/linux/libc.ts';
import { type Locks, openLocks } from './locks.ts';
import { createEisSession, type EisSession } from './session.ts';

export interface EisOptions {
  /** D-Bus address of the session bus that KWin is on. */
  busAddress: string;
  /** Socket for Wayland clients of that KWin. */
  waylandSocket?: string | undefined;
  /** Wake-up descriptor of this thread; see `openFdSocket`. */
  wakeFd: number;
}

export interface EisConnection {
  session: EisSession;
  bus: FdBus;
  locks: Locks;
  /** Reads everything that has arrived, waiting at most `timeoutMs` for the first bytes. */
  read(timeoutMs: number): void;
  /** Closes the socket and the bus connection; KWin releases what is pressed. */
  close(): void;
}

/** Keyboard 1, pointer 2, touch 4: the device types of the RemoteDesktop portal, which KWin takes here. */
const ALL_DEVICES = 7;
const SEAT_TIMEOUT_MS = 2_000;
/** Longest wait for the EIS object: KWin 6.3 is on the bus about 100 ms before it. */
const APPEAR_TIMEOUT_MS = 2_000;
const APPEAR_POLL_MS = 20;
/** Longest wait for requested devices. */
export const DEVICES_TIMEOUT_MS = 2_000;
/** Longest time without a turn of the event loop while waiting. */
const MAX_BLOCK_MS = 20;
/** The interface of keyboards. */
export const KEYBOARD = 'ei_keyboard';

/** Connects. Binds the keyboard before the rest: KWin 6.6 gave none when all were bound at once (KDE bug 520464). */
export async function openEis(options: EisOptions, isStopped: () => boolean): Promise<EisConnection> {
  const connection = await connect(options, isStopped);
  const { session } = connection;
  try {
    await waitUntil(connection, () => session.isReady(), { timeoutMs: SEAT_TIMEOUT_MS, isStopped });
    session.bind([KEYBOARD]);
    await waitUntil(connection, () => session.device(KEYBOARD) !== undefined, {
      timeoutMs: DEVICES_TIMEOUT_MS,
      isStopped,
    });
    session.bind('all');
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

async function connect(
  { busAddress, waylandSocket, wakeFd }: EisOptions,
  isStopped: () => boolean,
): Promise<EisConnection> {
  const bus = await connectFdBus(busAddress, wakeFd, isStopped);
  try {
    const socket = openFdSocket(await requestSocket(bus, isStopped), wakeFd);
    const session = createEisSession({
      name: 'desktop-mcp',
      send: (bytes) => socket.send(bytes),
      readKeymap: readKeymapText,
    });
    const locks = await openLocks(waylandSocket);
    return {
      session,
      bus,
      locks,
      read: (timeoutMs) => {
        for (let waitMs = timeoutMs; ; waitMs = 0) {
          const { bytes, fds } = socket.receive(waitMs);
          if (bytes.length === 0) return;
          session.receive(bytes, fds);
        }
      },
      close: () => {
        socket.close();
        locks.close();
        bus.close();
      },
    };
  } catch (error) {
    bus.close();
    throw error;
  }
}

async function requestSocket(bus: FdBus, isStopped: () => boolean): Promise<number> {
  const deadlineMs = performance.now() + APPEAR_TIMEOUT_MS;
  for (;;) {
    try {
      const { body, fds } = await bus.call(
        {
          destination: 'org.kde.KWin',
          path: '/org/kde/KWin/EIS/RemoteDesktop',
          interface: 'org.kde.KWin.EIS.RemoteDesktop',
          member: 'connectToEIS',
          signature: 'i',
          body: [ALL_DEVICES],
        },
        isStopped,
      );
      const fd = fds[Number(body[0])];
      if (fd === undefined) throw connectionError('connectToEIS brought no descriptor');
      return fd;
    } catch (error) {
      const isAbsent = error instanceof DesktopError && error.code === 'unsupported';
      if (!isAbsent) throw error;
      if (performance.now() > deadlineMs) {
        throw new DesktopError(
          'unsupported',
          `KWin offers no input here: ${error.message}`,
          'Input needs KWin 6.1 or later, running on this session bus.',
        );
      }
      await setTimeout(APPEAR_POLL_MS);
    }
  }
}

/** Reads what has arrived. False when the connection has ended. */
export function isAlive({ read, session }: EisConnection): boolean {
  try {
    read(0);
    return session.endReason() === undefined;
  } catch (error) {
    if (error instanceof DesktopError && error.code === 'failed') return false;
    throw error;
  }
}

interface WaitOptions {
  timeoutMs: number;
  isStopped(): boolean;
}

/** Reads until `condition`. Fails with `timeout`, `aborted`, or with `failed` when KWin ends the connection. */
export async function waitUntil(
  connection: EisConnection,
  condition: () => boolean,
  options: WaitOptions,
): Promise<void> {
  const deadlineMs = performance.now() + options.timeoutMs;
  let turnMs = performance.now() + MAX_BLOCK_MS;
  while (!condition()) {
    const nowMs = performance.now();
    const reason = connection.session.endReason();
    if (reason !== undefined) throw connectionError(reason);
    if (options.isStopped()) throw abortedError();
    if (nowMs > deadlineMs) {
      throw new DesktopError('timeout', 'KWin did not answer in time.', 'Look at the desktop, then repeat the call.');
    }
    if (nowMs > turnMs) {
      await setImmediate();
      turnMs = performance.now() + MAX_BLOCK_MS;
    }
    connection.read(Math.min(MAX_BLOCK_MS / 4, deadlineMs - nowMs));
  }
}

function readKeymapText(fd: number, sizeBytes: number): string {
  const bytes = Buffer.alloc(sizeBytes);
  let length = 0;
  for (let count = 1; count > 0 && length < sizeBytes; length += Math.max(0, count)) {
    count = libc.pread(fd, bytes.subarray(length), sizeBytes - length, length);
  }
  close(fd);
  return bytes.toString('utf8', 0, length).replace(/\0+$/, '');
}

/** The failure when the connection has ended. */
export function connectionError(reason: string): DesktopError {
  return new DesktopError(
    'failed',
    `KWin's input connection broke off: ${reason}.`,
    'Repeat the call; it connects anew.',
  );
}
