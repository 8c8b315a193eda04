/** What the input worker answers: one action at a time, only under a grant, and never after the stop flag. */
import type { Point } from './geometry.ts';
import type { Grant, Reach } from './grant.ts';
import type { Topology, WindowInfo } from './window.ts';

/** Rights and wiring of the worker. `desktop` is a port at which the desktop worker serves DesktopForInput. */
export interface InputOptions {
  /** D-Bus address of the session bus that the compositor is on. */
  busAddress: string;
  stopFlag: SharedArrayBuffer;
}

/** The only thing that the input worker may ask of the desktop worker. */
export interface DesktopForInput {
  /** The window in front now; fenced, so that no earlier activation is missed. */
  frontWindow(): Promise<WindowInfo | undefined>;
  /**
   * Keeps the keyboard with windows that the reach covers until `freeKeyboard`. Another one that asks for it meanwhile gets it
   * then, and counts as the window in front from now on. Gives what is shown, fenced.
   */
  reserveKeyboard(reach: Reach): Promise<Topology>;
  freeKeyboard(): Promise<void>;
}

export type Button = 'left' | 'right' | 'middle';
export type Modifier = 'ctrl' | 'shift' | 'alt' | 'meta';

export interface ClickRequest {
  point: Point;
  button: Button;
  clicks: number;
  modifiers: Modifier[];
  /** How long the (last) press is held. */
  holdMs: number;
}

/** What is held down, by name, in the order it was pressed. */
export type Held = string[];

export interface InputStatus {
  backend: string;
  devices: string[];
  /** Names of the layouts in the keymap in force. */
  layouts: string[];
  held: Held;
}

/**
 * Every action belongs to a ticket, a number that the caller makes unique and rising. `begin` waits for the queue,
 * `end` gives it on; what is pressed by then and not held on purpose is let go. Actions fail with `denied` when the
 * window in front is not covered by the grant, with `interrupted` when the stop flag ends them, with `aborted` when
 * their ticket was cancelled, and with `unsupported` when a character or key is not on the keymap in force (then
 * nothing was sent).
 */
export interface InputActor {
  begin(ticket: number, signal?: AbortSignal): Promise<void>;
  end(ticket: number): Promise<Held>;
  /** Presses and releases a chord such as "ctrl+s" `repeat` times. */
  key(
    ticket: number,
    request: { chord: string; repeat: number },
    grant: Grant,
    signal?: AbortSignal,
  ): Promise<{ sent: number }>;
  /** Types text by keys of the keymap in force. `sent` counts characters. */
  type(ticket: number, request: { text: string }, grant: Grant, signal?: AbortSignal): Promise<{ sent: number }>;
  /** The characters of `text` that the keymap in force cannot type, each once. */
  untypable(text: string): Promise<string[]>;
  click(ticket: number, request: ClickRequest, grant: Grant, signal?: AbortSignal): Promise<void>;
  status(): Promise<InputStatus>;
}

export interface InputEvents {
  /** The worker runs. Eight bytes written to the eventfd `wakeFd` (`fs.writeSync`) end its waits in C for good. */
  started: { wakeFd: number };
}
