/** Prepares, checks and sends one action at a time. Keeps what is held over several of them. */
import { DesktopError } from '../../base/errors.ts';
import type { ActionContext, EndReply, Held, HoldRequest } from '../../protocol/input.ts';
import type { StopFlag } from '../../protocol/stop-flag.ts';
import type { InputBackend } from './backend.ts';
import { checkPoints } from './check-points.ts';
import { createHeld, type HeldControls } from './model/held.ts';
import { heldAmong, heldError, heldOf, planHold } from './model/hold.ts';
import type { Plan } from './model/steps.ts';
import type { Queue } from './queue.ts';
import { type Action, createSender, type KeyboardOwner, type Sender, stopError } from './sender.ts';

export interface ActionRunnerOptions {
  backend: InputBackend;
  desktop: KeyboardOwner;
  stopFlag: StopFlag;
}

/** An action as it was asked for. */
export interface RequestedAction extends ActionContext {
  /** What the action sends, for messages: "characters". */
  unit: string;
  /** Those that were sent before by the same call. */
  sentBefore?: number | undefined;
}

export interface ActionRunner {
  /** Makes the plan once the backend is ready and sends it. Gives the number of steps that count. Fails as InputActor says. */
  run(requested: RequestedAction, makePlan: () => Plan): Promise<number>;
  /** Presses and keeps down, or releases. Gives the names of what changed. */
  hold(requested: RequestedAction, request: HoldRequest): Promise<Held>;
  /** Releases what the ticket's actions left down; after a failure also what is held on purpose. */
  end(ticket: number, outcome: 'done' | 'failed'): EndReply;
  held(): Held;
  /** Releases everything and ends the connection. */
  release(signal?: AbortSignal): Promise<void>;
}

/** Makes the action runner of a queue. Nothing is held at first. */
export function createActionRunner(queue: Queue, options: ActionRunnerOptions): ActionRunner {
  const held = createHeld();
  const parts: Parts = {
    ...options,
    queue,
    held,
    sender: createSender({ ...options, held }),
    refusedTicket: undefined,
  };
  const { backend, sender } = parts;
  return {
    run: (requested, makePlan) => run(parts, requested, makePlan),
    hold: (requested, request) => hold(parts, requested, request),
    end: (ticket, outcome) => {
      sender.release();
      const released = outcome === 'failed' && parts.refusedTicket !== ticket ? namesHeld(held) : [];
      if (released.length > 0) sender.releaseHeldOnPurpose();
      return { held: namesHeld(held), released };
    },
    held: () => namesHeld(held),
    release: async (signal) => {
      const isDown = held.onPurpose().length + held.transient().length > 0;
      sender.release();
      sender.releaseHeldOnPurpose();
      try {
        if (isDown) await backend.sync(() => signal?.aborted === true);
      } finally {
        backend.close();
      }
    },
  };
}

interface Parts extends ActionRunnerOptions {
  queue: Queue;
  held: HeldControls;
  sender: Sender;
  /** The ticket whose action would have touched what is held: its failure releases nothing. */
  refusedTicket: number | undefined;
}

async function run(parts: Parts, requested: RequestedAction, makePlan: () => Plan): Promise<number> {
  const { backend, held, sender } = parts;
  const action = await prepare(parts, requested);
  const { sentBefore = 0, unit } = requested;
  failWhenReplaced(parts, sentBefore > 0 ? `${sentBefore} ${unit} were sent before` : 'nothing was sent');
  const plan = makePlan();
  const touched = heldAmong(plan.controls, held.onPurpose());
  if (touched) {
    parts.refusedTicket = requested.ticket;
    throw heldError(touched);
  }
  checkPoints(plan.points, backend);
  const sent = await sender.send(action, plan);
  if (held.onPurpose().length > 0) {
    if (backend.traits.replacesDevicesLate) await backend.sync(() => !action.isCurrent());
    failWhenReplaced(parts, 'what was sent may have come without it');
  }
  return sent;
}

async function hold(parts: Parts, requested: RequestedAction, request: HoldRequest): Promise<Held> {
  const { backend, held, sender } = parts;
  const action = await prepare(parts, requested);
  const now = { keymap: backend.keymap(), heldOnPurpose: held.onPurpose() };
  if (!request.down) {
    // Without a grant check: releasing is right whatever window is active now.
    const released = heldOf(request, now);
    sender.releaseHeldOnPurpose(released);
    if (released.length > 0) await backend.sync(() => !action.isCurrent());
    return released.map(({ name }) => name);
  }
  failWhenReplaced(parts, 'nothing was sent');
  const { changed, ...plan } = planHold(request, now);
  checkPoints(plan.points, backend);
  if (changed.length > 0) await sender.send(action, plan);
  return changed;
}

/** Waits until the backend is ready, and remembers the keymap that the action is planned for. */
async function prepare(
  { queue, backend, stopFlag }: Parts,
  { ticket, grant, unit, sentBefore = 0, signal }: RequestedAction,
): Promise<Action> {
  if (!queue.holds(ticket)) {
    throw new DesktopError('internal', `Ticket ${ticket} does not hold the input queue.`, 'Report this.');
  }
  const isStopped = (): boolean => stopFlag.isStopped(ticket) || signal?.aborted === true;
  await backend.ready(isStopped).catch((error: unknown) => {
    throw isStopped() ? stopError(stopFlag, sentBefore, unit) : error;
  });
  const planned = backend.keymap();
  const isCurrent = (): boolean => queue.holds(ticket) && signal?.aborted !== true;
  const checkPlan = (): void => {
    if (backend.keymap() !== planned) throw keymapError();
  };
  return { ticket, grant, unit, sentBefore, isCurrent, checkPlan };
}

/** Fails and releases everything when a device was replaced on which something is held: programs take it as released. */
function failWhenReplaced({ backend, held, sender }: Parts, fate: string): void {
  const lost = held.onPurpose().filter(({ control, deviceId }) => backend.deviceOf(control) !== deviceId);
  if (lost.length === 0) return;
  sender.releaseHeldOnPurpose();
  throw lostError(
    lost.map(({ name }) => name),
    fate,
  );
}

/** The names of what is held on purpose, each once. */
function namesHeld(held: HeldControls): Held {
  return [...new Set(held.onPurpose().map(({ name }) => name))];
}

function lostError(names: Held, fate: string): DesktopError {
  return new DesktopError(
    'failed',
    `The compositor replaced the input device on which ${names.join(', ')} was held. It was let go; ${fate}.`,
    'Hold it again, then repeat the call.',
  );
}

function keymapError(): DesktopError {
  return new DesktopError(
    'failed',
    'The keyboard or its layout changed while events were sent.',
    'Repeat the call; it takes the new layout.',
  );
}
