/** Orders to windows, each with what really came of it: the compositor is asked, then its model is watched. */
import type { Activation, ArrangedWindow, Arrangement, ClosedWindow, WindowOutcome } from '../../protocol/desktop.ts';
import { abortedError, DesktopError, throwIfAborted } from '../../protocol/errors.ts';
import { isOwnedBy, type Topology, type WindowInfo } from '../../protocol/window.ts';
import type { WindowBackend } from './backend.ts';
import { frontOf, isArranged } from './model/windows.ts';

/** How long an order is waited for: an application draws its new size, or asks whether to save. */
const SETTLE_MS = 1000;

/** As DesktopActor says of `activate`. */
export async function activateWindow(windows: WindowBackend, id: string, signal?: AbortSignal): Promise<Activation> {
  const { before, topology } = await look(windows, id, signal);
  await windows.perform({ kind: 'activate', id }, signal);
  const isBlocked = (now: WindowInfo[]): boolean => {
    const front = frontOf(now);
    return front !== undefined && isOwnedBy(front, id, now);
  };
  const isDone = (now: WindowInfo[]): boolean => !find(now, id) || frontOf(now)?.id === id || isBlocked(now);
  await settled(windows, { isDone, untilMs: performance.now() + SETTLE_MS }, signal);
  const after = await windows.topology(signal);
  const current = nameOfCurrent(after);
  const switchedTo = current === nameOfCurrent(topology) ? undefined : current;
  return { ...outcome(before, after), isBlocked: isBlocked(after.windows), switchedTo };
}

/** As DesktopActor says of `arrange`. */
export async function arrangeWindow(
  windows: WindowBackend,
  { id, arrangement }: { id: string; arrangement: Arrangement },
  signal?: AbortSignal,
): Promise<ArrangedWindow> {
  const { before, topology } = await look(windows, id, signal);
  const untilMs = performance.now() + SETTLE_MS;
  const order = async (asked: Arrangement): Promise<void> => {
    await windows.perform({ kind: 'arrange', id, ...asked }, signal);
    const isDone = (now: WindowInfo[]): boolean => {
      const window = find(now, id);
      return !window || isArranged(window, asked, topology.desktops);
    };
    await settled(windows, { isDone, untilMs }, signal);
  };
  // The size that stays is the one of the restored window.
  if (arrangement.place && (before.maximized || before.fullscreen)) await order({ state: 'restore' });
  await order(arrangement);
  const came = outcome(before, await windows.topology(signal));
  return { ...came, isAsAsked: came.now !== undefined && isArranged(came.now, arrangement, topology.desktops) };
}

/** As DesktopActor says of `closeWindow`. */
export async function closeWindow(windows: WindowBackend, id: string, signal?: AbortSignal): Promise<ClosedWindow> {
  const { before, topology } = await look(windows, id, signal);
  const isNew = (window: WindowInfo): boolean =>
    window.pid === before.pid && window.kind !== 'popup' && !find(topology.windows, window.id);
  const isRefused = (await windows.perform({ kind: 'close', id }, signal)) === 'refused';
  const isDone = (now: WindowInfo[]): boolean => isRefused || !find(now, id) || now.some(isNew);
  await settled(windows, { isDone, untilMs: performance.now() + SETTLE_MS }, signal);
  const after = await windows.topology(signal);
  return { ...outcome(before, after), isRefused, opened: after.windows.filter(isNew) };
}

async function look(windows: WindowBackend, id: string, signal?: AbortSignal) {
  const topology = await windows.topology(signal);
  const before = find(topology.windows, id);
  if (before) return { before, topology };
  throw new DesktopError('not_found', `There is no window ${id} any more.`, 'See windows for those that are open.');
}

function find(windows: readonly WindowInfo[], id: string): WindowInfo | undefined {
  return windows.find((window) => window.id === id);
}

function nameOfCurrent({ desktops }: Topology): string | undefined {
  return desktops.find(({ current }) => current)?.name;
}

function outcome(before: WindowInfo, { windows }: Topology): WindowOutcome {
  return { before, now: find(windows, before.id), front: frontOf(windows) };
}

interface Settling {
  isDone: (windows: WindowInfo[]) => boolean;
  /** On the clock of `performance.now()`; passing it is no failure. */
  untilMs: number;
}

/** Waits until the windows are as they shall be, or for the time. Fails with `aborted` when the signal fires. */
function settled(windows: WindowBackend, { isDone, untilMs }: Settling, signal?: AbortSignal): Promise<void> {
  throwIfAborted(signal);
  return new Promise((resolve, reject) => {
    const end = (finish: () => void): void => {
      clearTimeout(timer);
      endWatch();
      signal?.removeEventListener('abort', onAbort);
      finish();
    };
    const onAbort = (): void => end(() => reject(abortedError()));
    const check = (): void => {
      if (isDone(windows.known())) end(resolve);
    };
    const timer = setTimeout(() => end(resolve), Math.max(0, untilMs - performance.now()));
    const endWatch = windows.onChange(check);
    signal?.addEventListener('abort', onAbort, { once: true });
    check();
  });
}
