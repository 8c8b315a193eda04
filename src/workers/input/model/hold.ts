/** Holding keys and buttons over several calls. Pure. */
import { DesktopError } from '../../../protocol/errors.ts';
import type { Held, HoldRequest } from '../../../protocol/input.ts';
import type { Control } from './events.ts';
import { isSameControl, type Kept } from './held.ts';
import type { Keymap } from './keymap.ts';
import { resolveChord, splitChord } from './keys.ts';
import { button } from './pointer.ts';
import { key, type Plan, type Step } from './steps.ts';

/** What of a request is still to do; `changed` names it. */
export interface HoldPlan extends Pick<Plan, 'steps' | 'points'> {
  changed: Held;
}

/** Presses what is not held yet, in order, or lets go of what is held, last pressed first. Fails as `resolveChord` does. */
export function planHold(request: HoldRequest, { keymap, kept }: { keymap: Keymap; kept: readonly Kept[] }): HoldPlan {
  const named = namedControls(request, keymap);
  const isHeld = ({ control }: Named): boolean => kept.some((one) => isSameControl(one.control, control));
  if (!request.down) {
    const held = kept.filter(({ control }) => !named || named.some((one) => isSameControl(one.control, control)));
    const steps = held.map(({ control }): Step => ({ kind: 'release', control })).toReversed();
    return { steps, points: [], changed: held.map(({ name }) => name) };
  }
  const pressed = (named ?? []).filter((one) => !isHeld(one));
  const steps = pressed.map(({ name, control }): Step => ({ kind: 'press', control, keptAs: name, counts: true }));
  return { steps, points: request.pointer ? [request.pointer] : [], changed: pressed.map(({ name }) => name) };
}

/** The first control held on purpose that is among others. */
export function heldAmong(controls: readonly Control[], kept: readonly Kept[]): Kept | undefined {
  return kept.find(({ control }) => controls.some((other) => isSameControl(other, control)));
}

/** The refusal of a call that would press or release something held; it names the call that lets go. */
export function heldError({ name, control }: Kept): DesktopError {
  const argument = control.device === 'button' ? 'button' : 'key';
  return new DesktopError(
    'failed',
    `This call would press or release ${name}, which is held; nothing was sent.`,
    `Let go first: hold(${argument}="${name}", down=false).`,
  );
}

type Named = Omit<Kept, 'through'>;

/** The controls of a request; undefined when it names none. */
function namedControls({ key: chord, button: name }: HoldRequest, keymap: Keymap): Named[] | undefined {
  if (name !== undefined) return [{ name, control: button(name) }];
  if (chord === undefined) return undefined;
  const parts = splitChord(chord).flatMap((part) =>
    resolveChord(part, keymap).map(
      (code): Named => ({ name: part.length > 1 ? part.toLowerCase() : part, control: key(code) }),
    ),
  );
  return parts.filter((part, index) => parts.findIndex((one) => isSameControl(one.control, part.control)) === index);
}
