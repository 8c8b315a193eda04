/** Answers the input contract: plans an action for the keymap in force, checks it, and hands it to the sender. */
import { DesktopError } from '../../protocol/errors.ts';
import { contains, type Point } from '../../protocol/geometry.ts';
import type { Grant } from '../../protocol/grant.ts';
import type { DesktopForInput, Held, HoldRequest, InputActor, Modifier } from '../../protocol/input.ts';
import type { StopFlag } from '../../protocol/stop-flag.ts';
import type { InputBackend } from './backend.ts';
import { createHeld } from './model/held.ts';
import { heldAmong, heldError, planHold } from './model/hold.ts';
import { type Keymap, parseKeymap, type Stroke } from './model/keymap.ts';
import { resolveChord, resolveKey } from './model/keys.ts';
import { type PointerContext, planClick, planDrag, planScroll } from './model/pointer.ts';
import { type Plan, planChord, planText } from './model/steps.ts';
import { planTouch } from './model/touch.ts';
import { createQueue } from './queue.ts';
import { type Action, createSender, stopError } from './sender.ts';

export interface InputActorOptions {
  backend: InputBackend;
  /** The desktop worker, which knows the windows. */
  desktop: DesktopForInput;
  stopFlag: StopFlag;
}

interface Call {
  ticket: number;
  grant: Grant;
  signal: AbortSignal | undefined;
  /** What the action sends, for messages: "characters". */
  unit: string;
}

/** Makes the actor. The backend connects at the first action; closing it stays with the caller. */
export function createInputActor({ backend, desktop, stopFlag }: InputActorOptions): InputActor {
  const queue = createQueue();
  const held = createHeld();
  const sender = createSender({ backend, desktop, stopFlag, held });
  const keymap = createKeymapReader(backend);
  /** The ticket whose action would have touched what is held: its failure lets nothing go. */
  let refused: number | undefined;

  const heldNames = (): Held => [...new Set(held.kept().map(({ name }) => name))];
  /** Readies the backend for an action that is to send under `keymap()`. */
  const ready = async ({ ticket, grant, unit, signal }: Call): Promise<Action> => {
    if (!queue.holds(ticket)) {
      throw new DesktopError('internal', `Ticket ${ticket} does not hold the input queue.`, 'Report this.');
    }
    const isStopped = (): boolean => stopFlag.isStopped(ticket) || signal?.aborted === true;
    await backend.ready(isStopped).catch((error: unknown) => {
      throw isStopped() ? stopError(stopFlag, 0, unit) : error;
    });
    const planned = keymap();
    return {
      ticket,
      grant,
      unit,
      isCurrent: () => queue.holds(ticket) && signal?.aborted !== true,
      checkPlan: () => {
        if (keymap() !== planned) throw keymapError();
      },
    };
  };
  /** What was pressed on a device that is no more does not do what the agent takes it to do. */
  const failWhenLost = (): void => {
    const lost = held.kept().filter(({ control, through }) => backend.deviceOf(control) !== through);
    if (lost.length === 0) return;
    sender.releaseKept();
    throw lostError(lost.map(({ name }) => name));
  };
  const perform = async (call: Call, makePlan: () => Plan): Promise<number> => {
    const action = await ready(call);
    failWhenLost();
    const plan = makePlan();
    const touched = heldAmong(plan.controls, held.kept());
    if (touched) {
      refused = call.ticket;
      throw heldError(touched);
    }
    refuseOutside(plan.points, backend);
    return sender.send(action, plan);
  };
  const around = (modifiers: readonly Modifier[]): PointerContext => ({
    modifiers: modifiers.map((name) => resolveKey(name, keymap(), { isCommand: false }).code),
    regions: backend.regions(),
  });
  const hold = async (call: Call, request: HoldRequest): Promise<Held> => {
    const action = await ready(call);
    if (request.down) failWhenLost();
    const { changed, ...plan } = planHold(request, { keymap: keymap(), kept: held.kept() });
    if (changed.length > 0) await sender.send(action, plan);
    return changed;
  };
  return {
    begin: queue.begin,
    end: async (ticket, outcome) => {
      if (!queue.holds(ticket)) return { held: heldNames(), letGo: [] };
      sender.release();
      const letGo = outcome === 'failed' && refused !== ticket ? heldNames() : [];
      if (letGo.length > 0) sender.releaseKept();
      queue.end(ticket);
      return { held: heldNames(), letGo };
    },
    key: async (ticket, { chord, repeat }, grant, signal) => {
      const plan = (): Plan => planChord(resolveChord(chord, keymap()), repeat);
      return { sent: await perform({ ticket, grant, signal, unit: 'key presses' }, plan) };
    },
    type: async (ticket, { text }, grant, signal) => {
      const plan = (): Plan => planText(strokesOf(text, keymap()));
      return { sent: await perform({ ticket, grant, signal, unit: 'characters' }, plan) };
    },
    untypable: async (text) => {
      await backend.ready(never);
      return missing(charactersOf(text), keymap());
    },
    click: async (ticket, request, grant, signal) => {
      await perform({ ticket, grant, signal, unit: 'clicks' }, () => planClick(request, around(request.modifiers)));
    },
    drag: async (ticket, request, grant, signal) => {
      await perform({ ticket, grant, signal, unit: 'motions' }, () => planDrag(request, around(request.modifiers)));
    },
    scroll: async (ticket, request, grant, signal) => {
      await perform({ ticket, grant, signal, unit: 'steps' }, () => planScroll(request, around(request.modifiers)));
    },
    touch: async (ticket, request, grant, signal) => {
      await perform({ ticket, grant, signal, unit: 'touches' }, () => planTouch(request));
    },
    hold: async (ticket, request, grant, signal) => ({
      changed: await hold({ ticket, grant, signal, unit: 'presses' }, request),
    }),
    status: async () => {
      if (!queue.isHeld()) await backend.ready(never);
      return { backend: backend.name, devices: backend.devices(), layouts: keymap().layouts, held: heldNames() };
    },
    release: async (signal) => {
      const isDown = held.kept().length + held.transient().length > 0;
      sender.release();
      sender.releaseKept();
      if (isDown) await backend.sync(() => signal?.aborted === true);
      backend.close();
    },
  };
}

function never(): boolean {
  return false;
}

/** Reads the keymap in force; the same text and layout give the same object. */
function createKeymapReader(backend: InputBackend): () => Keymap {
  let known: { text: string; group: number; keymap: Keymap } | undefined;
  return () => {
    const { text, group } = backend.keymap();
    if (known?.text !== text || known.group !== group) known = { text, group, keymap: parseKeymap(text, group) };
    return known.keymap;
  };
}

/** Line ends of every kind are one Return. */
function charactersOf(text: string): string[] {
  return [...text.replaceAll('\r\n', '\n')];
}

function missing(characters: string[], keymap: Keymap): string[] {
  return [...new Set(characters.filter((character) => !keymap.strokeOf(character)))];
}

/** Fails with `unsupported` and the characters that the keymap cannot type. */
function strokesOf(text: string, keymap: Keymap): Stroke[] {
  const characters = charactersOf(text);
  const strokes = characters.flatMap((character) => keymap.strokeOf(character) ?? []);
  if (strokes.length === characters.length) return strokes;
  const names = missing(characters, keymap).map((character) => JSON.stringify(character));
  throw new DesktopError(
    'unsupported',
    `The keyboard layout in force (${keymap.layouts.join(', ')}) has no key for ${names.join(' ')}; nothing was sent.`,
    'Insert or paste this text instead of typing it by keys.',
  );
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

function lostError(names: Held): DesktopError {
  return new DesktopError(
    'failed',
    `The compositor replaced the input device on which ${names.join(', ')} was held. It was let go; nothing was sent.`,
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
