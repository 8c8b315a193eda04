/** Plans what is held over several calls. Pure. */

import { DesktopError } from '../../../base/errors.ts';
import { quote } from '../../../base/escape.ts';
import type { Held, HoldRequest } from '../../../protocol/input.ts';
import type { Control } from './events.ts';
import { type HeldOnPurpose, isSameControl } from './held.ts';
import type { Keymap } from './keymap.ts';
import { resolveChord, resolveKey, splitChord } from './keys.ts';
import { button } from './pointer.ts';
import { key, type Plan, type Step } from './steps.ts';

/** What a request still has to press; `changed` has the names. */
export interface HoldPlan extends Pick<Plan, 'steps' | 'points'> {
  changed: Held;
}

interface HeldNow {
  keymap: Keymap;
  heldOnPurpose: readonly HeldOnPurpose[];
}

/** Presses what is not held yet, in the order of the chord. Fails as `resolveChord` does. */
export function planHold(request: HoldRequest, { keymap, heldOnPurpose }: HeldNow): HoldPlan {
  const pressed = (namedControls(request, keymap) ?? []).filter((one) => !heldOnPurpose.some(isOf(one)));
  const steps = pressed.map(({ name, control }): Step => ({ kind: 'press', control, heldAs: name, counts: true }));
  return { steps, points: request.pointer ? [request.pointer] : [], changed: pressed.map(({ name }) => name) };
}

/**
 * The controls of a request that are held, first pressed first; all held ones when it names none. Fails as `resolveChord`
 * does.
 */
export function heldOf(request: HoldRequest, { keymap, heldOnPurpose }: HeldNow): HeldOnPurpose[] {
  const named = namedControls(request, keymap);
  return heldOnPurpose.filter((one) => !named || named.some(isOf(one)));
}

function isOf({ control }: NamedControl): (other: NamedControl) => boolean {
  return (other) => isSameControl(other.control, control);
}

/** The first of these controls that is held on purpose. */
export function heldAmong(
  controls: readonly Control[],
  heldOnPurpose: readonly HeldOnPurpose[],
): HeldOnPurpose | undefined {
  return heldOnPurpose.find(({ control }) => controls.some((other) => isSameControl(other, control)));
}

/** The failure of a call that would press or release what is held. Its hint is the call that releases it. */
export function heldError({ name, control }: HeldOnPurpose): DesktopError {
  const argument = control.device === 'button' ? 'button' : 'key';
  return new DesktopError(
    'failed',
    `This call would press or release ${name}, which is held; nothing was sent.`,
    `Let go first: hold(${argument}=${quote(name)}, down=false).`,
  );
}

type NamedControl = Omit<HeldOnPurpose, 'deviceId'>;

/** The controls that a request names, or undefined when it names none. */
function namedControls({ key: chord, button: name }: HoldRequest, keymap: Keymap): NamedControl[] | undefined {
  if (name !== undefined) return [{ name, control: button(name) }];
  if (chord === undefined) return undefined;
  const parts = splitChord(chord).flatMap((part) => {
    const own = part.length > 1 ? part.toLowerCase() : part;
    const codes = resolveChord(part, keymap);
    // The modifiers that a character needs are held as well: "A" holds shift and A.
    return codes.map((code, index): NamedControl => {
      const name = index < codes.length - 1 ? (modifierName(code, keymap) ?? own) : own;
      return { name, control: key(code) };
    });
  });
  return parts.filter((part, index) => parts.findIndex((one) => isSameControl(one.control, part.control)) === index);
}

function modifierName(code: number, keymap: Keymap): string | undefined {
  return ['shift', 'altgr'].find((name) => resolveKey(name, keymap, { isCommand: false }).code === code);
}
