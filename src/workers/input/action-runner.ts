/** Readies, checks and sends one action at a time, and keeps what is held over several of them. */
import { DesktopError } from '../../base/errors.ts';
import { contains, type Point } from '../../protocol/geometry.ts';
import type { ActionContext, DesktopForInput, EndReply, Held, HoldRequest } from '../../protocol/input.ts';
import type { StopFlag } from '../../protocol/stop-flag.ts';
import type { InputBackend } from './backend.ts';
import { createHeld } from './model/held.ts';
import { heldAmong, heldError, heldOf, planHold } from './model/hold.ts';
import type { Plan } from './model/steps.ts';
import type { Queue } from './queue.ts';
import { type Action, createSender, stopError } from './sender.ts';

export interface ActionRunnerOptions {
  backend: InputBackend;
  /** The desktop worker, which knows the windows. */
  desktop: DesktopForInput;
  stopFlag: StopFlag;
}

/** An action as it was asked for. */
export interface RequestedAction extends ActionContext {
  /** What the action sends, for messages: "characters". */
  unit: string;
}

export interface ActionRunner {
  /** Makes the plan once the backend is ready, sends it, and gives how many of its steps count. Fails as InputActor says. */
  run(requested: RequestedAction, makePlan: () => Plan): Promise<number>;
  /** Presses and leaves down, or lets go; gives the names of what changed. */
  hold(requested: RequestedAction, request: HoldRequest): Promise<Held>;
  /** Lets go of what the ticket's actions left down, and after a failure of what is held too. */
  end(ticket: number, outcome: 'done' | 'failed'): EndReply;
  held(): Held;
  /** Lets go of everything and ends the connection. */
  release(signal?: AbortSignal): Promise<void>;
}

/** Makes the performer of a queue; nothing is held at first. */
export function createActionRunner(queue: Queue, { backend, desktop, stopFlag }: ActionRunnerOptions): ActionRunner {
  const held = createHeld();
  const sender = createSender({ backend, desktop, stopFlag, held });
  /** The ticket whose action would have touched what is held: its failure lets nothing go. */
  let refusedTicket: number | undefined;

  const names = (): Held => [...new Set(held.onPurpose().map(({ name }) => name))];
  /** Readies the backend for an action that is to send under the keymap in force then. */
  const ready = async ({ ticket, grant, unit, signal }: RequestedAction): Promise<Action> => {
    if (!queue.holds(ticket)) {
      throw new DesktopError('internal', `Ticket ${ticket} does not hold the input queue.`, 'Report this.');
    }
    const isStopped = (): boolean => stopFlag.isStopped(ticket) || signal?.aborted === true;
    await backend.ready(isStopped).catch((error: unknown) => {
      throw isStopped() ? stopError(stopFlag, 0, unit) : error;
    });
    const planned = backend.keymap();
    const isCurrent = (): boolean => queue.holds(ticket) && signal?.aborted !== true;
    const checkPlan = (): void => {
      if (backend.keymap() !== planned) throw keymapError();
    };
    return { ticket, grant, unit, isCurrent, checkPlan };
  };
  /** What was pressed on a device that is no more does not do what the agent takes it to do. */
  const failWhenReplaced = (fate: string): void => {
    const lost = held.onPurpose().filter(({ control, deviceId }) => backend.deviceOf(control) !== deviceId);
    if (lost.length === 0) return;
    sender.releaseHeldOnPurpose();
    throw lostError(
      lost.map(({ name }) => name),
      fate,
    );
  };
  return {
    run: async (requested, makePlan) => {
      const action = await ready(requested);
      failWhenReplaced('nothing was sent');
      const plan = makePlan();
      const touched = heldAmong(plan.controls, held.onPurpose());
      if (touched) {
        refusedTicket = requested.ticket;
        throw heldError(touched);
      }
      refuseOutside(plan.points, backend);
      const sent = await sender.send(action, plan);
      if (held.onPurpose().length > 0) {
        // KWin 6.3 forgets what is down with a new layout, now and then a turn before it replaces the device.
        await backend.sync(() => !action.isCurrent());
        failWhenReplaced('what was sent may have come without it');
      }
      return sent;
    },
    hold: async (requested, request) => {
      const action = await ready(requested);
      const now = { keymap: backend.keymap(), heldOnPurpose: held.onPurpose() };
      if (!request.down) {
        // Whatever is in front by now.
        const released = heldOf(request, now);
        sender.releaseHeldOnPurpose(released);
        if (released.length > 0) await backend.sync(() => !action.isCurrent());
        return released.map(({ name }) => name);
      }
      failWhenReplaced('nothing was sent');
      const { changed, ...plan } = planHold(request, now);
      refuseOutside(plan.points, backend);
      if (changed.length > 0) await sender.send(action, plan);
      return changed;
    },
    end: (ticket, outcome) => {
      sender.release();
      const released = outcome === 'failed' && refusedTicket !== ticket ? names() : [];
      if (released.length > 0) sender.releaseHeldOnPurpose();
      return { held: names(), released };
    },
    held: names,
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

/** Fails with `invalid_params` for a point that is on no screen. */
function refuseOutside(points: readonly Point[], backend: InputBackend): void {
  const regions = backend.regions();
  const outside = points.find((point) => !regions.some((region) => contains(region, point)));
  if (!outside) return;
  if (outside.x < 0 || outside.y < 0) throw negativeError(outside);
  throw new DesktopError(
    'invalid_params',
    `The point ${Math.round(outside.x)},${Math.round(outside.y)} is on no screen; nothing was sent.`,
    'Coordinates are global logical pixels; windows lists the screens.',
  );
}

/** Measured with KWin 6.3: the pointer stays where it is, and a click would land there. */
function negativeError({ x, y }: Point): DesktopError {
  return new DesktopError(
    'unsupported',
    `The point ${Math.round(x)},${Math.round(y)} is left of or above 0,0, where KWin takes no pointer of ours; nothing was sent.`,
    'Move its window to a screen at or right of 0,0 with move_window, or use act.',
  );
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
