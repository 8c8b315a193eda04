/** Programs that we run, and what runs them. */
import type { Processes } from '../../platform/linux/processes.ts';
import type { CommandLine } from '../model/shell.ts';

export interface Program {
  /** Process id as the session sees it. */
  readonly pid: number;
  readonly argv: string[];
  /** File that holds what it printed. */
  readonly log: string;
  /** Set when it has ended; 128 + n when signal n ended it. */
  exitCode: number | undefined;
  /** Resolves to the exit code. */
  readonly ended: Promise<number>;
}

export interface ProgramHost {
  /** The processes that this host runs, and those beside them. */
  readonly processes: Processes;
  /** Runs a command; `id` is unique among the commands of this host. One that `listens` gets the socket of a private session. */
  run(id: string, command: CommandLine, options?: { listens?: boolean | undefined }): Promise<Program>;
}
