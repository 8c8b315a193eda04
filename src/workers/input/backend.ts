import type { Rect } from '../../protocol/geometry.ts';
import type { Control, InputEvent } from './model/events.ts';
import type { Keymap } from './model/keymap.ts';
import type { InputTraits } from './model/traits.ts';

/**
 * What a platform does for the input worker. It keeps no record of what is pressed: the actor does.
 */
export interface InputBackend {
  /** Name for `doctor`. */
  readonly name: string;
  readonly traits: InputTraits;
  /**
   * Follows what the compositor changed, connects or connects again where needed, and waits until keyboard and pointer
   * may send. Fails with `unsupported` when this desktop offers no such input, with `timeout` when it does not answer,
   * with `aborted` once `isStopped` says true.
   */
  ready(isStopped: () => boolean): Promise<void>;
  /**
   * Sends one event at once. Fails with `failed` when the device or the connection is gone or when a point is on no
   * screen any more, with `unsupported` when no device does such a thing; then nothing was sent. An action asks for
   * `ready` before its first event.
   */
  send(event: InputEvent): void;
  /**
   * Waits until the compositor has handled everything sent. Fails with `failed` when it took a device away meanwhile,
   * so that something may have been lost; with `timeout`; or with `aborted` as `ready` does.
   */
  sync(isStopped: () => boolean): Promise<void>;
  /** Names the device that a control is pressed on now: another name after the compositor replaced it. */
  deviceOf(control: Control): string | undefined;
  /** The keymap in force, with the active layout: another object once either changed. Empty before the first `ready`. */
  keymap(): Keymap;
  /** The areas that points may be in; global logical pixels. */
  regions(): Rect[];
  devices(): string[];
  /** Ends the connection; the compositor releases what is pressed. */
  close(): void;
}
