/** The process tree of a virtual session: everything in it ends together, whatever it does. See session.sh. */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DesktopError } from '../../../base/errors.ts';
import { log } from '../../../base/log.ts';
import { closeListener, listenUnix } from '../../platform/linux/listen-unix.ts';
import { ownProcesses, processesSeenBy } from '../../platform/linux/processes.ts';
import { SESSION_VARIABLE } from '../model/environment.ts';
import { type CommandLine, commandScript } from '../model/shell.ts';
import type { Program, ProgramHost } from './program.ts';

/** The descriptor of the session's socket in the program that listens; session.sh knows it. */
export const SOCKET_FD = 5;

const SESSION_SH = fileURLToPath(new URL('./session.sh', import.meta.url));

/** Time after which a tree that has not ended by itself is killed. */
const STOP_TIMEOUT_MS = 3000;

export interface TreeOptions {
  /** The session's folder; removed at the end. It needs the folders `launch` and `logs`. */
  folder: string;
  /** Value of SESSION_VARIABLE in the environment of every program. */
  marker: string;
  keep: boolean;
  /** Files outside the folder that are removed at the end too. */
  leftovers: readonly string[];
  path: string;
  /** Path of a socket for the program that listens on SOCKET_FD. */
  socket?: string | undefined;
}

export interface ProcessTree extends ProgramHost {
  /** Why the session has no private process namespace; undefined when it has one. */
  sharedBecause: string | undefined;
  /**
   * Asks the programs to end, gives them 700 ms, ends everything and removes the folder. Gives the number of processes that
   * were ended. Safe to repeat.
   */
  stop(programs: Program[]): Promise<number>;
}

/** Starts an empty tree. The caller stops it. Fails with `failed` when the shell does not answer. */
export async function startProcessTree(options: TreeOptions): Promise<ProcessTree> {
  const { folder, marker, keep, leftovers, path, socket } = options;
  const socketFd = socket === undefined ? undefined : listenUnix(socket);
  const args = [SESSION_SH, 'outer', folder, marker, keep ? 'keep' : 'remove', ...leftovers];
  const child = spawn('/bin/sh', args, {
    cwd: '/',
    detached: true,
    env: { PATH: path },
    // 3 and 4 are the script's own.
    stdio: ['pipe', 'pipe', 'ignore', 'ignore', 'ignore', socketFd ?? 'ignore'],
  });
  if (socketFd !== undefined) closeListener(socketFd);
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()).on('error', () => resolve()));
  // The shell removes what is left of the session. When it was killed itself, somebody else has to.
  child.on('exit', (_status, signal) => {
    if (signal !== null && !keep)
      spawn('rm', ['-rf', '--one-file-system', '--', folder, ...leftovers], { stdio: 'ignore' });
  });
  const { stdin } = child;
  if (!stdin) throw new Error('no stdin');
  stdin.on('error', () => stdin.destroy()); // the tree has ended, as `ended` says
  const waiting = new Map<string, Waiting>();
  const kind = await firstLine(child, ended, (line) => takeReport(waiting, line));
  child.on('close', () => {
    for (const { exit } of waiting.values()) exit(137);
  });
  const processes = kind.host === undefined ? ownProcesses() : processesSeenBy(kind.host);
  const countProcesses = (): number =>
    kind.host === undefined
      ? processes.countWithVariable(SESSION_VARIABLE, marker)
      : processes.commandLines().filter((line) => !line.includes(basename(SESSION_SH))).length;
  return {
    processes,
    sharedBecause: kind.reason,
    run: (id, command, { listens = false } = {}) => run({ child, waiting, folder, listens }, id, command),
    stop: async (programs) => {
      const count = countProcesses();
      const pids = programs.filter((program) => program.exitCode === undefined).map((program) => program.pid);
      if (stdin.writable) stdin.end(`stop ${pids.join(' ')}\n`);
      const timer = setTimeout(() => killTree(kind.host), STOP_TIMEOUT_MS);
      await Promise.race([ended, delay(STOP_TIMEOUT_MS + 1500, undefined, { ref: false })]);
      clearTimeout(timer);
      return count;
    },
  };
}

interface Waiting {
  started(pid: number): void;
  exit(status: number): void;
}

interface TreeKind {
  /** Host process that sees the tree's /proc. */
  host?: number;
  reason?: string;
}

/** Waits for the line that says which kind of tree it is, and hands every later line to `report`. */
function firstLine(child: ChildProcess, ended: Promise<void>, report: (line: string) => void): Promise<TreeKind> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) throw new Error('no stdout');
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [word = '', ...rest] = line.split(' ');
      if (word === 'tree') resolve({ host: Number(rest[0]) });
      else if (word === 'shared') resolve({ reason: rest.join(' ') });
      else report(line);
    });
    void ended.then(() =>
      reject(
        new DesktopError('failed', 'The shell of the session ended at once.', 'Check that /bin/sh and unshare work.'),
      ),
    );
  });
}

function takeReport(waiting: Map<string, Waiting>, line: string): void {
  const [word, id = '', value] = line.split(' ');
  if (word === 'pid') waiting.get(id)?.started(Number(value));
  else if (word === 'exit') waiting.get(id)?.exit(Number(value));
}

/** Ends a tree that does not end: with its process 1 the kernel ends every other process of the namespace. */
function killTree(host: number | undefined): void {
  if (host === undefined) return;
  try {
    process.kill(host, 'SIGKILL');
  } catch (error) {
    log('debug', `process tree: ${error instanceof Error ? error.message : String(error)}`); // it ended meanwhile
  }
}

function endedError(): DesktopError {
  return new DesktopError('failed', 'The session ended.', 'Start another one with session_start.');
}

interface TreeParts {
  child: ChildProcess;
  waiting: Map<string, Waiting>;
  folder: string;
  listens: boolean;
}

async function run({ child, waiting, folder, listens }: TreeParts, id: string, command: CommandLine): Promise<Program> {
  if (!child.stdin?.writable) throw endedError();
  await Promise.all([
    writeFile(join(folder, 'launch', id), commandScript(command), { mode: 0o600 }),
    writeFile(command.log, '', { mode: 0o600 }), // there to be read before the program runs
  ]);
  if (!child.stdin.writable) throw endedError(); // it ended meanwhile
  return new Promise((resolve, reject) => {
    let program: Program | undefined;
    let exited: (status: number) => void = () => undefined;
    const ended = new Promise<number>((settle) => {
      exited = settle;
    });
    waiting.set(id, {
      started: (pid) => {
        program = { pid, argv: command.argv, log: command.log, exitCode: undefined, ended };
        resolve(program);
      },
      exit: (status) => {
        waiting.delete(id);
        if (program) program.exitCode = status;
        else reject(endedError());
        exited(status);
      },
    });
    child.stdin?.write(`${listens ? 'listen' : 'run'} ${id}\n`);
  });
}
