/** Input events as backends send them. Pure. */
import type { Point } from '../../../protocol/geometry.ts';

/** A key or button by its evdev code (linux/input-event-codes.h), or a finger on the touch screen by its number from 0. */
export interface Control {
  device: 'key' | 'button' | 'finger';
  code: number;
}

/** A distance on both axes; down and right are positive. */
export interface Delta {
  dx: number;
  dy: number;
}

/** A finger on the touch screen and its position in global logical pixels. */
export interface Touch {
  finger: number;
  point: Point;
}

/** What happens at one moment, one frame. The fingers of one event go down, move or go up together. */
export type InputEvent =
  | { kind: 'press' | 'release'; control: Control }
  | { kind: 'move'; point: Point }
  /** Turns the wheel, in 1/120 of a notch, as ei_scroll, evdev and Windows count it. */
  | { kind: 'wheel'; by: Delta }
  /** Scrolls as fingers on a touch pad do, in logical pixels; `scroll-end` when they leave it. */
  | { kind: 'scroll'; by: Delta }
  | { kind: 'scroll-stop' }
  | { kind: 'touch-down' | 'touch-move'; touches: Touch[] }
  | { kind: 'touch-up'; fingers: number[] };
