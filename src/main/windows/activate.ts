/** Activates windows. Call it with the input queue held. */
import { setTimeout as delay } from 'node:timers/promises';
import { DesktopError } from '../../base/errors.ts';
import { quote } from '../../base/escape.ts';
import { fold } from '../../base/fold.ts';
import type { Application } from '../../protocol/atspi.ts';
import type { Activation } from '../../protocol/desktop.ts';
import type { WindowInfo } from '../../protocol/window.ts';
import { type CallPolicy, seesWindow } from '../policy/grants.ts';
import { activationText } from '../render/windows.ts';
import type { ToolContext } from '../tool/tool.ts';
import { findWindows, onlyWindow, visibleWindows, windowName } from './choose-window.ts';

/**
 * Activates the window that `query` means for the input that follows; nothing happens when a matching window
 * is active. Gives a description, '' for nothing done. Fails with `not_found` or `ambiguous` as onlyWindow, with `failed` when
 * another window has the keyboard in the end.
 */
export async function activateForInput(query: string, context: ToolContext): Promise<string> {
  const found = await findWindows(query, context);
  if (found.some(({ active }) => active)) return '';
  const window = await onlyWindow(query, found, context);
  const activation = await activate(window, context);
  if (activation.activeWindow?.id === window.id) return activationText(window, activation);
  throw didNotActivate(window, activation, context.policy);
}

/** How long a program may take to learn that its window is active, and the poll interval. */
const AWARENESS_TIMEOUT_MS = 500;
const AWARENESS_POLL_MS = 10;

/**
 * Activates a window and waits until its program knows: Qt hears of it a round trip after its keys, and drops
 * shortcuts that come before. Programs that accessibility does not show are not waited for.
 */
export async function activate(window: WindowInfo, context: ToolContext): Promise<Activation> {
  const { desktop } = context.session;
  await untilUnaware(window, context);
  const before = await activeBefore(window, context);
  const activation = await desktop.activate(window.id, context.signal);
  const { activeWindow } = activation;
  if (!activeWindow || !seesWindow(context.policy, activeWindow)) return activation;
  for (const endMs = performance.now() + AWARENESS_TIMEOUT_MS; performance.now() < endMs; ) {
    const windows = await windowsIn(activeWindow.pid, context);
    if (windows.length === 0 || isAware(windows, { activeWindow, before })) break;
    await delay(AWARENESS_POLL_MS, undefined, { signal: context.signal });
  }
  return activation;
}

/**
 * Waits until a program of which no window is active knows that: one that was busy would say of its window that it is active, and
 * mean the time before.
 */
async function untilUnaware(window: WindowInfo, context: ToolContext): Promise<void> {
  if ((await visibleWindows(context)).some(({ active, pid }) => active && pid === window.pid)) return;
  const timeUp = AbortSignal.timeout(AWARENESS_TIMEOUT_MS);
  const signal = AbortSignal.any([context.signal, timeUp]);
  try {
    while ((await windowsIn(window.pid, { ...context, signal })).some(({ active }) => active))
      await delay(AWARENESS_POLL_MS, undefined, { signal });
  } catch (error) {
    // It hangs: what is raised then may miss a shortcut.
    if (!timeUp.aborted || context.signal.aborted) throw error;
  }
}

type ProgramWindow = Application['windows'][number];

/** Ids of the windows that the program calls active, if it has another window: titles may be equal, or change meanwhile. */
async function activeBefore(window: WindowInfo, context: ToolContext): Promise<Set<number>> {
  const isBeside = ({ id, pid, kind }: WindowInfo): boolean =>
    id !== window.id && pid === window.pid && kind !== 'popup';
  if (window.active || !(await visibleWindows(context)).some(isBeside)) return new Set();
  const windows = await windowsIn(window.pid, context);
  return new Set(windows.filter(({ active }) => active).map(({ id }) => id));
}

/** Reads the windows that a process reports; none when it cannot be asked, since activating did not fail. */
async function windowsIn(pid: number, { session, signal }: ToolContext): Promise<ProgramWindow[]> {
  const { atspi } = session;
  try {
    const apps = await atspi.apps({ allowedPids: [pid], withShownTitles: false }, signal);
    return apps.flatMap(({ windows }) => windows).filter(({ id }) => id !== 0);
  } catch (error) {
    if (error instanceof DesktopError && ['not_found', 'timeout', 'worker_lost'].includes(error.code)) return [];
    throw error;
  }
}

/** Whether a program knows that `front` is: the window of its title is active, or one is that was not before. */
function isAware(
  windows: readonly ProgramWindow[],
  { activeWindow, before }: { activeWindow: WindowInfo; before: ReadonlySet<number> },
): boolean {
  const [window, ...alike] = ofTitle(activeWindow.title, windows);
  if (window && alike.length === 0) return window.active;
  return windows.some(({ active, id }) => active && !before.has(id));
}

/** Windows whose title begins the compositor's title, the longest match: Qt leaves the program's name out. Without a match, all. */
function ofTitle(title: string, windows: readonly ProgramWindow[]): readonly ProgramWindow[] {
  const matching = windows.filter((window) => fold(title).startsWith(fold(window.title)));
  const longest = Math.max(...matching.map((window) => fold(window.title).length));
  return matching.length === 0 ? windows : matching.filter((window) => fold(window.title).length === longest);
}

/** Makes the error for a window that did not get the keyboard. */
export function didNotActivate(window: WindowInfo, activation: Activation, policy: CallPolicy): DesktopError {
  const { now, activeWindow, isBlocked } = activation;
  const title = quote(window.title);
  if (!now) {
    return new DesktopError(
      'not_found',
      `The window ${title} was closed in between; nothing sent.`,
      'See windows for those that are open.',
    );
  }
  const instead = activeWindow ? windowName(activeWindow, policy) : 'no window';
  if (isBlocked) {
    return new DesktopError(
      'failed',
      `${title} is blocked by its dialog ${instead}; nothing sent.`,
      'Answer the dialog first: tree or find with app lists its buttons.',
    );
  }
  return new DesktopError(
    'failed',
    `${title} did not get the keyboard within 1 s; in front is ${instead}. Nothing sent.`,
    'Look at what is in front, close or move it, then repeat the call.',
  );
}
