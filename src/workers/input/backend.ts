import type { Rect } from '../../protocol/geometry.ts';
import type { InputSource } from '../../protocol/input.ts';
import { createEisBackend } from './backends/eis/backend.ts';
import { chooseBackend } from './choose-backend.ts';
import type { Control, InputEvent } from './model/events.ts';
import type { Keymap } from './model/keymap.ts';
import type { InputTraits } from './model/traits.ts';

/** What a platform does for the input worker. It keeps no record of what is pressed: the worker does. */
export interface InputBackend {
  /** Name for `doctor`. */
  readonly name: string;
  /** Valid after the first `ready`. */
  readonly traits: InputTraits;
  /**
   * Connects, or connects again where needed, takes up what the desktop changed since, and waits until keyboard and
   * pointer may send. One call ends before the next begins. Fails with `unsupported` when this desktop offers no such
   * input: then the next backend is tried; with `denied` when the user refused: then none is. Fails with `timeout` when
   * the desktop does not answer, with `aborted` once `isStopped` says true.
   */
  ready(isStopped: () => boolean): Promise<void>;
  /**
   * Sends one event at once. Fails with `failed` when the device or the connection is gone or when a point is on no
   * screen any more, with `unsupported` when no device does such a thing; then nothing was sent. An action asks for
   * `ready` before its first event.
   */
  send(event: InputEvent): void;
  /**
   * Waits until the desktop has handled everything sent. Fails with `failed` when it took a device away meanwhile, so
   * that something may have been lost; with `timeout`; or with `aborted` as `ready` does.
   */
  sync(isStopped: () => boolean): Promise<void>;
  /** Names the device that a control is pressed on now: another name after the desktop replaced it. */
  deviceOf(control: Control): string | undefined;
  /** The keymap in force, with the active layout: another object once either changed. Empty before the first `ready`. */
  keymap(): Keymap;
  /** The areas that points may be in; global logical pixels. */
  regions(): Rect[];
  /** Names of the devices, for `doctor`. */
  devices(): string[];
  /** Ends the connection, which releases what is pressed. The next `ready` connects again. */
  close(): void;
}

/** What the worker lends its backends. */
export interface BackendHost {
  /** Wake-up descriptor of this thread; see `openFdSocket`. */
  wakeFd: number;
}

/** Makes a backend that is not connected yet, or nothing when it cannot use such a source. */
export type CreateBackend = (source: InputSource, host: BackendHost) => InputBackend | undefined;

/** All backends in the order in which they are tried. */
const BACKENDS: readonly CreateBackend[] = [createEisBackend];

/** Makes the backend of a session: the first one that its desktop supports, chosen at the first `ready`. */
export function createInputBackend(source: InputSource, host: BackendHost): InputBackend {
  return chooseBackend(BACKENDS.flatMap((create) => create(source, host) ?? []));
}
