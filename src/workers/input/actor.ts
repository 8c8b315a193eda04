/** Serves the input contract: plans each action for the keymap in force and gives it to the action runner. */
import { DesktopError } from '../../base/errors.ts';
import type { InputActor, Modifier } from '../../protocol/input.ts';
import { type ActionRunnerOptions, createActionRunner } from './action-runner.ts';
import type { Keymap, Keystroke } from './model/keymap.ts';
import { resolveChord, resolveKey } from './model/keys.ts';
import { type PointerContext, planClick, planDrag, planScroll } from './model/pointer.ts';
import { type Plan, planChord, planText } from './model/steps.ts';
import { planTouch } from './model/touch.ts';
import { createQueue } from './queue.ts';

/** Makes the actor. The backend connects at the first action; `release` closes it. */
export function createInputActor(options: ActionRunnerOptions): InputActor {
  const { backend } = options;
  const queue = createQueue();
  const { run, hold, end, held, release } = createActionRunner(queue, options);
  const pointerContext = (modifiers: readonly Modifier[]): PointerContext => ({
    modifiers: modifiers.map((name) => resolveKey(name, backend.keymap(), { isCommand: false }).code),
    regions: backend.regions(),
  });
  const untypable = async (text: string): Promise<string[]> => {
    await backend.ready(never);
    return missing(charactersOf(text), backend.keymap());
  };
  return {
    begin: async (ticket, signal) => {
      await queue.begin(ticket, signal);
      return held();
    },
    end: async (ticket, outcome) => {
      if (!queue.holds(ticket)) return { held: held(), released: [] };
      const reply = end(ticket, outcome);
      queue.end(ticket);
      return reply;
    },
    key: async ({ chord, repeat }, context) => ({
      sent: await run({ ...context, unit: 'key presses' }, () =>
        planChord(resolveChord(chord, backend.keymap()), repeat),
      ),
    }),
    type: async ({ text, sentBefore, orMissing }, context) => {
      const lacking = orMissing === undefined ? [] : await untypable(orMissing);
      if (lacking.length > 0) return { sent: 0, missing: lacking };
      const makePlan = (): Plan => planText(keystrokesOf(text, backend.keymap()));
      return { sent: await run({ ...context, unit: 'characters', sentBefore }, makePlan) };
    },
    untypable,
    click: async (request, context) => {
      await run({ ...context, unit: 'clicks' }, () => planClick(request, pointerContext(request.modifiers)));
    },
    drag: async (request, context) => {
      await run({ ...context, unit: 'motions' }, () => planDrag(request, pointerContext(request.modifiers)));
    },
    scroll: async (request, context) => {
      await run({ ...context, unit: 'steps' }, () => planScroll(request, pointerContext(request.modifiers)));
    },
    touch: async (request, context) => {
      await run({ ...context, unit: 'touches' }, () => planTouch(request, backend.traits));
    },
    hold: async (request, context) => {
      const changed = await hold({ ...context, unit: 'presses' }, request);
      return { changed, held: held() };
    },
    status: async () => {
      if (!queue.isHeld()) await backend.ready(never);
      return { backend: backend.name, devices: backend.devices(), layouts: backend.keymap().layouts, held: held() };
    },
    release,
  };
}

function never(): boolean {
  return false;
}

/** The characters of a text; a line end of any kind is one Return. */
function charactersOf(text: string): string[] {
  return [...text.replaceAll('\r\n', '\n')];
}

function missing(characters: string[], keymap: Keymap): string[] {
  return [...new Set(characters.filter((character) => !keymap.keystrokeForCharacter(character)))];
}

/** How to type a text. Fails with `unsupported` and the characters that the keymap lacks. */
function keystrokesOf(text: string, keymap: Keymap): Keystroke[] {
  const characters = charactersOf(text);
  const keystrokes = characters.flatMap((character) => keymap.keystrokeForCharacter(character) ?? []);
  if (keystrokes.length === characters.length) return keystrokes;
  const names = missing(characters, keymap).map((character) => JSON.stringify(character));
  throw new DesktopError(
    'unsupported',
    `The keyboard layout in force (${keymap.layouts.join(', ')}) has no key for ${names.join(' ')}; nothing was sent.`,
    'Insert or paste this text instead of typing it by keys.',
  );
}
