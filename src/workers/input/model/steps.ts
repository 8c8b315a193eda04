/** Turns actions into the events to send, in order. Pure. */
import type { Point, Rect } from '../../../protocol/geometry.ts';
import { contains } from '../../../protocol/geometry.ts';
import type { Button } from '../../../protocol/input.ts';
import type { Control } from './held.ts';
import type { Stroke } from './keymap.ts';

/** One thing to do. `counts` marks the event with which a chord or a character has been sent. */
export type Step =
  | { kind: 'press'; control: Control; counts?: boolean }
  | { kind: 'release'; control: Control }
  | { kind: 'move'; point: Point }
  | { kind: 'pause'; ms: number };

/**
 * Time between the press and the release of a chord's key. Programs were seen to drop chords without any (Firefox, sent
 * through uinput). Over EIS Firefox 153 opened 30 tabs of 30 with 8, 4, 2, 1 and 0 ms; a key call should take 8 ms.
 */
export const CHORD_GAP_MS = 4;
/** Time between the clicks of a double click. */
export const CLICK_GAP_MS = 20;

/** Evdev codes (linux/input-event-codes.h). */
const BUTTON_CODES: Record<Button, number> = { left: 0x110, right: 0x111, middle: 0x112 };

/** Presses a chord's keys in order and lets go in reverse, `repeat` times. */
export function* chordSteps(codes: number[], repeat: number): Generator<Step> {
  const keys = codes.map(key);
  for (let time = 0; time < repeat; time++) {
    for (const [index, control] of keys.entries()) {
      yield { kind: 'press', control, counts: index === keys.length - 1 };
    }
    if (keys.length > 1) yield { kind: 'pause', ms: CHORD_GAP_MS };
    for (const control of keys.toReversed()) yield { kind: 'release', control };
  }
}

/** Strikes keys one after the other; a modifier that the next stroke needs too stays down. */
export function* textSteps(strokes: Iterable<Stroke>): Generator<Step> {
  let down: number[] = [];
  for (const { code, modifiers } of strokes) {
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

export interface ClickPlan {
  point: Point;
  button: Button;
  clicks: number;
  /** Evdev codes of the modifiers' keys. */
  modifiers: number[];
  /** How long the last press lasts. */
  holdMs: number;
  /** Where the pointer was put last, when that is known. */
  pointer: Point | undefined;
  /** The areas that the pointer reaches. */
  regions: Rect[];
}

/**
 * Moves, presses and releases, with the modifiers down meanwhile. Where the pointer may already be at the place it
 * comes from a pixel away: an application that saw no motion there may not know that it is there.
 */
export function* clickSteps(plan: ClickPlan): Generator<Step> {
  const { point, pointer, holdMs } = plan;
  const control: Control = { device: 'button', code: BUTTON_CODES[plan.button] };
  for (const code of plan.modifiers) yield { kind: 'press', control: key(code) };
  if (!pointer || (pointer.x === point.x && pointer.y === point.y)) {
    yield { kind: 'move', point: neighbour(point, plan.regions) };
  }
  yield { kind: 'move', point };
  for (let click = 1; click <= plan.clicks; click++) {
    if (click > 1) yield { kind: 'pause', ms: CLICK_GAP_MS };
    yield { kind: 'press', control, counts: true };
    if (click === plan.clicks && holdMs > 0) yield { kind: 'pause', ms: holdMs };
    yield { kind: 'release', control };
  }
  for (const code of plan.modifiers.toReversed()) yield { kind: 'release', control: key(code) };
}

/** The point one pixel to the side, on the desktop too. */
function neighbour(point: Point, regions: Rect[]): Point {
  const right = { x: point.x + 1, y: point.y };
  return regions.some((region) => contains(region, right)) ? right : { x: point.x - 1, y: point.y };
}

function key(code: number): Control {
  return { device: 'key', code };
}
