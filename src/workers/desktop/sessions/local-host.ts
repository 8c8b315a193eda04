/** Runs programs on the desktop that this server runs in, as children of the server. */
import { type StdioOptions, spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { DesktopError } from '../../../base/errors.ts';
import { log } from '../../../base/log.ts';
import { ownProcesses } from '../../platform/linux/processes.ts';
import type { CommandLine } from '../model/shell.ts';
import type { Program, ProgramHost } from './program.ts';

/** Time that a program has to end when the server leaves the desktop. */
const TERM_TIMEOUT_MS = 2000;

export interface LocalHost extends ProgramHost {
  /** Starts nothing more, and ends those of `programs` that still run. Gives their number. */
  end(programs: Program[]): Promise<number>;
}

/** Makes a host whose programs have a process group each. The caller ends it. */
export function createLocalHost(): LocalHost {
  let isOpen = true;
  return {
    processes: ownProcesses(),
    run: async (_id, command) => {
      const output = await open(command.log, 'a', 0o600);
      try {
        if (!isOpen) throw new DesktopError('failed', 'The session ended.', 'Repeat the call to attach to it anew.');
        return await spawnProgram(command, output.fd);
      } finally {
        await output.close();
      }
    },
    end: (programs) => {
      isOpen = false;
      return endPrograms(programs);
    },
  };
}

function spawnProgram({ argv, env, directory, log: logFile }: CommandLine, output: number): Promise<Program> {
  const [program = '', ...args] = argv;
  return new Promise((resolve, reject) => {
    const stdio: StdioOptions = ['ignore', output, output];
    const child = spawn(program, args, { cwd: directory, env, detached: true, stdio });
    let exited: (code: number) => void = () => undefined;
    const ended = new Promise<number>((settle) => {
      exited = settle;
    });
    child.on('error', (error) =>
      reject(
        new DesktopError('failed', `${program} did not start: ${error.message}.`, 'Check that file and its folder.'),
      ),
    );
    child.on('spawn', () => {
      const started: Program = { pid: child.pid ?? 0, argv, log: logFile, exitCode: undefined, ended };
      child.on('exit', (code, signalName) => {
        started.exitCode = code ?? exitCodeOf(signalName);
        exited(started.exitCode);
      });
      resolve(started);
    });
  });
}

function exitCodeOf(signalName: NodeJS.Signals | null): number {
  return 128 + (signalName ? constants.signals[signalName] : 0);
}

/** Ends the process groups of programs that still run: by TERM, then by KILL. */
async function endPrograms(programs: Program[]): Promise<number> {
  const running = programs.filter((program) => program.exitCode === undefined);
  for (const { pid } of running) signalGroup(pid, 'SIGTERM');
  const late = delay(TERM_TIMEOUT_MS, true, { ref: false });
  const isLate = await Promise.race([late, Promise.all(running.map((program) => program.ended)).then(() => false)]);
  if (isLate) for (const { pid, exitCode } of running) if (exitCode === undefined) signalGroup(pid, 'SIGKILL');
  return running.length;
}

function signalGroup(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name);
  } catch (error) {
    log('debug', `ending a program: ${String(error)}`); // it ended meanwhile
  }
}
