/**
 * Input through KWin's EIS.
 *
 * Nothing is read while nothing is sent. What KWin reported meanwhile (devices replaced, connection ended) is read before
 * the next event.
 */

import { DesktopError } from '../../../../base/errors.ts';
import { quote } from '../../../../base/escape.ts';
import { log } from '../../../../base/log.ts';
import { contains } from '../../../../protocol/geometry.ts';
import type { CreateBackend, InputBackend } from '../../backend.ts';
import type { InputEvent } from '../../model/events.ts';
import { NOTHING_LOCKED } from '../../model/keymap.ts';
import type { InputTraits } from '../../model/traits.ts';
import { createXkbKeymapReader } from '../../model/xkb-keymap.ts';
import {
  connectionError,
  DEVICES_TIMEOUT_MS,
  type EisConnection,
  type EisOptions,
  isAlive,
  KEYBOARD,
  openEis,
  waitUntil,
} from './connection.ts';
import { INTERFACE_OF, pointsOf, requestsOf } from './events.ts';
import type { EisDevice, EisSession } from './session.ts';

const TRAITS: InputTraits = {
  /**
   * KWin 6.3 ends an application that left 1 MiB of events unread: 40,000 characters typed at full speed into a Kate that
   * did not run for a second. A key event takes 24 to 52 bytes, twice that where an application has two keyboards. What
   * waits in an application cannot be called back: after a cancel it still types that. 1,000 characters go at full speed.
   */
  eventRate: { burst: 2_400, perSecond: 1_000 },
  /** KWin 6.3: the program gets them when the others come more than 250 ms after the first (src/input.cpp, touchDown). */
  reservedGestures: { fingers: 3, leadMs: 270 },
  /** Measured with KWin 6.3: the pointer stays where it is, and a click would land there. */
  negativePointsRefused: 'KWin takes no pointer of ours',
  /** KWin 6.3 forgets what is down with a new layout, now and then a turn before it replaces the device. */
  replacesDevicesLate: true,
};

const SYNC_TIMEOUT_MS = 2_000;
const POINTER = 'ei_pointer_absolute';

/** Makes the backend for a desktop whose KWin gives out EIS sockets. */
export const createEisBackend: CreateBackend = (source, { wakeFd }) =>
  source.kind === 'eis' ? createBackend({ ...source, wakeFd }) : undefined;

function createBackend(options: EisOptions): InputBackend {
  let connection: EisConnection | undefined;
  let connections = 0;
  let layout = { group: 0, locked: NOTHING_LOCKED };
  const readKeymap = createXkbKeymapReader();
  /** Devices used since KWin's last answer, with their `losses` before. */
  const unconfirmed = new Map<EisDevice, number>();
  const drop = (): void => {
    connection?.close();
    connection = undefined;
  };
  const ready = async (isStopped: () => boolean): Promise<void> => {
    if (connection && !isAlive(connection)) drop();
    unconfirmed.clear();
    if (!connection) {
      connection = await openEis(options, isStopped);
      connections++;
    }
    try {
      await waitForDevices(connection, isStopped);
    } catch (error) {
      drop();
      throw error;
    }
    layout = { group: await activeGroup(connection, isStopped), locked: await connection.locks.now() };
  };
  return {
    name: 'KWin EIS (libei protocol)',
    traits: TRAITS,
    ready,
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
    keymap: () => readKeymap(connection?.session.device(KEYBOARD)?.keymap ?? '', layout.group, layout.locked),
    regions: () => connection?.session.device(POINTER)?.regions ?? [],
    devices: () => (connection?.session.devices() ?? []).map((each) => each.name),
    close: drop,
  };
}

/** The device for an interface. First reads what KWin reported since the last event. */
function deviceFor(
  connection: EisConnection | undefined,
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

/** Fails with `failed` for a point on no screen: KWin drops such events silently. */
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
    `KWin replaced ${quote(name)} while events were sent; the last of them may be lost.`,
    'Look at what arrived, then repeat the call.',
  );
}

/** Waits until keyboard and pointer are resumed. Fails with `unsupported` when they do not come. */
async function waitForDevices(connection: EisConnection, isStopped: () => boolean): Promise<void> {
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

/** The number of the active layout, asked over D-Bus when the keymap has several: EIS does not report it to senders. */
async function activeGroup({ bus, session }: EisConnection, isStopped: () => boolean): Promise<number> {
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
