/** The desktop that this server runs in: attached to, never started or ended. */
import { type StdioOptions, spawn } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DesktopError } from '../../../base/errors.ts';
import { log } from '../../../base/log.ts';
import { connectSessionBus } from '../../platform/dbus/session-bus.ts';
import { ownProcesses } from '../../platform/linux/processes.ts';
import type { WindowBackend } from '../backend.ts';
import { connectKwin } from '../backends/kwin/windows.ts';
import { type Environment, liveEnvironment } from '../model/environment.ts';
import type { CommandLine } from '../model/shell.ts';
import { setEnabled, switchOn } from './accessibility.ts';
import type { AttachedDesktop } from './attached-desktop.ts';
import { readKeyring } from './keyring.ts';
import type { Program, ProgramHost } from './program.ts';

/** How long a program may take to end when the server lets go of the desktop. */
const TERM_MS = 2000;

/**
 * Attaches to the desktop of `own`, the server's environment; the caller ends it. Switches accessibility on.
 * Fails with `unsupported` when there is no KWin to attach to.
 */
export async function attachLive(
  own: Environment,
  onEnded: (reason: string) => void,
  signal?: AbortSignal,
): Promise<AttachedDesktop> {
  const { bus, busAddress } = await connectDesktop(own);
  const folder = await mkdtemp(join(own['XDG_RUNTIME_DIR'] || tmpdir(), 'desktop-mcp-live-'));
  const host = createHost();
  let windows: WindowBackend | undefined;
  const letGo = async (): Promise<void> => {
    bus.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const scriptName = `desktop-mcp-${process.pid}-${folder.slice(-6)}`;
    windows = await connectKwin({ bus, folder, scriptName }, signal);
    const { close } = windows;
    const accessibility = await switchOn(bus, signal);
    bus.onLost(() => onEnded('The session bus of this desktop ended.'));
    return {
      wiring: {
        kind: 'live',
        reader: { kind: 'at-spi', busAddress: accessibility.address, sessionBusAddress: busAddress },
        input: { kind: 'eis', busAddress },
        capture: {
          kind: 'none',
          reason: 'This version takes no pictures of the live desktop; a later one will, through ScreenShot2.',
          hint: 'Use tree or find, or work in a virtual session (session_start).',
        },
        compositor: windows.compositor,
        warnings: [],
      },
      windows,
      bus,
      host,
      environment: liveEnvironment(own),
      logFolder: folder,
      profileFolder: undefined,
      windowClasses: new Map(),
      secret: (name, signal) => readKeyring(bus, name, signal),
      end: async (launched) => {
        host.close();
        const count = await endPrograms(launched);
        await leave([close(), ...(accessibility.wasOff ? [setEnabled(bus, false)] : [])]);
        await letGo();
        return count;
      },
    };
  } catch (error) {
    if (windows) await leave([windows.close()]);
    await letGo();
    throw error;
  }
}

/** The session bus of a Wayland desktop. Fails with `unsupported` when this server runs in none. */
async function connectDesktop(own: Environment) {
  const busAddress = own['DBUS_SESSION_BUS_ADDRESS'];
  if (!busAddress || !own['WAYLAND_DISPLAY']) {
    throw new DesktopError(
      'unsupported',
      'This server runs in no Wayland desktop: WAYLAND_DISPLAY or DBUS_SESSION_BUS_ADDRESS is not set.',
      'Start a virtual session with session_start.',
    );
  }
  const bus = await connectSessionBus(busAddress).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new DesktopError(
      'unsupported',
      `The session bus of this desktop does not answer: ${why}`,
      'Start a virtual session with session_start.',
    );
  });
  return { bus, busAddress };
}

/** Waits for what puts the desktop back as it was. A desktop that is gone needs none of it. */
async function leave(steps: Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(steps)) {
    if (result.status === 'rejected') log('warn', `leaving the desktop: ${String(result.reason)}`);
  }
}

/** Runs programs as children of the server, each in a process group of its own, until it is closed. */
function createHost(): ProgramHost & { close(): void } {
  let isOpen = true;
  return {
    processes: ownProcesses(),
    close: () => {
      isOpen = false;
    },
    run: async (_id, command) => {
      const output = await open(command.log, 'a', 0o600);
      try {
        if (!isOpen) throw new DesktopError('failed', 'The session ended.', 'Repeat the call to attach to it anew.');
        return await spawnProgram(command, output.fd);
      } finally {
        await output.close();
      }
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

/** Ends the process groups of programs that still run: politely, after TERM_MS in any case. */
async function endPrograms(launched: Program[]): Promise<number> {
  const running = launched.filter((program) => program.exitCode === undefined);
  for (const { pid } of running) signalGroup(pid, 'SIGTERM');
  const late = delay(TERM_MS, true, { ref: false });
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
