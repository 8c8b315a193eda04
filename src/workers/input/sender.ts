/**
 * Sends the steps of one action: before every event it looks at the stop flag, every 25 ms at the grant and the event
 * loop, and in the end at the compositor, which must have handled everything. Whatever way it ends, what the action
 * pressed is let go.
 */
import { setImmediate } from 'node:timers/promises';
import { abortedError, DesktopError } from '../../base/errors.ts';
import { log } from '../../base/log.ts';
import { type Grant, keyboardApps } from '../../protocol/grant.ts';
import type { DesktopForInput } from '../../protocol/input.ts';
import type { StopFlag } from '../../protocol/stop-flag.ts';
import type { InputBackend } from './backend.ts';
import { createControls } from './controls.ts';
import { createGrantCheck } from './grant-check.ts';
import type { HeldControls, HeldOnPurpose } from './model/held.ts';
import { createRateLimit } from './model/rate-limit.ts';
import type { Plan } from './model/steps.ts';

/** Longest time of an action without a look at the grant and without a turn of the event loop. */
const CHUNK_MS = 25;
/** A sleeper that missed its wake-up notices the stop flag this much later at most. */
const SLEEP_SLICE_MS = 4;
/** Most events that the compositor may not have handled yet: what is on its way cannot be stopped. */
const MAX_UNCONFIRMED_EVENTS = 32;

export interface SenderOptions {
  backend: InputBackend;
  /** The desktop worker, which knows the windows. */
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
  /** Sends the steps of a plan and gives how many of them count. Fails as InputActor says, with the count in the message. */
  send(action: Action, plan: Omit<Plan, 'controls'>): Promise<number>;
  /** Lets go of everything that is not held on purpose. */
  release(): void;
  /** Lets go of what is held on purpose, last pressed first: of all of it, or of some. */
  releaseHeldOnPurpose(some?: readonly HeldOnPurpose[]): void;
}

/** Makes the sender of a worker: the only place from which events leave. */
export function createSender(options: SenderOptions): Sender {
  const { backend, stopFlag } = options;
  const controls = createControls(options);
  const rateLimit = createRateLimit();
  const pause = async (ms: number, checkStep: () => Promise<void>): Promise<void> => {
    const endMs = performance.now() + ms;
    for (let leftMs = ms; leftMs > 0; leftMs = endMs - performance.now()) {
      stopFlag.sleep(Math.min(SLEEP_SLICE_MS, leftMs));
      await checkStep();
    }
  };
  const run = async (action: Action, plan: Omit<Plan, 'controls'>, progress: Progress): Promise<void> => {
    const grantCheck = createGrantCheck(options.desktop, action, progress);
    const grantedApps = keyboardApps(action.grant);
    if (grantedApps) grantCheck.update(await options.desktop.reserveKeyboard(grantedApps));
    const checkStep = createStepCheck(stopFlag, { action, progress, checkActiveWindow: grantCheck.checkActiveWindow });
    const isEnded = (): boolean => isStopped(stopFlag, action);
    await checkStep();
    for (const point of plan.points) grantCheck.checkPoint(point);
    let unconfirmed = 0;
    for (const step of plan.steps) {
      await checkStep();
      if (step.kind === 'pause') {
        await pause(step.ms, checkStep);
        continue;
      }
      await pause(rateLimit.take(performance.now(), backend.traits.eventRate), checkStep);
      grantCheck.checkEvent(step);
      progress.isConfirmed = false;
      controls.send(step);
      if (step.counts) progress.sent++;
      if (++unconfirmed < MAX_UNCONFIRMED_EVENTS) continue;
      await backend.sync(isEnded);
      unconfirmed = 0;
    }
    await backend.sync(isEnded);
    progress.isConfirmed = true;
  };
  return {
    send: async (action, plan) => {
      const progress = { sent: 0, isConfirmed: true };
      try {
        await run(action, plan, progress);
      } catch (error) {
        if (isStopped(stopFlag, action)) throw stopError(stopFlag, progress.sent, action.unit);
        throw withCount(error, progress.sent, action.unit);
      } finally {
        controls.release();
        if (keyboardApps(action.grant)) await freeKeyboard(options, progress);
      }
      return progress.sent;
    },
    release: controls.release,
    releaseHeldOnPurpose: controls.releaseHeldOnPurpose,
  };
}

/** Gives the keyboard back once the compositor has handled what was sent. */
async function freeKeyboard({ backend, desktop }: SenderOptions, { isConfirmed }: Progress): Promise<void> {
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
}

function isStopped(stopFlag: StopFlag, { ticket, isCurrent }: Action): boolean {
  return stopFlag.isStopped(ticket) || !isCurrent();
}

/** What stands before every event: the stop flag each time, the grant and the event loop when a chunk is over. */
function createStepCheck(
  stopFlag: StopFlag,
  {
    action,
    progress,
    checkActiveWindow,
  }: { action: Action; progress: Progress; checkActiveWindow: () => Promise<void> },
): () => Promise<void> {
  let chunkEndMs = 0;
  const check = (): void => {
    if (isStopped(stopFlag, action)) throw stopError(stopFlag, progress.sent, action.unit);
    action.checkPlan();
  };
  return async () => {
    check();
    if (performance.now() < chunkEndMs) return;
    if (chunkEndMs > 0) await setImmediate();
    await checkActiveWindow();
    chunkEndMs = performance.now() + CHUNK_MS;
    check();
  };
}

/** The error of an action that the stop flag, or a cancel of its ticket, ended. */
export function stopError(stopFlag: StopFlag, sent: number, unit: string): DesktopError {
  if (!stopFlag.isAllStopped()) return abortedError();
  if (stopFlag.isEnded()) {
    const message = `The session was stopped after ${sent} ${unit} were sent.`;
    return new DesktopError('interrupted', message, 'session_info lists what sessions there are.');
  }
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
