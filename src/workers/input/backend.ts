import type { Point, Rect } from '../../protocol/geometry.ts';

/**
 * What a platform does for the input worker. It keeps no record of what is pressed: the actor does.
 *
 * `motion`, `button` and `key` send one event at once. They fail with `failed` when the device or the connection is
 * gone, and then nothing was sent; an action asks for `ready` before its first event.
 */
export interface InputBackend {
  /** Name for `doctor`. */
  readonly name: string;
  /**
   * Follows what the compositor changed, connects or connects again where needed, and waits until keyboard and pointer
   * may send. Fails with `unsupported` when this desktop offers no such input, with `timeout` when it does not answer,
   * with `aborted` once `isStopped` says true.
   */
  ready(isStopped: () => boolean): Promise<void>;
  /** Moves the pointer; global logical pixels. */
  motion(point: Point): void;
  /** Presses or releases a button; evdev code (linux/input-event-codes.h). */
  button(code: number, isDown: boolean): void;
  /** Presses or releases a key; evdev code (linux/input-event-codes.h). */
  key(code: number, isDown: boolean): void;
  /** Waits until the compositor has handled everything sent. Fails with `timeout`, or `aborted` as `ready` does. */
  sync(isStopped: () => boolean): Promise<void>;
  /** The keymap in force as XKB text, and the number of the active layout in it, from 0. */
  keymap(): { text: string; group: number };
  /** The areas that `motion` reaches. */
  regions(): Rect[];
  devices(): string[];
  /** Ends the connection; the compositor releases what is pressed. */
  close(): void;
}
