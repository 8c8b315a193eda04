/** Bringing a window to the front, and knowing that it is there. Call it with the input queue held. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Activation } from '../protocol/desktop.ts';
import { DesktopError } from '../protocol/errors.ts';
import type { WindowInfo } from '../protocol/window.ts';
import { findWindows, onlyWindow, windowName } from './choose-window.ts';
import { type SessionPolicy, seesWindow } from './policy/grants.ts';
import { quote } from './render/escape.ts';
import { activationText } from './render/windows.ts';
import type { ToolContext } from './tool.ts';

/**
 * Brings the window that `query` means in front for the input that follows; nothing happens when a window that it means
 * is there. Gives what was done, '' for nothing. Fails with `not_found` or `ambiguous` as onlyWindow, with `failed` when
 * another window has the keyboard in the end, which it names.
 */
export async function raiseForInput(query: string, context: ToolContext): Promise<string> {
  const found = await findWindows(query, context);
  if (found.some(({ active }) => active)) return '';
  const window = await onlyWindow(query, found, context);
  const activation = await activate(window, context);
  if (activation.front?.id === window.id) return activationText(window, activation);
  throw notInFront(window, activation, await context.policy());
}

/** How long a program may take to learn that its window is in front, and how often it is asked. */
const AWARE_MS = 500;
const ASK_EVERY_MS = 10;

/**
 * Brings a window in front and waits until its program knows: Qt hears of it a round trip after its keys, and drops
 * shortcuts that come before. Programs that accessibility does not show are not waited for.
 */
export async function activate(window: WindowInfo, context: ToolContext): Promise<Activation> {
  const { desktop, atspi } = await context.session();
  const activation = await desktop.activate(window.id, context.signal);
  const { front } = activation;
  if (!front || !seesWindow(await context.policy(), front)) return activation;
  for (const endMs = performance.now() + AWARE_MS; performance.now() < endMs; ) {
    const windows = (await atspi.apps({ visible: [front.pid], windows: [] }, context.signal)).flatMap(
      (app) => app.windows,
    );
    const isOne = windows.length < 2;
    const isAware = windows.some(({ active, title }) => active && (isOne || front.title.startsWith(title.trim())));
    if (isAware || windows.every(({ id }) => id === 0)) break;
    await delay(ASK_EVERY_MS, undefined, { signal: context.signal });
  }
  return activation;
}

/** Why a window that was asked to the front has not got the keyboard. */
export function notInFront(window: WindowInfo, activation: Activation, policy: SessionPolicy): DesktopError {
  const { now, front, isBlocked } = activation;
  const title = quote(window.title);
  if (!now) {
    return new DesktopError(
      'not_found',
      `The window ${title} was closed in between; nothing sent.`,
      'See windows for those that are open.',
    );
  }
  const instead = front ? windowName(front, policy) : 'no window';
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
