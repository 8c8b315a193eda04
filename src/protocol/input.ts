/** What the input worker answers: one action at a time, only under a grant, and never after the stop flag. */
import type { Point } from './geometry.ts';
import type { Grant, GrantedApps } from './grant.ts';
import type { DesktopState } from './window.ts';

/** How a desktop takes input, as the desktop worker found out. Which backends can use it, the input worker knows. */
export type InputSource =
  /** KWin's EIS socket, which it gives out on the session bus at this D-Bus address. */
  { kind: 'eis'; busAddress: string };

/** What the worker is started with, beside a port at which the desktop worker serves DesktopForInput. */
export interface InputOptions {
  source: InputSource;
  stopFlag: SharedArrayBuffer;
}

/** The only thing that the input worker may ask of the desktop worker. */
export interface DesktopForInput {
  /** What is shown now; fenced, so that no earlier activation is missed. */
  state(): Promise<DesktopState>;
  /**
   * Keeps the keyboard with windows of the granted apps until `freeKeyboard`. Another one that asks for it meanwhile gets it
   * then, and counts as the active window from now on. Gives the desktop state, fenced.
   */
  reserveKeyboard(grantedApps: GrantedApps): Promise<DesktopState>;
  freeKeyboard(): Promise<void>;
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

/** The modifier that a name in a chord means: "ctrl", also "Win", or a keysym such as "Control_L". */
export function modifierOf(name: string): Modifier | undefined {
  const bare = name
    .trim()
    .toLowerCase()
    .replace(/_[lr]$/, '');
  return OTHER_NAMES.get(bare) ?? MODIFIERS.find((modifier) => modifier === bare);
}

/** Whether a key is a command, and not a text, under the modifier of this name. */
export function isCommandModifier(name: string): boolean {
  const modifier = modifierOf(name);
  return modifier !== undefined && modifier !== 'shift';
}

/** All points are global logical pixels. */
export interface ClickRequest {
  point: Point;
  button: Button;
  /** 0 only moves there. */
  clicks: number;
  modifiers: Modifier[];
  /** How long the (last) press is held. */
  holdMs: number;
}

export interface DragRequest {
  from: Point;
  to: Point;
  /** Places on the way, and how long to rest there. */
  waypoints: { point: Point; dwellMs: number }[];
  /** Time of the motion, without the rests. */
  durationMs: number;
  button: Button;
  modifiers: Modifier[];
}

export interface ScrollRequest {
  point: Point;
  /** Notches of a wheel; down and right are positive. */
  by: { dx: number; dy: number };
  /** As fingers on a touch pad do it, in pixels; else notch by notch. */
  smooth: boolean;
  modifiers: Modifier[];
}

/** Fingers go down together around `point`, and are lifted together. */
export type TouchRequest = { point: Point; fingers: number } & (
  | { gesture: 'tap'; holdMs: number }
  | { gesture: 'swipe'; to: Point; durationMs: number }
  /** Distances are those between two fingers that face each other. */
  | { gesture: 'pinch'; startDistance: number; endDistance: number; durationMs: number }
);

export interface HoldRequest {
  /** A chord such as "ctrl+shift", or a button; without both, everything that is held. */
  key?: string | undefined;
  button?: Button | undefined;
  down: boolean;
  /** Where the pointer is, for a button. */
  pointer?: Point | undefined;
}

/** What is held down, by name, in the order it was pressed. */
export type Held = string[];

/** How a ticket ended: what stays held, and what was let go because it failed. */
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

/** On whose behalf an action is sent, what it may reach, and what ends it. */
export interface ActionContext {
  ticket: number;
  grant: Grant;
  signal?: AbortSignal | undefined;
}

/**
 * Every action belongs to a ticket, a number that the caller makes unique and rising. `begin` waits for the queue,
 * `end` gives it on; what is pressed by then and not held on purpose is let go. Actions fail with `denied` when the
 * window in front, or the one under the pointer, is not covered by the grant, with `interrupted` when the stop flag ends
 * them, with `aborted` when their ticket was cancelled, with `unsupported` when a character or key is not on the keymap in
 * force, with `invalid_params` when a point is on no screen, and with `failed` when they would press or release what is
 * held (in these three cases nothing was sent), or when a device was lost while they ran.
 */
export interface InputActor {
  begin(ticket: number, signal?: AbortSignal): Promise<void>;
  /** After a failure everything is let go, but not after the refusal of what would touch something held. */
  end(ticket: number, outcome: 'done' | 'failed'): Promise<EndReply>;
  /** Presses and releases a chord such as "ctrl+s" `repeat` times. */
  key(request: { chord: string; repeat: number }, context: ActionContext): Promise<{ sent: number }>;
  /** Types text by keys of the keymap in force. `sent` counts characters. */
  type(request: { text: string }, context: ActionContext): Promise<{ sent: number }>;
  /** The characters of `text` that the keymap in force cannot type, each once. */
  untypable(text: string): Promise<string[]>;
  click(request: ClickRequest, context: ActionContext): Promise<void>;
  drag(request: DragRequest, context: ActionContext): Promise<void>;
  scroll(request: ScrollRequest, context: ActionContext): Promise<void>;
  touch(request: TouchRequest, context: ActionContext): Promise<void>;
  /** Presses and leaves down, or lets go. Gives the names of what it pressed or released: none when there was nothing to do. */
  hold(request: HoldRequest, context: ActionContext): Promise<{ changed: Held }>;
  status(): Promise<InputStatus>;
  /** Lets go of everything and ends the connection to the compositor; the next action connects anew. */
  release(signal?: AbortSignal): Promise<void>;
}
