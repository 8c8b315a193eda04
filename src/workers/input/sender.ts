/**
 * Sends the steps of one action. Reads the stop flag before every event; checks the grant and turns the event loop every
 * 25 ms; waits at the end until the compositor has handled everything. Releases what the action pressed, however it ends.
 */
import { setImmediate } from 'node:timers/promises';
import { abortedError, DesktopError } from '../../base/errors.ts';
import { log } from '../../base/log.ts';
import { type Grant, keyboardApps } from '../../protocol/grant.ts';
import type { DesktopForInput } from '../../protocol/input.ts';
import type { StopFlag } from '../../protocol/stop-flag.ts';
import type { DesktopState } from '../../protocol/window.ts';
import type { InputBackend } from './backend.ts';
import { createControls } from './controls.ts';
import { createGrantCheck } from './grant-check.ts';
import type { HeldControls, HeldOnPurpose } from './model/held.ts';
import { createRateLimit } from './model/rate-limit.ts';
import type { Plan } from './model/steps.ts';
import { takeBack } from './take-back.ts';

/** Longest time without a check of the grant and a turn of the event loop. */
const CHUNK_MS = 25;
/** Poll interval of the stop flag during a pause, should a wake-up be missed. */
const SLEEP_SLICE_MS = 4;
/** Most events on their way to the compositor: these cannot be stopped any more. */
const MAX_UNCONFIRMED_EVENTS = 32;

/** The desktop worker, which knows the windows and says who has the keyboard. */
export interface KeyboardOwner extends DesktopForInput {
  /** Ends the reservation of the keyboard; nobody waits for it, since the next reservation comes after it. */
  freeKeyboard(): void;
}

export interface SenderOptions {
  backend: InputBackend;
  desktop: KeyboardOwner;
  stopFlag: StopFlag;
  held: HeldControls;
}

export interface Action {
  ticket: number;
  grant: Grant;
  /** What `sent` counts, for messages: "characters". */
  unit: string;
  /** What was sent before by the same call. */
  sentBefore: number;
  /** False once the ticket lost the queue or its call was cancelled. */
  isCurrent(): boolean;
  /** Fails with `failed` when the keymap that the plan was made for is no longer in force. */
  checkPlan(): void;
}

export interface Sender {
  /** Sends a plan and gives the number of steps that count. Fails as InputActor says, with that number in the error. */
  send(action: Action, plan: Omit<Plan, 'controls'>): Promise<number>;
  /** Releases everything that is not held on purpose. */
  release(): void;
  /** Releases what is held on purpose, last pressed first: all of it, or some. */
  releaseHeldOnPurpose(some?: readonly HeldOnPurpose[]): void;
}

/** Makes the sender of a worker. No event is sent from anywhere else. */
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
    const { grant, desktopState } = await reserveKeyboard(options.desktop, action.grant);
    const grantCheck = createGrantCheck(options.desktop, { ...action, grant }, progress);
    if (desktopState) grantCheck.update(desktopState);
    const checkStep = createStepCheck(stopFlag, { action, progress, checkActiveWindow: grantCheck.checkActiveWindow });
    const isEnded = (): boolean => isStopped(stopFlag, action);
    await checkStep();
    for (const point of plan.points) grantCheck.checkPoint(point);
    for (const point of plan.drag?.way ?? []) grantCheck.checkWay(point);
    let unconfirmed = 0;
    for (const step of plan.steps) {
      await checkStep();
      if (step.kind === 'pause') {
        await pause(step.ms, checkStep);
        continue;
      }
      await pause(rateLimit.take(performance.now(), backend.traits.eventRate), checkStep);
      grantCheck.checkEvent(step, plan.drag !== undefined);
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
      const progress = { sent: action.sentBefore, isConfirmed: true };
      try {
        await run(action, plan, progress);
      } catch (error) {
        if (plan.drag) await takeBack(options, { controls, grant: action.grant, from: plan.drag.from });
        if (isStopped(stopFlag, action)) throw stopError(stopFlag, progress.sent, action.unit);
        throw withCount(error, progress.sent, action.unit);
      } finally {
        controls.release();
        if (reservesKeyboard(action.grant)) await freeKeyboard(options, progress);
      }
      return progress.sent;
    },
    release: controls.release,
    releaseHeldOnPurpose: controls.releaseHeldOnPurpose,
  };
}

/** Ends the keyboard reservation once the compositor has handled what was sent. */
async function freeKeyboard({ backend, desktop }: SenderOptions, { isConfirmed }: Progress): Promise<void> {
  try {
    if (!isConfirmed) await backend.sync(() => false);
  } catch (error) {
    log('debug', `not confirmed: ${error instanceof Error ? error.message : String(error)}`); // the action says so itself
  }
  desktop.freeKeyboard();
}

function reservesKeyboard(grant: Grant): boolean {
  return grant.isKeptToActive === true || keyboardApps(grant) !== undefined;
}

/** Keeps the keyboard with what a grant covers; gives the grant of the process in front, where it is kept to that. */
async function reserveKeyboard(
  desktop: DesktopForInput,
  grant: Grant,
): Promise<{ grant: Grant; desktopState?: DesktopState | undefined }> {
  if (grant.isKeptToActive) {
    const { pid, desktopState } = await desktop.reserveForActive();
    return { grant: pid === undefined ? grant : { ...grant, only: pid }, desktopState };
  }
  const grantedApps = keyboardApps(grant);
  return { grant, desktopState: grantedApps && (await desktop.reserveKeyboard(grantedApps)) };
}

interface Progress {
  sent: number;
  /** The compositor has handled everything that was sent. */
  isConfirmed: boolean;
}

function isStopped(stopFlag: StopFlag, { ticket, isCurrent }: Action): boolean {
  return stopFlag.isStopped(ticket) || !isCurrent();
}

/** Makes the check before every event: the stop flag each time, the grant once in CHUNK_MS. */
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

/** The error of an action that was ended by the stop flag or by a cancel of its ticket. */
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

/** Adds to a failure of the connection how much was sent before. */
function withCount(error: unknown, sent: number, unit: string): unknown {
  if (!(error instanceof DesktopError) || !['failed', 'timeout'].includes(error.code)) return error;
  const hint = sent > 0 ? `${sent} ${unit} were sent before: look at what arrived before you repeat it.` : error.hint;
  return new DesktopError(error.code, error.message, hint);
}
