import { z } from 'zod';
import type { ReaderSource } from './atspi.ts';
import type { CaptureSource } from './capture.ts';
import type { InputSource } from './input.ts';

/** How a virtual session is made. */
export interface SessionRequest {
  width: number;
  height: number;
  scale: number;
  env: Record<string, string>;
  home: 'user' | 'isolated';
  /** Keep the session's folder (logs, isolated home) after it ended. */
  keep: boolean;
  /** Whether programs that know X11 only can run; undefined: where Xwayland is installed. */
  xwayland?: boolean | undefined;
}

/** What main and the other workers need to know about a session. */
export interface SessionWiring {
  kind: 'virtual' | 'live';
  reader: ReaderSource;
  input: InputSource;
  capture: CaptureSource;
  /** The compositor and its version, such as "KWin 6.3.6 (nested in Xvfb)". */
  compositor: string;
  /** Name of the compositor as an application on the accessibility bus; undefined when it is none, or not ours. */
  compositorApp?: string | undefined;
  /** The folder of a virtual session: logs, runtime directory, isolated home. */
  folder?: string | undefined;
  /** Why there is no display for programs that know X11 only; undefined when there is one, or when that is not known. */
  noX11Because?: string | undefined;
  /** What the user should know, such as "no private process namespace on this kernel". */
  warnings: string[];
}

export const sessionInfoSchema = z.strictObject({
  name: z.string(),
  kind: z.enum(['virtual', 'live']),
  compositor: z.string(),
  isDefault: z.boolean(),
  folder: z.string().optional(),
});
export type SessionInfo = z.output<typeof sessionInfoSchema>;
