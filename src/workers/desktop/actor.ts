/** The contract of the desktop worker: each method finds the open desktop and hands over to the folder that does the work. */
import { DesktopError } from '../../base/errors.ts';
import type { DesktopForAtspi } from '../../protocol/atspi.ts';
import type { Emit } from '../../protocol/channel.ts';
import type { AppLog, DesktopActor, DesktopEvents, DesktopOptions } from '../../protocol/desktop.ts';
import type { DesktopForInput } from '../../protocol/input.ts';
import { connectClipboard, type WindowBackend } from './backend.ts';
import { type Clipboard, createClipboard } from './clipboard/clipboard.ts';
import { activeWindowOf } from './model/windows.ts';
import { launch } from './programs/launch.ts';
import { readLog } from './programs/log-file.ts';
import { limitLogs } from './programs/log-limit.ts';
import { createLifecycle, type Lifecycle } from './sessions/lifecycle.ts';
import { attachLive } from './sessions/live.ts';
import type { Program } from './sessions/program.ts';
import { startVirtual } from './sessions/virtual.ts';
import { createKeyboard } from './windows/keyboard.ts';
import { showTab } from './windows/konsole.ts';
import { activateWindow, arrangeWindow, closeWindow } from './windows/window-commands.ts';

/** What the worker serves to main, and to the other workers. */
export interface DesktopWorker extends DesktopActor {
  /** What one input worker is served, and what its events do; `close` is called when it is gone. */
  forInput(): { actor: DesktopForInput; freeKeyboard(): Promise<void>; close(): void };
  forAtspi(): DesktopForAtspi;
}

/** The desktop of one session. It is started or attached once; after `stop` or its own end a new worker is needed. */
export function createDesktopActor({ environment }: DesktopOptions, emit: Emit<DesktopEvents>): DesktopWorker {
  const lifecycle = createLifecycle({
    onOpened: ({ logFolder }) => lifecycle.beforeStop(limitLogs(logFolder)),
    onEnded: (reason) => emit('ended', { reason }),
  });
  const { desktop, launched, open, stop } = lifecycle;
  const windows = async (): Promise<WindowBackend> => (await desktop()).windows;
  const onEnded = lifecycle.end;
  const onTrouble = (text: string): void => emit('trouble', { text });
  const onStep = (step: number, total: number, text: string): void => emit('progress', { step, total, text });
  return {
    start: (request, signal) =>
      open(() => startVirtual({ request, own: environment, onStep, onEnded, onTrouble }, signal)),
    attach: (signal) => open(() => attachLive(environment, { onEnded, onTrouble }, signal)),
    stop,
    ...windowMethods(lifecycle),
    activate: async (id, signal) => activateWindow(await windows(), id, signal),
    arrange: async (id, arrangement, signal) => arrangeWindow(await windows(), { id, arrangement }, signal),
    closeWindow: async (id, signal) => closeWindow(await windows(), id, signal),
    launch: async (request, signal) => {
      const keep = (program: Program): void => void launched.set(program.pid, program);
      return launch(await desktop(), { request, keep }, signal);
    },
    appLog: async (pid, lines) => appLogOf(launched, pid, lines),
    ...clipboardMethods(lifecycle),
    secret: async (name, signal) => (await desktop()).secret?.(name, signal),
    forInput: () => {
      const { renew, freeKeyboard, close, ...keyboard } = createKeyboard(windows);
      const state: DesktopForInput['state'] = async () => {
        await renew();
        return (await windows()).state();
      };
      return { actor: { state, ...keyboard }, freeKeyboard, close };
    },
    forAtspi: () => ({
      state: async (signal) => {
        const { state, placedAtMs } = await windows();
        return { ...(await state(signal)), placedAtMs: placedAtMs() };
      },
    }),
  };
}

type WindowMethods = Pick<DesktopActor, 'state' | 'activeWindow' | 'terminals' | 'showTab' | 'cursorPosition'>;

function windowMethods({ desktop }: Lifecycle): WindowMethods {
  return {
    state: async (signal) => (await desktop()).windows.state(signal),
    activeWindow: async (signal) => activeWindowOf((await (await desktop()).windows.state(signal)).windows),
    terminals: async (pids) => (await desktop()).host.processes.terminals(pids),
    showTab: async (tab, signal) => {
      const { bus, windows } = await desktop();
      const place = await showTab(bus, tab, signal);
      const opened = windows.knownByAge().filter(({ pid, kind }) => pid === tab.pid && kind === 'normal');
      return place === undefined ? undefined : opened[place]?.id;
    },
    cursorPosition: async (signal) => (await desktop()).windows.cursorPosition(signal),
  };
}

type ClipboardMethods = Pick<DesktopActor, 'readClipboard' | 'writeClipboard' | 'beginPaste' | 'endPaste'>;

function clipboardMethods({ desktop, beforeStop }: Lifecycle): ClipboardMethods {
  let made: Clipboard | undefined;
  beforeStop(() => made?.close());
  const clipboard = async (): Promise<Clipboard> => {
    const { environment, host } = await desktop();
    made ??= createClipboard({ connect: () => connectClipboard(environment), processes: host.processes });
    return made;
  };
  return {
    readClipboard: async (limit) => (await clipboard()).read(limit),
    writeClipboard: async (text) => (await clipboard()).write(text),
    beginPaste: async (request, signal) => (await clipboard()).beginPaste(request, signal),
    endPaste: async (isSent, signal) => (await clipboard()).endPaste(isSent, signal),
  };
}

async function appLogOf(launched: ReadonlyMap<number, Program>, pid: number, lines: number): Promise<AppLog> {
  const program = launched.get(pid);
  if (!program) {
    const known = [...launched].map(([id, { argv }]) => `${id} (${argv[0]})`).join(', ');
    throw new DesktopError(
      'not_found',
      `No program with pid ${pid} was launched in this session.`,
      known === '' ? 'Start one with launch.' : `There are logs of: ${known}.`,
    );
  }
  const { exitCode } = program;
  return {
    pid,
    command: program.argv.join(' '),
    running: exitCode === undefined,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(await readLog(program.log, lines)),
  };
}
