/** The events of chords and texts, in order. Pure. */
import type { Control, InputEvent } from './events.ts';
import type { Keystroke } from './keymap.ts';

/**
 * One thing to do. `counts` marks the event with which one of what the call asked for has been sent: a chord, a
 * character, a click. A press with `keptAs` stays down after its action, under that name.
 */
export type Step = (InputEvent & { counts?: boolean; heldAs?: string }) | { kind: 'pause'; ms: number };

/** What an action sends, and what it touches on the way. */
export interface Plan {
  steps: Iterable<Step>;
  /** Everything that it presses or releases. */
  controls: Control[];
  /** Where it presses, releases, scrolls or rests; global logical pixels. */
  points: { x: number; y: number }[];
}

/**
 * Time between the press and the release of a chord's key. Programs were seen to drop chords without any (Firefox, sent
 * through uinput). Over EIS Firefox 153 opened 30 tabs of 30 with 8, 4, 2, 1 and 0 ms; a key call should take 8 ms.
 */
export const CHORD_GAP_MS = 4;

/** A key by its evdev code. */
export function key(code: number): Control {
  return { device: 'key', code };
}

/** Presses a chord's keys in order and lets go in reverse, `repeat` times. */
export function planChord(codes: number[], repeat: number): Plan {
  return { steps: chordSteps(codes, repeat), controls: codes.map(key), points: [] };
}

/** Strikes keys one after the other; a modifier that the next stroke needs too stays down. */
export function planText(keystrokes: readonly Keystroke[]): Plan {
  const codes = new Set(keystrokes.flatMap(({ code, modifiers }) => [code, ...modifiers]));
  return { steps: textSteps(keystrokes), controls: [...codes].map(key), points: [] };
}

function* chordSteps(codes: number[], repeat: number): Generator<Step> {
  const keys = codes.map(key);
  for (let time = 0; time < repeat; time++) {
    for (const [index, control] of keys.entries()) {
      yield { kind: 'press', control, counts: index === keys.length - 1 };
    }
    if (keys.length > 1) yield { kind: 'pause', ms: CHORD_GAP_MS };
    for (const control of keys.toReversed()) yield { kind: 'release', control };
  }
}

function* textSteps(keystrokes: Iterable<Keystroke>): Generator<Step> {
  let down: number[] = [];
  for (const { code, modifiers } of keystrokes) {
    for (const modifier of down.filter((each) => !modifiers.includes(each)).toReversed()) {
      yield { kind: 'release', control: key(modifier) };
    }
    for (const modifier of modifiers.filter((each) => !down.includes(each))) {
      yield { kind: 'press', control: key(modifier) };
    }
    down = modifiers;
    yield { kind: 'press', control: key(code), counts: true };
    yield { kind: 'release', control: key(code) };
  }
  for (const modifier of down.toReversed()) yield { kind: 'release', control: key(modifier) };
}
