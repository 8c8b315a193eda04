/**
 * Input through KWin's EIS: `connectToEIS` gives a socket, over which we speak the ei protocol.
 *
 * KWin ends the socket when the bus connection that asked for it closes, so that connection stays open. While nobody
 * sends, nothing is read; what KWin said meanwhile (devices replaced, connection ended) is caught up with before the
 * next event.
 */
import { setImmediate, setTimeout } from 'node:timers/promises';
import { abortedError, DesktopError } from '../../../base/errors.ts';
import { log } from '../../../base/log.ts';
import { createSerialQueue } from '../../../base/serial-queue.ts';
import { contains } from '../../../protocol/geometry.ts';
import { connectFdBus, type FdBus } from '../../platform/dbus/fd-bus.ts';
import { close } from '../../platform/linux/descriptors.ts';
import { openFdSocket } from '../../platform/linux/fd-socket.ts';
import * as libc from '../../platform/linux/libc.ts';
import type { InputBackend } from '../backend.ts';
import type { InputEvent } from '../model/events.ts';
import type { InputTraits } from '../model/traits.ts';
import { createXkbKeymapReader } from '../model/xkb-keymap.ts';
import { INTERFACE_OF, pointsOf, requestsOf } from './eis-events.ts';
import { createEisSession, type EisDevice, type EisSession } from './eis-session.ts';

export interface EisOptions {
  /** D-Bus address of the session bus that KWin is on. */
  busAddress: string;
  /** Wake-up descriptor of this thread; see `openFdSocket`. */
  wakeFd: number;
}

interface Connection {
  session: EisSession;
  bus: FdBus;
  /** Reads what is there, waiting `timeoutMs` at most for it. */
  read(timeoutMs: number): void;
  close(): void;
}

const TRAITS: InputTraits = {
  /**
   * KWin 6.3 ends an application that left 1 MiB of events unread: 40,000 characters typed at full speed into a Kate that
   * did not run for a second. A key event takes 24 to 52 bytes, twice that where an application has two keyboards. What
   * waits in an application cannot be called back: after a cancel it still types that. 1,000 characters go at full speed.
   */
  eventRate: { burst: 2_400, perSecond: 1_000 },
  /** KWin 6.3, GlobalShortcutFilter::touchDown (src/input.cpp): it waits 250 ms for the third finger. */
  reservedGestures: { fingers: 3, leadMs: 270 },
  /** Measured with KWin 6.3: the pointer stays where it is, and a click would land there. */
  negativePointsRefused: 'KWin takes no pointer of ours',
  /** KWin 6.3 forgets what is down with a new layout, now and then a turn before it replaces the device. */
  replacesDevicesLate: true,
};

/** Keyboard 1, pointer 2, touch 4: the device types of the RemoteDesktop portal, which KWin takes here. */
const ALL_DEVICES = 7;
const SEAT_TIMEOUT_MS = 2_000;
/** KWin 6.3 is on the bus some 100 ms before its EIS object is. */
const APPEAR_TIMEOUT_MS = 2_000;
const APPEAR_POLL_MS = 20;
const DEVICES_TIMEOUT_MS = 2_000;
const SYNC_TIMEOUT_MS = 2_000;
/** Longest time without a turn of the event loop while waiting. */
const MAX_BLOCK_MS = 20;
const KEYBOARD = 'ei_keyboard';
const POINTER = 'ei_pointer_absolute';

/** Makes the backend; it connects at the first `ready`. */
export function createEisBackend(options: EisOptions): InputBackend {
  let connection: Connection | undefined;
  let connections = 0;
  let group = 0;
  const readKeymap = createXkbKeymapReader();
  /** Devices to which something was sent since the last answer of KWin, with what they had lost before. */
  const unconfirmed = new Map<EisDevice, number>();
  const drop = (): void => {
    connection?.close();
    connection = undefined;
  };
  const makeReady = async (isStopped: () => boolean): Promise<void> => {
    if (connection && !isAlive(connection)) drop();
    unconfirmed.clear();
    if (!connection) {
      connection = await open(options, isStopped);
      connections++;
    }
    try {
      await waitForDevices(connection, isStopped);
    } catch (error) {
      drop();
      throw error;
    }
    group = await activeGroup(connection, isStopped);
  };
  const inTurn = createSerialQueue();
  return {
    name: 'KWin EIS (libei protocol)',
    traits: TRAITS,
    ready: (isStopped) => inTurn(() => makeReady(isStopped)),
    send: (event) => {
      const requests = requestsOf(event);
      const { session, device, object } = deviceFor(connection, requests.interface);
      refuseOutside(device, event);
      if (!unconfirmed.has(device)) unconfirmed.set(device, device.losses);
      session.send(device, requests.encode(object));
    },
    sync: async (isStopped) => {
      if (!connection) throw connectionError('it was not connected');
      const { session } = connection;
      const ping = session.ping();
      await waitUntil(connection, () => session.isAnswered(ping), { timeoutMs: SYNC_TIMEOUT_MS, isStopped });
      const replaced = [...unconfirmed].find(([device, losses]) => device.losses !== losses)?.[0];
      unconfirmed.clear();
      if (replaced) throw replacedError(replaced);
    },
    deviceOf: ({ device }) => {
      const found = connection?.session.device(INTERFACE_OF[device]);
      return found && `${connections} ${found.id}`;
    },
    keymap: () => readKeymap(connection?.session.device(KEYBOARD)?.keymap ?? '', group),
    regions: () => connection?.session.device(POINTER)?.regions ?? [],
    devices: () => (connection?.session.devices() ?? []).map((each) => each.name),
    close: drop,
  };
}

/** The device to send through now. What KWin said since the last event is read first. */
function deviceFor(
  connection: Connection | undefined,
  interfaceName: string,
): { session: EisSession; device: EisDevice; object: bigint } {
  if (!connection) throw connectionError('it was not connected');
  const { session } = connection;
  connection.read(0);
  const device = session.device(interfaceName);
  const object = device?.interfaces.get(interfaceName);
  if (session.endReason() !== undefined) throw connectionError(session.endReason() ?? '');
  if (device && object !== undefined) return { session, device, object };
  if (session.offers(interfaceName)) throw connectionError(`the device of ${interfaceName} was taken away`);
  throw new DesktopError(
    'unsupported',
    `KWin offers no ${interfaceName} here; nothing was sent.`,
    'This gesture is not possible on this desktop.',
  );
}

/** KWin drops what lies beyond the screens without a word. */
function refuseOutside({ regions }: EisDevice, event: InputEvent): void {
  const outside = pointsOf(event).find((point) => !regions.some((region) => contains(region, point)));
  if (!outside) return;
  throw new DesktopError(
    'failed',
    `The point ${Math.round(outside.x)},${Math.round(outside.y)} is on no screen any more: the screens changed.`,
    'Look at the desktop anew, then repeat the call.',
  );
}

function replacedError({ name }: EisDevice): DesktopError {
  return new DesktopError(
    'failed',
    `KWin replaced "${name}" while events were sent; the last of them may be lost.`,
    'Look at what arrived, then repeat the call.',
  );
}

/** Waits until keyboard and pointer are resumed. Fails with `unsupported` when they do not come. */
async function waitForDevices(connection: Connection, isStopped: () => boolean): Promise<void> {
  const { session } = connection;
  try {
    await waitUntil(connection, () => hasDevices(session), { timeoutMs: DEVICES_TIMEOUT_MS, isStopped });
  } catch (error) {
    if (!(error instanceof DesktopError) || error.code !== 'timeout') throw error;
    const names = session.devices().map((each) => each.name);
    throw new DesktopError(
      'unsupported',
      `KWin gives no keyboard and pointer to send through; it gives: ${names.join(', ') || 'nothing'}.`,
      'Repeat the call; if it stays so, restart the session.',
    );
  }
}

function hasDevices(session: EisSession): boolean {
  return session.device(KEYBOARD) !== undefined && session.device(POINTER) !== undefined;
}

/** Catches up with what KWin said; false when the connection ended. */
function isAlive({ read, session }: Connection): boolean {
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
async function waitUntil(connection: Connection, condition: () => boolean, options: WaitOptions): Promise<void> {
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

/** Connects, and binds the keyboard alone before the rest: KWin 6.6 gave none when both came at once (KDE bug 520464). */
async function open(options: EisOptions, isStopped: () => boolean): Promise<Connection> {
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

async function connect({ busAddress, wakeFd }: EisOptions, isStopped: () => boolean): Promise<Connection> {
  const bus = await connectFdBus(busAddress, wakeFd, isStopped);
  try {
    const socket = openFdSocket(await requestSocket(bus, isStopped), wakeFd);
    const session = createEisSession({
      name: 'desktop-mcp',
      send: (bytes) => socket.send(bytes),
      readKeymap: readKeymapText,
    });
    return {
      session,
      bus,
      read: (timeoutMs) => {
        for (let waitMs = timeoutMs; ; waitMs = 0) {
          const { bytes, fds } = socket.receive(waitMs);
          if (bytes.length === 0) return;
          session.receive(bytes, fds);
        }
      },
      close: () => {
        socket.close();
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

/** The layout in force, asked of KWin where the keymap has several; KWin tells senders nothing of it. */
async function activeGroup({ bus, session }: Connection, isStopped: () => boolean): Promise<number> {
  const text = session.device(KEYBOARD)?.keymap ?? '';
  if (!/\bname\[(?:Group)?2\]/.test(text)) return 0;
  try {
    const call = { destination: 'org.kde.keyboard', path: '/Layouts', interface: 'org.kde.KeyboardLayouts' };
    return Number((await bus.call({ ...call, member: 'getLayout' }, isStopped)).body[0]);
  } catch (error) {
    if (!(error instanceof DesktopError) || error.code !== 'unsupported') throw error;
    log('warn', `the active keyboard layout is unknown, the first one is taken: ${error.message}`);
    return 0;
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

function connectionError(reason: string): DesktopError {
  return new DesktopError(
    'failed',
    `KWin's input connection broke off: ${reason}.`,
    'Repeat the call; it connects anew.',
  );
}
