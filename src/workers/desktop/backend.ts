/** What a compositor must do for the desktop worker, and which one does it: one list a job, tried in order. */
import { firstSupported } from '../../base/first-supported.ts';
import type { CaptureSource } from '../../protocol/capture.ts';
import type { Arrangement } from '../../protocol/desktop.ts';
import type { Point } from '../../protocol/geometry.ts';
import type { GrantedApps } from '../../protocol/grant.ts';
import type { InputSource } from '../../protocol/input.ts';
import type { SessionRequest } from '../../protocol/session.ts';
import type { DesktopState, WindowInfo } from '../../protocol/window.ts';
import type { SessionBus } from '../platform/dbus/session-bus.ts';
import type { PipeLimits } from '../platform/linux/pipe.ts';
import { findKwin } from './backends/kwin/private-kwin.ts';
import { attachKwin } from './backends/kwin/windows.ts';
import { connectDataControl } from './backends/wayland/data-control.ts';
import { waylandSocket } from './backends/wayland/socket.ts';
import type { Format } from './model/clipboard.ts';
import type { Environment, SessionFolder } from './model/environment.ts';
import type { Services, StartedService } from './sessions/services.ts';

/** What a compositor is asked to do with the window `id`. */
export type WindowCommand =
  | { kind: 'activate'; id: string }
  | ({ kind: 'arrange'; id: string } & Arrangement)
  | { kind: 'close'; id: string };

/** `gone`: there is no such window. `refused`: it does not let itself be closed. */
export type CommandResult = 'done' | 'gone' | 'refused';

/** The windows of one compositor. */
export interface WindowBackend {
  /** The compositor and its version, such as "KWin 6.3.6". */
  readonly compositor: string;
  /** Where its pictures come from. */
  readonly capture: CaptureSource;
  /** How it takes input. */
  readonly input: InputSource;
  /** Reads what is shown now; no change that happened before the call is missed. Fails when the compositor has ended. */
  state(signal?: AbortSignal): Promise<DesktopState>;
  /** Since when each window has had its place and size, by id, on the clock of `monotonicMs`: as of the last `state`. */
  placedAtMs(): ReadonlyMap<string, number>;
  /** The windows as they were last reported: at once, perhaps a moment old. */
  known(): WindowInfo[];
  /** The same windows, the one that was opened first first. */
  knownByAge(): WindowInfo[];
  /**
   * Carries out a command. Changes that the compositor made for it are known when this returns; those that the application
   * still has to make are reported by `onChange`.
   */
  perform(command: WindowCommand, signal?: AbortSignal): Promise<CommandResult>;
  /**
   * Keeps the keyboard with windows of these applications until `freeKeyboard`. Another window that asks for it counts as the
   * active one at once, but gets it only then. Gives what is shown, no earlier change missed.
   */
  reserveKeyboard(apps: GrantedApps): Promise<DesktopState>;
  freeKeyboard(): Promise<void>;
  /** The caller repeats a reservation after this time; one that is not repeated may end by itself. */
  readonly reservationRenewMs: number;
  /** Where the pointer is, in global logical pixels. */
  cursorPosition(signal?: AbortSignal): Promise<Point>;
  /** Calls at every change of a window. The returned function ends it. */
  onChange(listener: () => void): () => void;
  /** Removes from the compositor what a server has left there that was killed, and whose folder this was. */
  removeLeftovers(folder: string): Promise<void>;
  /** Disconnects and leaves nothing of ours in the compositor. */
  close(): Promise<void>;
}

/** A running desktop. */
export interface RunningDesktop {
  bus: SessionBus;
  /** The D-Bus address of that bus. */
  busAddress: string;
  /** The environment of its programs. */
  environment: Environment;
  /** A folder of ours that lives as long as the connection. */
  folder: string;
}

/** Connects to the compositor of a desktop; the caller closes it. Fails with `unsupported` when it is not of this kind. */
export type AttachCompositor = (desktop: RunningDesktop, signal?: AbortSignal) => Promise<WindowBackend>;

/** A private session that is being built. */
export interface SessionSite {
  folder: SessionFolder;
  request: SessionRequest;
  /** The server's environment. */
  own: Environment;
  services: Services;
}

/** A compositor that a private session can be made of. */
export interface PrivateCompositor {
  /** Its name in messages. */
  readonly name: string;
  /** Its name as an application on the accessibility bus; undefined when it is none. */
  readonly accessibleName: string | undefined;
  /** Variables that it adds to the environment of programs of the session in this folder. */
  programEnvironment(folder: SessionFolder): Environment;
  /** Why it has no display for programs that know X11 only; undefined when it has one. */
  readonly noX11Because: string | undefined;
  /** The path of a socket that its process is to listen on, as descriptor SOCKET_FD. */
  readonly socket: string | undefined;
  /** Paths outside the session's folder that the end of the session removes. */
  readonly leftovers: readonly string[];
  /** Writes its settings into the session's folder. */
  prepare(folder: SessionFolder, request: SessionRequest): Promise<void>;
  /** Starts what it draws on, while the session bus comes up; nothing when it needs nothing. */
  startScreen(site: SessionSite, signal: AbortSignal): Promise<StartedService | undefined>;
  /** Starts it once bus and screen are up, and waits until it can be connected to. */
  start(site: SessionSite, bus: SessionBus, signal: AbortSignal): Promise<StartedService>;
  connect: AttachCompositor;
}

/** Finds the programs of a compositor on the PATH of `own`. Fails with `unsupported` when they are not installed. */
export type FindPrivateCompositor = (own: Environment, request: SessionRequest) => Promise<PrivateCompositor>;

/** Data that a program has put on the clipboard: a data offer of Wayland. */
export interface DataOffer {
  readonly mimeTypes: readonly string[];
  /** The data of one type; undefined when its owner does not hand it over within the limits. */
  receive(mimeType: string, limits: PipeLimits): Promise<Uint8Array | undefined>;
}

/** A program asks for data of our source. */
export interface SendRequest {
  mimeType: string;
  /** The pipe for the data, by the name that the kernel gives it: "pipe:[4711]". */
  pipe: string;
  /** Writes the data; false when the program went away meanwhile. */
  send(): Promise<boolean>;
}

export interface ClipboardBackend {
  /** What is on the clipboard now, no earlier change missed; undefined when it is empty. */
  selection(): Promise<DataOffer | undefined>;
  /**
   * Puts data on the clipboard and serves it until something else takes its place; no formats empty it. `onSend` hears every
   * program that asks, and calls `send`. Gives what `selection` gives from then on.
   */
  setSelection(formats: readonly Format[], onSend?: (request: SendRequest) => void): Promise<DataOffer | undefined>;
  /** Calls when the connection ends by itself. */
  onEnd(listener: () => void): void;
  close(): void;
}

/** Connects to the clipboard of programs of this environment; the caller closes it. Fails with `unsupported`. */
export type ConnectClipboard = (environment: Environment) => Promise<ClipboardBackend>;

const ATTACH: readonly AttachCompositor[] = [attachKwin];
const PRIVATE: readonly FindPrivateCompositor[] = [findKwin];
const CLIPBOARDS: readonly ConnectClipboard[] = [(environment) => connectDataControl(waylandSocket(environment))];

/** Connects to the compositor of a running desktop, whichever it is. Fails with `unsupported` when no backend knows it. */
export function attachCompositor(
  desktop: RunningDesktop,
  signal?: AbortSignal,
  backends: readonly AttachCompositor[] = ATTACH,
): Promise<WindowBackend> {
  return firstSupported(backends.map((attach) => () => attach(desktop, signal)));
}

/** The compositor that private sessions are made of here. Fails with `unsupported` when none is installed. */
export function findPrivateCompositor(
  own: Environment,
  request: SessionRequest,
  backends: readonly FindPrivateCompositor[] = PRIVATE,
): Promise<PrivateCompositor> {
  return firstSupported(backends.map((find) => () => find(own, request)));
}

/** Connects to the clipboard of programs of this environment. Fails with `unsupported` when there is no way to. */
export function connectClipboard(
  environment: Environment,
  backends: readonly ConnectClipboard[] = CLIPBOARDS,
): Promise<ClipboardBackend> {
  return firstSupported(backends.map((connect) => () => connect(environment)));
}
