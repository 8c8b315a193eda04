/** What the main thread needs of the operating system: one file a platform, chosen here. */
import type { Writable } from 'node:stream';
import { linux } from './linux.ts';

export type HostEnvironment = Record<string, string | undefined>;

export interface Host {
  /**
   * Moves the client's stdout to a descriptor that nobody else knows and gives it as a stream, which the caller ends.
   * Descriptor 1 becomes stderr, so that no native library of any thread can write into the stream of messages.
   */
  moveStdout(): Writable;
  /** Keeps descriptors that the client left open from every program that we start: Node does so for the first ones only. */
  closeOnExec(): void;
  /** Ends the process at once, whatever its other threads are doing: `process.exit` waits for them. */
  exit(code: number): never;
  /** The folder of desktop-mcp among this user's settings; it may not exist. */
  configFolder(environment: HostEnvironment): string;
  /** An existing folder for files that need not outlive the user's login. */
  runtimeFolder(environment: HostEnvironment): string;
  /** Whether this process was started within a desktop that may be attached to. */
  hasLiveDesktop(environment: HostEnvironment): boolean;
}

const HOSTS: Partial<Record<NodeJS.Platform, Host>> = { linux };

/** The host of this platform. Others than those in the list are treated as Linux: its calls say what is missing. */
export const host: Host = HOSTS[process.platform] ?? linux;
