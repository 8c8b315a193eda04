/** Starts programs in a session and waits for their windows. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { abortedError, DesktopError, throwIfAborted } from '../../../base/errors.ts';
import type { LaunchReply, LaunchRequest } from '../../../protocol/desktop.ts';
import type { WindowInfo } from '../../../protocol/window.ts';
import {
  belongsTo,
  cpuTicks,
  isAlive,
  isProgramRunning,
  LAUNCH_VARIABLE,
  type Launch,
} from '../../platform/linux/processes.ts';
import { type Accept, isAppOf, isNamedAlike, launchedWindow } from '../model/launched-window.ts';
import { isVariableName } from '../model/shell.ts';
import type { AttachedDesktop } from '../sessions/attached-desktop.ts';
import type { Program } from '../sessions/program.ts';
import { browserFlags } from './browser-flags.ts';
import { readLog } from './log-file.ts';
import { type ResolvedProgram, resolveProgram } from './resolve-program.ts';

/** How long a launch that may have been handed to a running instance waits for a window of its own. */
const OWN_WINDOW_MS = 1000;

/**
 * How long a launch that ended well waits for a sign of a running instance: when there is one with a window, when one is
 * still without, and when there is none.
 */
const HANDOVER_MS = { shown: 3000, starting: 8000, none: 400 };

/** A launch beside a running instance whose processes do nothing for this long waits for that instance. */
const AT_REST_MS = 1500;
const LOOK_EVERY_MS = 250;

/** How many lines of output a reply carries. */
const OUTPUT_LINES = 20;

/**
 * Runs a program and waits for its window, its failure, or the time. `keep` learns of the program as soon as it runs.
 * Fails with `not_found` or `ambiguous` when the name means none or several, with `aborted` while it waits: then the
 * program stays.
 */
export async function launch(
  desktop: AttachedDesktop,
  { request, keep }: { request: LaunchRequest; keep: (program: Program) => void },
  signal?: AbortSignal,
): Promise<LaunchReply> {
  checkWords(request);
  const environment = { ...desktop.environment, ...request.env };
  // On the user's desktop a name means what it means there, whatever the program is told.
  const lookup = desktop.wiring.kind === 'live' ? desktop.environment : environment;
  const resolved = withSeenClass(desktop, await resolveProgram(request.app, request.args, lookup));
  const [program, ...args] = resolved.argv;
  const flags = await browserFlags(program, desktop.wiring.kind === 'virtual', desktop.profileFolder);
  const before = request.waitMs > 0 ? (await desktop.windows.state(signal)).windows : [];
  throwIfAborted(signal);
  const other = otherInstance(desktop, resolved, before);
  const id = randomBytes(6).toString('hex');
  const running = await desktop.host.run(id, {
    argv: [program, ...flags, ...args],
    env: { ...environment, [LAUNCH_VARIABLE]: id },
    directory: resolved.directory ?? environment['HOME'] ?? '/',
    log: join(desktop.logFolder, `${id}.log`),
  });
  keep(running);
  const started: Launch = { procRoot: desktop.host.procRoot, id, pid: running.pid };
  const wait = { desktop, resolved, before, other, started, running, waitMs: request.waitMs };
  const window = request.waitMs > 0 ? await waitForWindow(wait, signal) : undefined;
  if (window && belongsTo(started, window.pid) && isNamedAlike(program, window.app))
    desktop.windowClasses.set(program, window.app);
  const isQuiet = (window !== undefined || request.waitMs === 0) && running.exitCode === undefined;
  const output = isQuiet ? { lines: [], earlier: 0 } : await readLog(running.log, OUTPUT_LINES);
  return {
    pid: running.pid,
    command: running.argv,
    window,
    isHandedOver: window !== undefined && !belongsTo(started, window.pid),
    exitCode: running.exitCode,
    output: output.lines,
    earlier: output.earlier,
  };
}

/** The application with the class of windows that its program had before: not every one is named like it. */
function withSeenClass({ windowClasses }: AttachedDesktop, resolved: ResolvedProgram): ResolvedProgram {
  const seen = windowClasses.get(resolved.argv[0]);
  return seen === undefined ? resolved : { ...resolved, appIds: [...resolved.appIds, seen] };
}

function checkWords({ args, env }: LaunchRequest): void {
  const badName = Object.keys(env).find((name) => !isVariableName(name));
  if (badName !== undefined) {
    throw new DesktopError(
      'invalid_params',
      `"${badName}" is no name of an environment variable.`,
      'Use letters, digits and _.',
    );
  }
  if ([...args, ...Object.values(env)].some((word) => word.includes('\0'))) {
    throw new DesktopError(
      'invalid_params',
      'An argument holds a NUL character.',
      'No program can take one; leave it out.',
    );
  }
}

interface Wait {
  desktop: AttachedDesktop;
  resolved: ResolvedProgram;
  before: WindowInfo[];
  other: keyof typeof HANDOVER_MS;
  started: Launch;
  running: Program;
  waitMs: number;
}

/** Whether an instance of the application runs. Programs without a .desktop file, such as shells, hand nothing over. */
function otherInstance(
  { host }: AttachedDesktop,
  { appIds, argv }: ResolvedProgram,
  before: WindowInfo[],
): Wait['other'] {
  if (before.some(({ app }) => isAppOf(appIds, app))) return 'shown';
  return appIds.length > 1 && isProgramRunning(host.procRoot, argv[0]) ? 'starting' : 'none';
}

/**
 * Waits for the window; gives up when the program failed, or ended and nothing came of it. One that runs on and does nothing
 * beside a running instance, as `kate -b` does until its file is closed, has handed over what it was for.
 */
function waitForWindow(wait: Wait, signal?: AbortSignal): Promise<WindowInfo | undefined> {
  const { desktop, running, started, other } = wait;
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
      const window = lookForWindow(wait, accept);
      if (window) settle(() => resolve(confirm(desktop, window, signal)));
    };
    const later = (ms: number, act: () => void): void => void timers.push(setTimeout(act, ms));
    const acceptNow = (what: Accept): void => {
      if (accept !== 'any') accept = what;
      look();
    };
    const giveUp = (): void => {
      if (!isAlive(started)) settle(() => resolve(undefined));
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
    if (other !== 'none') timers.push(whenAtRest(started, () => acceptNow('any')));
    void running.ended.then(onExit);
    if (signal?.aborted) onAbort();
    look();
  });
}

/** Calls `act` once the processes of a launch have used no processor for a while. The returned timer is to be cleared. */
function whenAtRest(launch: Launch, act: () => void): NodeJS.Timeout {
  let ticks: number | undefined;
  let sinceMs = performance.now();
  const timer = setInterval(() => {
    const now = cpuTicks(launch);
    if (now === undefined || now !== ticks) [ticks, sinceMs] = [now, performance.now()];
    else if (performance.now() - sinceMs >= AT_REST_MS) {
      clearInterval(timer);
      act();
    }
  }, LOOK_EVERY_MS);
  return timer;
}

function lookForWindow({ desktop, resolved, before, started }: Wait, accept: Accept): WindowInfo | undefined {
  const isOurs = (pid: number): boolean => belongsTo(started, pid);
  return launchedWindow({ before, now: desktop.windows.known(), isOurs, appIds: resolved.appIds }, accept);
}

/** The window as it is once KWin has done what belongs to its opening, such as making it the active one. */
async function confirm(desktop: AttachedDesktop, window: WindowInfo, signal?: AbortSignal): Promise<WindowInfo> {
  const { windows } = await desktop.windows.state(signal);
  return windows.find(({ id }) => id === window.id) ?? window;
}
