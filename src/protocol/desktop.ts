/** What the desktop worker answers: virtual sessions, windows, launching, logs. */
import type { Point } from './geometry.ts';
import type { SessionRequest, SessionWiring } from './session.ts';
import type { Terminal, Topology, WindowInfo } from './window.ts';

/** Rights and wiring of the worker. `environment` is the only environment it sees. */
export interface DesktopOptions {
  environment: Record<string, string>;
}

export interface LaunchRequest {
  /** Name of a .desktop file (with or without the ending), else of a program on PATH, else an absolute path. */
  app: string;
  args: string[];
  env: Record<string, string>;
  /** How long to wait for a window; 0 does not wait. */
  waitMs: number;
}

export interface LaunchReply {
  /** Process id inside the session; the one that `appLog` takes. */
  pid: number;
  command: string[];
  /** The window that appeared, when one did; it may belong to a running instance that took the launch over. */
  window?: WindowInfo | undefined;
  /** Set when the program ended while we waited. */
  exitCode?: number | undefined;
  /** The last lines of what it printed, when it ended or showed no window. */
  output: string[];
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

export interface DesktopEvents {
  /** A step of `start`, from 1 to `total`. */
  progress: { step: number; total: number; text: string };
  /** The session ended by itself; `reason` holds the compositor's last words. */
  ended: { reason: string };
}

export interface DesktopActor {
  /** Starts a virtual session. Fails within 15 s with KWin's own words when it does not come up. */
  start(request: SessionRequest, signal?: AbortSignal): Promise<SessionWiring>;
  /** Attaches to the desktop that this server runs in. Fails with `unsupported` when there is none. */
  attach(signal?: AbortSignal): Promise<SessionWiring>;
  topology(signal?: AbortSignal): Promise<Topology>;
  /** The window in front now; fenced by a round trip, so that no earlier activation is missed. */
  frontWindow(signal?: AbortSignal): Promise<WindowInfo | undefined>;
  /** The terminals among processes with windows, with their tabs. */
  terminals(pids: number[]): Promise<Terminal[]>;
  /** Where the pointer is, in global logical pixels. */
  cursorPosition(signal?: AbortSignal): Promise<Point>;
  launch(request: LaunchRequest, signal?: AbortSignal): Promise<LaunchReply>;
  /** The last `lines` lines (0: all) that a program we launched printed. Fails with `not_found` for other pids. */
  appLog(pid: number, lines: number): Promise<AppLog>;
  /** Ends a virtual session with every process and folder of it; detaches from a live one. Safe to repeat. */
  stop(): Promise<{ processes: number }>;
}
