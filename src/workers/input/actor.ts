/** Answers the input contract: checks an action against the keymap in force, plans it, and hands it to the sender. */
import { DesktopError } from '../../protocol/errors.ts';
import { contains } from '../../protocol/geometry.ts';
import type { ClickRequest, DesktopForInput, InputActor } from '../../protocol/input.ts';
import type { StopFlag } from '../../protocol/stop-flag.ts';
import type { InputBackend } from './backend.ts';
import { createHeld } from './model/held.ts';
import { type Keymap, parseKeymap, type Stroke } from './model/keymap.ts';
import { resolveChord, resolveKey } from './model/keys.ts';
import { type ClickPlan, chordSteps, clickSteps, textSteps } from './model/steps.ts';
import { createQueue } from './queue.ts';
import { type Action, createSender, stopError } from './sender.ts';

export interface InputActorOptions {
  backend: InputBackend;
  /** The desktop worker, which knows the window in front. */
  desktop: DesktopForInput;
  stopFlag: StopFlag;
}

/** Makes the actor. The backend connects at the first action; closing it stays with the caller. */
export function createInputActor({ backend, desktop, stopFlag }: InputActorOptions): InputActor {
  const queue = createQueue();
  const held = createHeld();
  const sender = createSender({ backend, desktop, stopFlag, held });
  const keymap = createKeymapReader(backend);
  let pointer: ClickRequest['point'] | undefined;
  /** Readies the backend for an action that is to send under `keymap()`. */
  const ready = async (action: Pick<Action, 'ticket' | 'grant' | 'unit'>, signal?: AbortSignal): Promise<Action> => {
    if (!queue.holds(action.ticket)) {
      throw new DesktopError('internal', `Ticket ${action.ticket} does not hold the input queue.`, 'Report this.');
    }
    const isStopped = (): boolean => stopFlag.isStopped(action.ticket) || signal?.aborted === true;
    await backend.ready(isStopped).catch((error: unknown) => {
      throw isStopped() ? stopError(stopFlag, 0, action.unit) : error;
    });
    const planned = keymap();
    return {
      ...action,
      isCurrent: () => queue.holds(action.ticket) && signal?.aborted !== true,
      checkPlan: () => {
        if (keymap() !== planned) throw keymapError();
      },
    };
  };
  return {
    begin: queue.begin,
    end: async (ticket) => {
      if (queue.holds(ticket)) sender.release();
      queue.end(ticket);
      return held.names();
    },
    key: async (ticket, { chord, repeat }, grant, signal) => {
      const action = await ready({ ticket, grant, unit: 'key presses' }, signal);
      return { sent: await sender.send(action, chordSteps(resolveChord(chord, keymap()), repeat)) };
    },
    type: async (ticket, { text }, grant, signal) => {
      const action = await ready({ ticket, grant, unit: 'characters' }, signal);
      return { sent: await sender.send(action, textSteps(strokesOf(text, keymap()))) };
    },
    untypable: async (text) => {
      await backend.ready(never);
      return missing(charactersOf(text), keymap());
    },
    click: async (ticket, request, grant, signal) => {
      const action = await ready({ ticket, grant, unit: 'clicks' }, signal);
      const plan = planClick(request, keymap(), { pointer, regions: backend.regions() });
      pointer = undefined; // not known when the click fails midway
      await sender.send(action, clickSteps(plan));
      pointer = request.point;
    },
    status: async () => {
      if (!queue.isHeld()) await backend.ready(never);
      return { backend: backend.name, devices: backend.devices(), layouts: keymap().layouts, held: held.names() };
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
function planClick(request: ClickRequest, keymap: Keymap, place: Pick<ClickPlan, 'pointer' | 'regions'>): ClickPlan {
  if (!place.regions.some((region) => contains(region, request.point))) throw outsideError(request.point);
  const modifiers = request.modifiers.map((name) => resolveKey(name, keymap, { isCommand: false }).code);
  return { ...request, ...place, modifiers };
}

function outsideError({ x, y }: ClickRequest['point']): DesktopError {
  return new DesktopError(
    'invalid_params',
    `The point ${x},${y} is on no screen; nothing was sent.`,
    'Coordinates are global logical pixels; windows lists the screens.',
  );
}

function keymapError(): DesktopError {
  return new DesktopError(
    'failed',
    'The keyboard or its layout changed while events were sent.',
    'Repeat the call; it takes the new layout.',
  );
}
