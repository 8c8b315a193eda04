/**
 * Sends the steps of one action: before every event it looks at the stop flag, every 25 ms at the grant and the event
 * loop, and in the end at the compositor, which must have handled everything. Whatever way it ends, what the action
 * pressed is let go.
 */
import { setImmediate } from 'node:timers/promises';
import { abortedError, DesktopError } from '../../protocol/errors.ts';
import { covers, type Grant, whyNot } from '../../protocol/grant.ts';
import type { DesktopForInput } from '../../protocol/input.ts';
import { log } from '../../protocol/log.ts';
import type { StopFlag } from '../../protocol/stop-flag.ts';
import type { WindowInfo } from '../../protocol/window.ts';
import type { InputBackend } from './backend.ts';
import type { Control, HeldControls } from './model/held.ts';
import { createPace } from './model/pace.ts';
import type { Step } from './model/steps.ts';

/** Longest time of an action without a look at the grant and without a turn of the event loop. */
const CHUNK_MS = 25;
/** A sleeper that missed its wake-up notices the stop flag this much later at most. */
const SLEEP_SLICE_MS = 4;
/** Most events that the compositor may not have handled yet: what is on its way cannot be stopped. */
const BURST_EVENTS = 32;

/**
 * KWin 6.3 ends an application that left 1 MiB of events unread: 40,000 characters typed at full speed into a Kate that
 * did not run for a second. A key event takes 24 to 52 bytes, twice that where an application has two keyboards. And what
 * waits in an application cannot be called back: after a cancel it still types that. 1,000 characters go at full speed.
 */
const PACE = { burst: 2_400, perSecond: 1_000 };

export interface SenderOptions {
  backend: InputBackend;
  desktop: DesktopForInput;
  stopFlag: StopFlag;
  held: HeldControls;
}

export interface Action {
  ticket: number;
  grant: Grant;
  /** What `sent` counts, for messages: "characters". */
  unit: string;
  /** False when the ticket may send nothing more, for other reasons than the stop flag. */
  isCurrent(): boolean;
  /** Throws when the steps are no longer right, because the keymap that they were made for is not in force any more. */
  checkPlan(): void;
}

export interface Sender {
  /** Sends the steps and gives how many of them count. Fails as InputActor says, with the count in the message. */
  send(action: Action, steps: Iterable<Step>): Promise<number>;
  /** Lets go of everything that is not held on purpose. */
  release(): void;
}

/** Makes the sender of a worker: the only place from which events leave. */
export function createSender(options: SenderOptions): Sender {
  const { backend, stopFlag } = options;
  const controls = createControls(options);
  const pace = createPace(PACE);
  const pause = async (ms: number, gate: () => Promise<void>): Promise<void> => {
    const endMs = performance.now() + ms;
    for (let leftMs = ms; leftMs > 0; leftMs = endMs - performance.now()) {
      stopFlag.sleep(Math.min(SLEEP_SLICE_MS, leftMs));
      await gate();
    }
  };
  const run = async (action: Action, steps: Iterable<Step>, progress: Progress): Promise<void> => {
    const gate = createGate(options, action, progress);
    const isEnded = (): boolean => isStopped(stopFlag, action);
    let unconfirmed = 0;
    for (const step of steps) {
      await gate();
      if (step.kind === 'pause') {
        await pause(step.ms, gate);
        continue;
      }
      await pause(pace.take(performance.now()), gate);
      progress.isConfirmed = false;
      controls.perform(step);
      if (step.kind === 'press' && step.counts) progress.sent++;
      if (++unconfirmed < BURST_EVENTS) continue;
      await backend.sync(isEnded);
      unconfirmed = 0;
    }
    await backend.sync(isEnded);
    progress.isConfirmed = true;
  };
  return {
    send: async (action, steps) => {
      const progress: Progress = { sent: 0, isConfirmed: true };
      const { reach } = action.grant;
      try {
        if (reach !== 'all') {
          const { windows } = await options.desktop.reserveKeyboard(reach);
          progress.front = { window: windows.find(({ active }) => active) };
        }
        await run(action, steps, progress);
      } catch (error) {
        if (isStopped(stopFlag, action)) throw stopError(stopFlag, progress.sent, action.unit);
        throw withCount(error, progress.sent, action.unit);
      } finally {
        controls.release();
        if (reach !== 'all') await giveBack(options, progress);
      }
      return progress.sent;
    },
    release: controls.release,
  };
}

/** Gives the keyboard back once the compositor has handled what was sent. */
async function giveBack({ backend, desktop }: SenderOptions, { isConfirmed }: Progress): Promise<void> {
  try {
    if (!isConfirmed) await backend.sync(() => false);
  } catch (error) {
    log('debug', `not confirmed: ${error instanceof Error ? error.message : String(error)}`); // the action says so itself
  }
  // Nobody has to wait for it: the next reservation comes after it.
  desktop.freeKeyboard().catch((error: Error) => log('warn', `giving the keyboard back: ${error.message}`));
}

interface Progress {
  sent: number;
  /** The compositor has handled all that was sent. */
  isConfirmed: boolean;
  /** The window in front as it was just told: the first check needs not ask. */
  front?: { window: WindowInfo | undefined } | undefined;
}

function isStopped(stopFlag: StopFlag, { ticket, isCurrent }: Action): boolean {
  return stopFlag.isStopped(ticket) || !isCurrent();
}

/** Sends single events and keeps the record of what is down. */
function createControls({ backend, held }: SenderOptions) {
  const press = ({ device, code }: Control, isDown: boolean): void => {
    if (device === 'key') backend.key(code, isDown);
    else backend.button(code, isDown);
  };
  return {
    perform: (step: Exclude<Step, { kind: 'pause' }>): void => {
      switch (step.kind) {
        case 'press':
          held.press(step.control);
          return press(step.control, true);
        case 'release':
          press(step.control, false);
          return held.release(step.control);
        case 'move':
          return backend.motion(step.point);
      }
    },
    release: (): void => {
      for (const control of held.transient()) {
        held.release(control);
        try {
          press(control, false);
        } catch (error) {
          // The compositor lets go of everything when a device or the connection ends.
          log('warn', `not released by us: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
    },
  };
}

/** What stands before every event: the stop flag each time, the grant and the event loop when a chunk is over. */
function createGate({ desktop, stopFlag }: SenderOptions, action: Action, progress: Progress): () => Promise<void> {
  let chunkEndMs = 0;
  const check = (): void => {
    if (isStopped(stopFlag, action)) throw stopError(stopFlag, progress.sent, action.unit);
    action.checkPlan();
  };
  return async () => {
    check();
    if (performance.now() < chunkEndMs) return;
    if (chunkEndMs > 0) await setImmediate();
    await checkGrant(desktop, action, progress);
    chunkEndMs = performance.now() + CHUNK_MS;
    check();
  };
}

/** Fails with `denied` when the window in front is not one that the call may reach. */
async function checkGrant(desktop: DesktopForInput, action: Action, progress: Progress): Promise<void> {
  const { grant, unit } = action;
  const { sent, front } = progress;
  progress.front = undefined;
  const window = grant.reach === 'all' ? undefined : front ? front.window : await desktop.frontWindow();
  const nowMs = Date.now();
  if (covers(grant, window, nowMs)) return;
  const after = sent > 0 ? ` after ${sent} ${unit} were sent` : '; nothing was sent';
  if (nowMs > grant.untilMs) {
    throw new DesktopError('denied', `The time of this call is over${after}.`, 'Send the rest with another call.');
  }
  const what = window ? `"${window.title}" (${window.app}, pid ${window.pid}), ${whyNot(grant, window)}` : 'no window';
  throw new DesktopError(
    'denied',
    `In front is ${what}${after}.`,
    'Bring the right window to the front with activate_window, or ask the user to allow this application.',
  );
}

/** The error of an action that the stop flag, or a cancel of its ticket, ended. */
export function stopError(stopFlag: StopFlag, sent: number, unit: string): DesktopError {
  if (!stopFlag.isAllStopped()) return abortedError();
  return new DesktopError(
    'interrupted',
    `The user stopped the input after ${sent} ${unit} were sent.`,
    'Look at what is on the screen, and go on only when the user wants it.',
  );
}

/** A connection that broke says how far the action came. */
function withCount(error: unknown, sent: number, unit: string): unknown {
  if (!(error instanceof DesktopError) || !['failed', 'timeout'].includes(error.code)) return error;
  const hint = sent > 0 ? `${sent} ${unit} were sent before: look at what arrived before you repeat it.` : error.hint;
  return new DesktopError(error.code, error.message, hint);
}
