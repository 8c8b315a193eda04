/** Plans chords and texts. Pure. */
import type { Control, InputEvent } from './events.ts';
import type { Keystroke } from './keymap.ts';

/**
 * One event or pause. `counts` marks the event that completes one unit of the call: a chord, a character, a click. A press
 * with `heldAs` stays down after its action, under that name.
 */
export type Step = (InputEvent & { counts?: boolean; heldAs?: string }) | { kind: 'pause'; ms: number };

/** What an action sends, and what it touches meanwhile. */
export interface Plan {
  steps: Iterable<Step>;
  /** All controls that it presses or releases. */
  controls: Control[];
  /** The points at which it presses, releases, scrolls or rests; global logical pixels. */
  points: { x: number; y: number }[];
  /** Of a drag: where it begins, to be taken back there when it ends before its time; and each point of its way. */
  drag?: { from: { x: number; y: number }; way: { x: number; y: number }[] };
}

/**
 * Time between the press and the release of a chord's key. Firefox dropped chords without it, sent through uinput. Over
 * EIS Firefox 153 opened 30 of 30 tabs with 8, 4, 2, 1 and 0 ms. A `key` call should take at most 8 ms.
 */
export const CHORD_GAP_MS = 4;

/** The control of a key, by its evdev code. */
export function key(code: number): Control {
  return { device: 'key', code };
}

/** Presses the keys of a chord in order and releases them in reverse order, `repeat` times. */
export function planChord(codes: number[], repeat: number): Plan {
  return { steps: chordSteps(codes, repeat), controls: codes.map(key), points: [] };
}

/** Types keystrokes one after the other. A modifier that the next one needs too stays down. */
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
