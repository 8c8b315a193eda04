/** What a compositor gives to the desktop worker. */
import type { Arrangement } from '../../protocol/desktop.ts';
import type { Point } from '../../protocol/geometry.ts';
import type { DesktopState, WindowInfo } from '../../protocol/window.ts';
import type { PipeLimits } from '../platform/linux/pipe.ts';
import type { Format } from './model/clipboard.ts';
import type { CommandResult } from './model/windows.ts';

/** What a compositor is asked to do with the window `id`. */
export type WindowCommand =
  | { kind: 'activate'; id: string }
  | ({ kind: 'arrange'; id: string } & Arrangement)
  | { kind: 'close'; id: string };

/** Who may have the keyboard: windows whose process or class is `true` here, and neither is `false`. */
export interface Reservation {
  pids: Record<string, boolean>;
  /** In lower case. */
  classes: Record<string, boolean>;
  /** The reservation ends by itself after this time. */
  leaseMs: number;
}

export interface WindowBackend {
  /** The compositor and its version, such as "KWin 6.3.6". */
  readonly compositor: string;
  /** What is shown now; no change that happened before the call is missed. Fails with `failed` when it has ended. */
  state(signal?: AbortSignal): Promise<DesktopState>;
  /** Since when each window has had its place and size, by id, on the clock of `monotonicMs`: as of the last `state`. */
  placedAtMs(): ReadonlyMap<string, number>;
  /** The windows as they were last told: at once, perhaps a moment old. */
  known(): WindowInfo[];
  /** The same windows, the one that was opened first first. */
  knownByAge(): WindowInfo[];
  /**
   * Carries out an order. What changed while the compositor handled it is known when this returns; what the application
   * still has to do is told by `onChange`.
   */
  perform(command: WindowCommand, signal?: AbortSignal): Promise<CommandResult>;
  /**
   * Keeps the keyboard with windows that may have it. Another one that asks for it counts as the one in front, but has it only
   * when the reservation ends: with `undefined`, or with its lease. Gives what is shown, no earlier change missed.
   */
  reserveKeyboard(reservation: Reservation | undefined): Promise<DesktopState>;
  /** Where the pointer is, in global logical pixels. */
  cursorPosition(signal?: AbortSignal): Promise<Point>;
  /** Calls at every change of a window. The returned function ends it. */
  onChange(listener: () => void): () => void;
  /** Lets go of the compositor and leaves nothing of ours in it. */
  close(): Promise<void>;
}

/** What somebody has on the clipboard. */
export interface Offer {
  readonly types: readonly string[];
  /** The data of one type; undefined when its owner does not hand it over within the limits. */
  fetch(type: string, limits: PipeLimits): Promise<Uint8Array | undefined>;
}

/** A program asks for our data. */
export interface DataRequest {
  type: string;
  /** The pipe that the data is to go into, by the name that the kernel gives it in /proc: "pipe:[4711]". */
  pipe: string;
  /** Hands the data over; false when the program went away meanwhile. */
  serve(): Promise<boolean>;
}

export interface ClipboardBackend {
  /** What is on the clipboard now, fenced by a round trip; undefined when it is empty. */
  current(): Promise<Offer | undefined>;
  /**
   * Puts data on the clipboard, in place of what is there, and serves it until something else takes its place; none
   * empties it. `onRequest` hears every program that asks, and is to call `serve`. Gives what `current` gives from then on.
   */
  offer(formats: readonly Format[], onRequest?: (request: DataRequest) => void): Promise<Offer | undefined>;
  /** Told when the connection ends by itself. */
  onEnd(listener: () => void): void;
  close(): void;
}
