/** The accessibility bus of a session: its address, and the switch that makes toolkits use it. */
import { log } from '../../../base/log.ts';
import { connectSessionBus, type SessionBus } from '../../platform/dbus/session-bus.ts';

/** Time limit of a call, of which the first one starts the bus launcher. */
const ACTIVATION_TIMEOUT_MS = 5000;

const STATUS = 'org.a11y.Status';
const LAUNCHER = { destination: 'org.a11y.Bus', path: '/org/a11y/bus', timeoutMs: ACTIVATION_TIMEOUT_MS };
const PROPERTIES = { ...LAUNCHER, interface: 'org.freedesktop.DBus.Properties' };

export interface AccessibilityBus {
  /** D-Bus address of the accessibility bus. */
  address: string;
  /** Whether `switchOn` changed the switch; then its caller restores it. */
  wasOff: boolean;
}

/** Switches accessibility on for the whole session, before or after its programs start. */
export async function switchOn(bus: SessionBus, signal?: AbortSignal): Promise<AccessibilityBus> {
  const get = { ...PROPERTIES, member: 'Get', signature: 'ss', body: [STATUS, 'IsEnabled'] };
  const getAddress = { ...LAUNCHER, interface: 'org.a11y.Bus', member: 'GetAddress' };
  const [enabled, [address]] = await Promise.all([bus.call(get, signal), bus.call(getAddress, signal)]);
  const wasOff = !(enabled as [{ value: boolean }])[0].value;
  // Last, so that a failure before it leaves the switch as it was.
  if (wasOff) await setEnabled(bus, true, signal);
  return { address: String(address), wasOff };
}

/**
 * Calls when the service that hands out the bus has ended, and says which programs can no longer be read. Another one is
 * started and switched on for what starts later.
 */
export async function watchService(bus: SessionBus, address: string, onTrouble: (text: string) => void): Promise<void> {
  let isThere = false;
  await bus.watchOwner(LAUNCHER.destination, (owner) => {
    if (owner === '' && isThere) void onServiceEnd(bus, address, onTrouble);
    isThere = owner !== '';
  });
}

async function onServiceEnd(bus: SessionBus, address: string, onTrouble: (text: string) => void): Promise<void> {
  const isBusThere = await connectSessionBus(address).then(
    (old) => (old.close(), true),
    () => false, // it ended with its service
  );
  const lost = isBusThere ? 'that start from now on' : 'that ran before';
  const advice = isBusThere ? 'a new session reads all' : 'start them again';
  onTrouble(`The accessibility service (at-spi-bus-launcher) ended: programs ${lost} cannot be read; ${advice}.`);
  await switchOn(bus).catch((error: unknown) => log('warn', `accessibility was not switched on: ${String(error)}`));
}

/** Turns the switch of the whole session on or off. */
export async function setEnabled(bus: SessionBus, on: boolean, signal?: AbortSignal): Promise<void> {
  const body = [STATUS, 'IsEnabled', bus.variant('b', on)];
  await bus.call({ ...PROPERTIES, member: 'Set', signature: 'ssv', body }, signal);
}

/** Switches accessibility on. A private session whose accessibility bus does not start is still a session, with a warning. */
export async function switchOnOrWarn(
  bus: SessionBus,
  signal: AbortSignal,
): Promise<{ address: string; warnings: string[] }> {
  try {
    const { address } = await switchOn(bus, signal);
    return { address, warnings: [] };
  } catch (error) {
    if (signal.aborted) throw error;
    const why = error instanceof Error ? error.message : String(error);
    return { address: '', warnings: [`The accessibility bus did not start, so tree and find see nothing: ${why}`] };
  }
}
