/** Commands to windows, each with its real outcome: the compositor is asked, then its windows are watched. */
import { abortedError, throwIfAborted } from '../../../base/errors.ts';
import type {
  Activation,
  ArrangedWindow,
  Arrangement,
  ClosedWindow,
  WindowOutcome,
} from '../../../protocol/desktop.ts';
import { type DesktopState, isOwnedBy, type WindowInfo } from '../../../protocol/window.ts';
import type { WindowBackend } from '../backend.ts';
import { activeWindowOf, isArranged } from '../model/windows.ts';

/** Longest wait for the effect of a command: an application draws its new size, or asks whether to save. */
const SETTLE_MS = 1000;

/** As DesktopActor says of `activate`. */
export async function activateWindow(windows: WindowBackend, id: string, signal?: AbortSignal): Promise<Activation> {
  const before = await windows.state(signal);
  await windows.perform({ kind: 'activate', id }, signal);
  const isBlocked = (now: WindowInfo[]): boolean => {
    const activeWindow = activeWindowOf(now);
    return activeWindow !== undefined && isOwnedBy(activeWindow, id, now);
  };
  const isDone = (now: WindowInfo[]): boolean => !find(now, id) || activeWindowOf(now)?.id === id || isBlocked(now);
  await settled(windows, { isDone, untilMs: performance.now() + SETTLE_MS }, signal);
  const after = await windows.state(signal);
  const current = nameOfCurrent(after);
  const switchedTo = current === nameOfCurrent(before) ? undefined : current;
  return { ...outcome(id, after), isBlocked: isBlocked(after.windows), switchedTo };
}

/** As DesktopActor says of `arrange`. */
export async function arrangeWindow(
  windows: WindowBackend,
  { id, arrangement }: { id: string; arrangement: Arrangement },
  signal?: AbortSignal,
): Promise<ArrangedWindow> {
  const { desktops, windows: before } = await windows.state(signal);
  const untilMs = performance.now() + SETTLE_MS;
  const command = async (asked: Arrangement): Promise<void> => {
    await windows.perform({ kind: 'arrange', id, ...asked }, signal);
    const isDone = (now: WindowInfo[]): boolean => {
      const window = find(now, id);
      return !window || isArranged(window, asked, desktops);
    };
    await settled(windows, { isDone, untilMs }, signal);
  };
  // What is missing in `place` is that of the restored window.
  const isLarge = before.some((window) => window.id === id && (window.maximized || window.fullscreen));
  if (arrangement.place && isLarge) await command({ state: 'restore' });
  await command(arrangement);
  const came = outcome(id, await windows.state(signal));
  return { ...came, isAsAsked: came.now !== undefined && isArranged(came.now, arrangement, desktops) };
}

/** As DesktopActor says of `closeWindow`. */
export async function closeWindow(windows: WindowBackend, id: string, signal?: AbortSignal): Promise<ClosedWindow> {
  const { windows: before } = await windows.state(signal);
  const pid = find(before, id)?.pid;
  const isNew = (window: WindowInfo): boolean =>
    window.pid === pid && window.kind !== 'popup' && !find(before, window.id);
  const isRefused = (await windows.perform({ kind: 'close', id }, signal)) === 'refused';
  const isDone = (now: WindowInfo[]): boolean => isRefused || !find(now, id) || now.some(isNew);
  await settled(windows, { isDone, untilMs: performance.now() + SETTLE_MS }, signal);
  const after = await windows.state(signal);
  return { ...outcome(id, after), isRefused, opened: after.windows.filter(isNew) };
}

function find(windows: readonly WindowInfo[], id: string): WindowInfo | undefined {
  return windows.find((window) => window.id === id);
}

function nameOfCurrent({ desktops }: DesktopState): string | undefined {
  return desktops.find(({ current }) => current)?.name;
}

function outcome(id: string, { windows }: DesktopState): WindowOutcome {
  return { now: find(windows, id), activeWindow: activeWindowOf(windows) };
}

interface Settling {
  isDone: (windows: WindowInfo[]) => boolean;
  /** End of the wait on the clock of `performance.now()`; reaching it is no failure. */
  untilMs: number;
}

/** Waits until the windows are as wanted, or until the time is over. Fails with `aborted`. */
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
