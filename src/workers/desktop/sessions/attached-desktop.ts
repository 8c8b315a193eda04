/** A desktop that the worker is attached to, of either kind. */
import type { SessionWiring } from '../../../protocol/session.ts';
import type { SessionBus } from '../../platform/dbus/session-bus.ts';
import type { WindowBackend } from '../backend.ts';
import type { Environment } from '../model/environment.ts';
import type { Program, ProgramHost } from './program.ts';

export interface AttachedDesktop {
  readonly wiring: SessionWiring;
  readonly windows: WindowBackend;
  readonly bus: SessionBus;
  readonly host: ProgramHost;
  /** The environment that every program starts with. */
  readonly environment: Environment;
  /** The folder of the programs' logs. */
  readonly logFolder: string;
  /** Folder for browser profiles of its own; undefined when programs shall use the user's. */
  readonly profileFolder: string | undefined;
  /** Window classes that programs were seen to use, by the path of the program: /usr/bin/firefox uses firefox-esr. */
  readonly windowClasses: Map<string, string>;
  /** A secret of the user's keyring, as `readKeyring` gives it; a private session has none. */
  secret?(name: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Ends it. `launched` are the programs that we started. Gives the number of processes that were ended. */
  end(launched: Program[]): Promise<number>;
}
