/** What the desktop worker answers: virtual sessions, windows, launching, logs, the clipboard. */
import type { ClipboardContent, PasteReply, PasteRequest } from './clipboard.ts';
import type { Point, Rect } from './geometry.ts';
import type { SessionRequest, SessionWiring } from './session.ts';
import type { DesktopState, Terminal, WindowInfo } from './window.ts';

/** Rights and wiring of the worker. `environment` is the only environment it sees. */
export interface DesktopOptions {
  environment: Record<string, string>;
}

export interface LaunchRequest {
  /** Name of a .desktop file (with or without the ending), else of a program on PATH, else an absolute path. */
  app: string;
  args: string[];
  env: Record<string, string>;
  /** Longest wait for a window; 0 does not wait. */
  waitMs: number;
}

export interface LaunchReply {
  /** Process id inside the session; the one that `appLog` takes. */
  pid: number;
  command: string[];
  /** The window that appeared, when one did. */
  window?: WindowInfo | undefined;
  /** The window belongs to an instance that ran before and took the launch over. */
  isHandedOver: boolean;
  /** Set when the program ended while we waited. */
  exitCode?: number | undefined;
  /** The last lines of what it printed, when it ended or showed no window. */
  output: string[];
  /** Lines of output before these. */
  earlier?: number | undefined;
}

export interface AppLog {
  pid: number;
  command: string;
  running: boolean;
  exitCode?: number | undefined;
  lines: string[];
  /** Lines before the first one given. */
  earlier: number;
}

/** The outcome of a command to a window, read back from the compositor. */
export interface WindowOutcome {
  /** The window as it is afterwards; missing when it is closed. */
  now?: WindowInfo | undefined;
  /** The window that has the keyboard afterwards. */
  activeWindow?: WindowInfo | undefined;
}

/** The outcome of an activation: it succeeded when `activeWindow` is the window. */
export interface Activation extends WindowOutcome {
  /** `activeWindow` is a dialog of the window, which blocks it. */
  isBlocked: boolean;
  /** The virtual desktop that the compositor switched to. */
  switchedTo?: string | undefined;
}

/** What a window is to become; what is missing stays. */
export interface Arrangement {
  /** Of the frame, in global logical pixels. A maximized or fullscreen window is restored for it, unless `state` says otherwise. */
  place?: Partial<Rect> | undefined;
  /** `restore`: neither minimized, maximized nor fullscreen. */
  state?: WindowState | undefined;
  /** Number of the only virtual desktop it shall be on, from 1 in the order of DesktopState. */
  desktop?: number | undefined;
}
export type WindowState = 'maximize' | 'minimize' | 'restore' | 'fullscreen';

export interface ArrangedWindow extends WindowOutcome {
  /** Whether the window is as asked for, within a pixel. */
  isAsAsked: boolean;
}

export interface ClosedWindow extends WindowOutcome {
  /** The application does not let the window be closed. */
  isRefused: boolean;
  /** Windows of its process that opened during the wait, such as the question whether to save. */
  opened: WindowInfo[];
}

/** The other workers that may ask something of this one. */
export type DesktopClient = 'input' | 'atspi';

export interface DesktopEvents {
  /** A step of `start`, from 1 to `total`. */
  progress: { step: number; total: number; text: string };
  /** The session ended by itself; `reason` holds the compositor's last output. */
  ended: { reason: string };
  /** A service has ended, and what no longer works; the session goes on. */
  trouble: { text: string };
}

export interface DesktopActor {
  /** Starts a virtual session. When it does not come up, fails within 15 s with the compositor's last output. */
  start(request: SessionRequest, signal?: AbortSignal): Promise<SessionWiring>;
  /** Attaches to the desktop that this server runs in. Fails with `unsupported` when there is none. */
  attach(signal?: AbortSignal): Promise<SessionWiring>;
  state(signal?: AbortSignal): Promise<DesktopState>;
  /** The active window now; no earlier activation is missed. */
  activeWindow(signal?: AbortSignal): Promise<WindowInfo | undefined>;
  /** The terminals among processes with windows, with their tabs. */
  terminals(pids: number[]): Promise<Terminal[]>;
  /**
   * Makes a terminal show one of its tabs and gives the id of its window; undefined when the terminal has no way to do that
   * (any but Konsole).
   */
  showTab(tab: { pid: number; shell: number }, signal?: AbortSignal): Promise<string | undefined>;
  /** Where the pointer is, in global logical pixels. */
  cursorPosition(signal?: AbortSignal): Promise<Point>;
  /**
   * Brings a window to the front as a click on its entry in the task bar does: restores a minimized one, switches to its
   * virtual desktop. Waits at most 1 s until it has the keyboard. Call it with the input queue held.
   */
  activate(id: string, signal?: AbortSignal): Promise<Activation>;
  /** Moves, resizes, minimizes … a window; waits at most 1 s until that is done. */
  arrange(id: string, arrangement: Arrangement, signal?: AbortSignal): Promise<ArrangedWindow>;
  /** Closes a window as its close button does; waits at most 1 s until it is gone or has opened another window. */
  closeWindow(id: string, signal?: AbortSignal): Promise<ClosedWindow>;
  launch(request: LaunchRequest, signal?: AbortSignal): Promise<LaunchReply>;
  /** The last `lines` lines (0: all, within limits) that a program we launched printed. Fails with `not_found` for other pids. */
  appLog(pid: number, lines: number): Promise<AppLog>;
  /**
   * A secret of the user's keyring, by name; undefined when there is none. Fails with `denied` while the keyring is locked,
   * with `ambiguous` when there are several.
   */
  secret(name: string, signal?: AbortSignal): Promise<string | undefined>;
  /** What is on the clipboard; of a text at most `limit` characters. Takes 5 s at most, whatever its owner does. */
  readClipboard(limit: number): Promise<ClipboardContent>;
  /** Puts a text on the clipboard; it is served until something else takes its place, or the session ends. */
  writeClipboard(text: string): Promise<void>;
  /**
   * Keeps what is on the clipboard and offers a text in its place, marked as secret for clipboard managers. `endPaste` is
   * to follow, whatever happens. Fails with `unsupported`, the clipboard untouched, when what is on it cannot be kept.
   */
  beginPaste(request: PasteRequest, signal?: AbortSignal): Promise<void>;
  /**
   * `isSent`: waits, 2 s at most, until the process has read the text. Then puts back what was on the clipboard. A cancel
   * ends the wait; everything is put back nevertheless.
   */
  endPaste(isSent: boolean, signal?: AbortSignal): Promise<PasteReply>;
  /** Ends a virtual session with all its processes and folders; detaches from a live one. Safe to repeat. */
  stop(): Promise<{ processes: number }>;
}
