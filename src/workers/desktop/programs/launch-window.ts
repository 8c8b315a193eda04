/** Waits for the window that a launch leads to: its own, or one of an instance that ran before and took the launch over. */
import { abortedError } from '../../../base/errors.ts';
import type { WindowInfo } from '../../../protocol/window.ts';
import type { Launch, Processes } from '../../platform/linux/processes.ts';
import { type Accept, isAppOf, launchedWindow } from '../model/launched-window.ts';
import type { AttachedDesktop } from '../sessions/attached-desktop.ts';
import type { Program } from '../sessions/program.ts';
import type { ResolvedProgram } from './resolve-program.ts';

/** Time in which a launch that may have been handed to a running instance shows a window of its own. */
const OWN_WINDOW_MS = 1000;

/**
 * Time in which a running instance reacts to a launch that ended well: when it has a window, when it has none yet, and when
 * no instance is known.
 */
const HANDOVER_MS = { shown: 3000, starting: 8000, none: 400 };

/** A launch beside a running instance waits for that instance once its own processes have done nothing for this time. */
const AT_REST_MS = 1500;
/** Poll interval while waiting for that. */
const AT_REST_POLL_MS = 250;

/** A running instance of the application: it shows a window, has none yet, or there is none. */
export type OtherInstance = keyof typeof HANDOVER_MS;

export interface LaunchWait {
  desktop: AttachedDesktop;
  resolved: ResolvedProgram;
  /** The windows before the launch. */
  before: WindowInfo[];
  other: OtherInstance;
  launch: Launch;
  running: Program;
  waitMs: number;
}

/** Whether an instance of the application runs. Programs without a .desktop file, such as shells, hand nothing over. */
export function otherInstance(
  { host }: AttachedDesktop,
  { appIds, argv }: ResolvedProgram,
  before: WindowInfo[],
): OtherInstance {
  if (before.some(({ app }) => isAppOf(appIds, app))) return 'shown';
  return appIds.length > 1 && host.processes.isProgramRunning(argv[0]) ? 'starting' : 'none';
}

/**
 * Waits for the window; gives undefined when the program failed, or ended and nothing came of it, or after `waitMs`. One
 * that runs on and does nothing beside a running instance, as `kate -b` does until its file is closed, has handed over what
 * it was for. Fails with `aborted`.
 */
export function waitForWindow(wait: LaunchWait, signal?: AbortSignal): Promise<WindowInfo | undefined> {
  const { desktop, running, launch, other } = wait;
  const { processes } = desktop.host;
  return new Promise((resolve, reject) => {
    const timers: NodeJS.Timeout[] = [];
    let accept: Accept = 'new';
    let isSettled = false;
    const settle = (finish: () => void): void => {
      if (isSettled) return;
      isSettled = true;
      endWatch();
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      finish();
    };
    const onAbort = (): void => settle(() => reject(abortedError()));
    const look = (): void => {
      if (isSettled) return;
      const window = findWindow(wait, accept);
      if (window) settle(() => resolve(currentState(desktop, window, signal)));
    };
    const later = (ms: number, act: () => void): void => void timers.push(setTimeout(act, ms));
    const acceptNow = (what: Accept): void => {
      if (accept !== 'any') accept = what;
      look();
    };
    const giveUp = (): void => {
      if (!processes.isAlive(launch)) settle(() => resolve(undefined));
    };
    const onExit = (code: number): void => {
      if (isSettled) return;
      if (code !== 0) return giveUp();
      acceptNow('changed');
      later(HANDOVER_MS[other], () => {
        acceptNow('any');
        giveUp();
      });
    };
    const endWatch = desktop.windows.onChange(look);
    later(wait.waitMs, () => settle(() => resolve(undefined)));
    signal?.addEventListener('abort', onAbort, { once: true });
    later(OWN_WINDOW_MS, () => {
      acceptNow('changed');
      if (running.exitCode !== undefined && running.exitCode !== 0) giveUp();
    });
    if (other !== 'none') timers.push(whenAtRest({ processes, launch }, () => acceptNow('any')));
    void running.ended.then(onExit);
    if (signal?.aborted) onAbort();
    look();
  });
}

/** Calls `act` once the processes of a launch have used no processor for a while. The caller clears the returned timer. */
function whenAtRest({ processes, launch }: { processes: Processes; launch: Launch }, act: () => void): NodeJS.Timeout {
  let ticks: number | undefined;
  let sinceMs = performance.now();
  const timer = setInterval(() => {
    const now = processes.cpuTicks(launch);
    if (now === undefined || now !== ticks) [ticks, sinceMs] = [now, performance.now()];
    else if (performance.now() - sinceMs >= AT_REST_MS) {
      clearInterval(timer);
      act();
    }
  }, AT_REST_POLL_MS);
  return timer;
}

function findWindow({ desktop, resolved, before, launch }: LaunchWait, accept: Accept): WindowInfo | undefined {
  const isOurs = (pid: number): boolean => desktop.host.processes.belongsTo(launch, pid);
  return launchedWindow({ before, now: desktop.windows.known(), isOurs, appIds: resolved.appIds }, accept);
}

/** The window once the compositor has done what belongs to its opening, such as making it the active one. */
async function currentState(desktop: AttachedDesktop, window: WindowInfo, signal?: AbortSignal): Promise<WindowInfo> {
  const { windows } = await desktop.windows.state(signal);
  return windows.find(({ id }) => id === window.id) ?? window;
}
