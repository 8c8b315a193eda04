/** What the input worker serves: one action at a time, only with a grant, and nothing once the stop flag is set. */
import type { Point } from './geometry.ts';
import type { Grant, GrantedApps } from './grant.ts';
import type { DesktopState } from './window.ts';

/** How a desktop takes input, as the desktop worker found out. Which backends can use it, the input worker knows. */
export type InputSource =
  /** KWin's EIS socket, which it gives out on the session bus at this D-Bus address; and the socket for Wayland clients. */
  { kind: 'eis'; busAddress: string; waylandSocket?: string | undefined };

/** What the worker is started with, beside a port at which the desktop worker serves DesktopForInput. */
export interface InputOptions {
  source: InputSource;
  stopFlag: SharedArrayBuffer;
}

/** What the input worker may ask the desktop worker. */
export interface DesktopForInput {
  /** The windows now. Fenced: no earlier activation is missed. */
  state(): Promise<DesktopState>;
  /**
   * Keeps the keyboard focus in windows of the granted apps until `freeKeyboard`. Another window that requests focus
   * meanwhile gets it then, but counts as the active window at once. Gives the windows now, fenced.
   */
  reserveKeyboard(grantedApps: GrantedApps): Promise<DesktopState>;
  /** The same for the process in front; without one nothing is reserved. */
  reserveForActive(): Promise<{ pid: number | undefined; desktopState: DesktopState }>;
}

/** From the input worker to the desktop worker, which does not answer. */
export interface KeyboardEvents {
  /** Ends the reservation of the keyboard. */
  freeKeyboard: undefined;
}

/** To the input worker, which does not answer. */
export interface TicketEvents {
  /** Ends the ticket of a call that has done what it should, as `end` does. */
  done: { ticket: number };
}

export const BUTTONS = ['left', 'right', 'middle'] as const;
export type Button = (typeof BUTTONS)[number];
export const MODIFIERS = ['ctrl', 'shift', 'alt', 'meta'] as const;
export type Modifier = (typeof MODIFIERS)[number];
const OTHER_NAMES = new Map<string, Modifier>([
  ['control', 'ctrl'],
  ['super', 'meta'],
  ['win', 'meta'],
]);

/** The modifier of a name in a chord: "ctrl", also "Win" or a keysym such as "Control_L". */
export function modifierOf(name: string): Modifier | undefined {
  const bare = name
    .trim()
    .toLowerCase()
    .replace(/_[lr]$/, '');
  return OTHER_NAMES.get(bare) ?? MODIFIERS.find((modifier) => modifier === bare);
}

/** True for a modifier with which a key is a command and types no text. */
export function isCommandModifier(name: string): boolean {
  const modifier = modifierOf(name);
  return modifier !== undefined && modifier !== 'shift';
}

/** All points are global logical pixels. */
export interface ClickRequest {
  point: Point;
  button: Button;
  /** With 0 the pointer only moves there. */
  clicks: number;
  modifiers: Modifier[];
  /** Time between the last press and its release. */
  holdMs: number;
}

export interface DragRequest {
  from: Point;
  to: Point;
  /** Points on the way, and how long to rest there. */
  waypoints: { point: Point; dwellMs: number }[];
  /** Duration of the motion without the rests. */
  durationMs: number;
  button: Button;
  modifiers: Modifier[];
}

export interface ScrollRequest {
  point: Point;
  /** Notches of a wheel; down and right are positive. */
  by: { dx: number; dy: number };
  /** Scrolls by pixels, as fingers on a touch pad do; otherwise notch by notch. */
  smooth: boolean;
  modifiers: Modifier[];
}

/** Fingers go down together around `point`, and are lifted together. */
export type TouchRequest = { point: Point; fingers: number } & (
  | { gesture: 'tap'; holdMs: number }
  | { gesture: 'swipe'; to: Point; durationMs: number }
  /** Distances are those between two opposite fingers. */
  | { gesture: 'pinch'; startDistance: number; endDistance: number; durationMs: number }
);

export interface HoldRequest {
  /** A chord such as "ctrl+shift". Without key and button: everything that is held. */
  key?: string | undefined;
  button?: Button | undefined;
  down: boolean;
  /** Where the pointer is, when there is a button to press. */
  pointer?: Point | undefined;
}

/** Names of what is held, first pressed first. */
export type Held = string[];

/** What is held after a ticket ended, and what was released because it failed. */
export interface EndReply {
  held: Held;
  released: Held;
}

export interface InputStatus {
  /** Name of the backend in use. */
  backend: string;
  devices: string[];
  /** Names of the layouts in the keymap in force. */
  layouts: string[];
  held: Held;
}

/** The place of an action in the queue, what it may affect, and what cancels it. */
export interface ActionContext {
  ticket: number;
  grant: Grant;
  signal?: AbortSignal | undefined;
}

/**
 * Every action belongs to a ticket, a unique and rising number. `begin` waits for the queue. `end` gives it to the next
 * ticket and releases what is pressed by then and not held on purpose. Actions fail with
 * - `denied` when the grant does not cover the active window or the one under the pointer,
 * - `interrupted` when the stop flag is set, `aborted` when their ticket was cancelled,
 * - `unsupported` when the keymap in force lacks a character or key, `invalid_params` when a point is on no screen,
 *   `failed` when they would press or release what is held: nothing was sent then,
 * - `failed` when a device was lost while they ran.
 */
export interface InputActor {
  /** Waits for the queue. Gives what is held then, which nothing but `hold` changes as long as no action fails. */
  begin(ticket: number, signal?: AbortSignal): Promise<Held>;
  /** After a failure also releases what is held, except when the action failed because it would touch that. */
  end(ticket: number, outcome: 'done' | 'failed'): Promise<EndReply>;
  /** Presses and releases a chord such as "ctrl+s" `repeat` times. */
  key(request: { chord: string; repeat: number }, context: ActionContext): Promise<{ sent: number }>;
  /**
   * Types text by keys of the keymap in force. `sent` counts characters, with the `sentBefore` of a text that is typed in
   * pieces. Characters of `orMissing`, the whole text, that have no key are no failure: `missing` names them, each once, and
   * nothing was sent.
   */
  type(
    request: { text: string; sentBefore?: number; orMissing?: string },
    context: ActionContext,
  ): Promise<{ sent: number; missing?: string[] }>;
  /** The characters of `text` that the keymap in force cannot type, each once. */
  untypable(text: string): Promise<string[]>;
  click(request: ClickRequest, context: ActionContext): Promise<void>;
  drag(request: DragRequest, context: ActionContext): Promise<void>;
  scroll(request: ScrollRequest, context: ActionContext): Promise<void>;
  touch(request: TouchRequest, context: ActionContext): Promise<void>;
  /** Presses and keeps down, or releases. `changed` names what changed, none when nothing had to; `held` what is held now. */
  hold(request: HoldRequest, context: ActionContext): Promise<{ changed: Held; held: Held }>;
  status(): Promise<InputStatus>;
  /** Releases everything and ends the connection to the compositor. The next action connects again. */
  release(signal?: AbortSignal): Promise<void>;
}
