import { DesktopError } from '../../base/errors.ts';
import { log } from '../../base/log.ts';
import type { DesktopForAtspi } from '../../protocol/atspi.ts';
import type { Emit } from '../../protocol/channel.ts';
import type { AppLog, DesktopActor, DesktopEvents, DesktopOptions } from '../../protocol/desktop.ts';
import type { DesktopForInput } from '../../protocol/input.ts';
import type { DesktopState } from '../../protocol/window.ts';
import type { ClipboardBackend } from './backend.ts';
import { type Clipboard, createClipboard } from './clipboard/clipboard.ts';
import { connectDataControl } from './clipboard/data-control.ts';
import { waylandSocket } from './model/environment.ts';
import { activeWindowOf } from './model/windows.ts';
import { launch } from './programs/launch.ts';
import { readLog } from './programs/log-file.ts';
import { limitLogs } from './programs/log-limit.ts';
import type { AttachedDesktop } from './sessions/attached-desktop.ts';
import { attachLive } from './sessions/live.ts';
import type { Program } from './sessions/program.ts';
import { startVirtual } from './sessions/virtual.ts';
import { createKeyboard } from './windows/keyboard.ts';
import { showTab } from './windows/konsole.ts';
import { activateWindow, arrangeWindow, closeWindow } from './windows/window-commands.ts';

/** The desktop of one session. It is started or attached once; after `stop` or its own end a new worker is needed. */
export function createDesktopActor(
  { environment }: DesktopOptions,
  emit: Emit<DesktopEvents>,
): DesktopActor & {
  forInput(): { actor: DesktopForInput; freeKeyboard(): Promise<void>; close(): void };
  forAtspi(): DesktopForAtspi;
} {
  const launched = new Map<number, Program>();
  let opening: Promise<AttachedDesktop> | undefined;
  let endedBecause: string | undefined;
  let openClipboard: Clipboard | undefined;
  let endLimit = (): void => undefined;
  let stopping: Promise<{ processes: number }> | undefined;

  const onEnded = (reason: string): void => {
    endedBecause = reason;
    emit('ended', { reason });
    stop().catch((error: unknown) => log('warn', `ending: ${String(error)}`));
  };

  const openWith = async (make: () => Promise<AttachedDesktop>): Promise<AttachedDesktop['wiring']> => {
    if (opening) throw new DesktopError('failed', 'This desktop was started before.', 'Give the session another name.');
    opening = make();
    try {
      const { wiring, logFolder } = await opening;
      endLimit = limitLogs(logFolder);
      return wiring;
    } catch (error) {
      opening = undefined;
      throw error;
    }
  };

  const desktop = async (): Promise<AttachedDesktop> => {
    if (endedBecause !== undefined || stopping || !opening) {
      const why = endedBecause ?? (stopping ? 'It was stopped.' : 'It was not started.');
      throw new DesktopError('failed', `The session has ended: ${why}`, 'Start another one with session_start.');
    }
    return opening;
  };

  const clipboard = async (): Promise<Clipboard> => {
    const open = await desktop();
    openClipboard ??= clipboardOf(open);
    return openClipboard;
  };

  const stop = (): Promise<{ processes: number }> => {
    stopping ??= (async () => {
      const open = await opening?.catch(() => undefined); // whoever opened it was told why it failed
      endLimit();
      openClipboard?.close();
      return { processes: open ? await open.end([...launched.values()]) : 0 };
    })();
    return stopping;
  };

  return {
    start: (request, signal) => {
      const onStep = (step: number, total: number, text: string): void => emit('progress', { step, total, text });
      return openWith(() => startVirtual({ request, own: environment, onStep, onEnded }, signal));
    },
    attach: (signal) => openWith(() => attachLive(environment, onEnded, signal)),
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
    activate: async (id, signal) => activateWindow((await desktop()).windows, id, signal),
    arrange: async (id, arrangement, signal) => arrangeWindow((await desktop()).windows, { id, arrangement }, signal),
    closeWindow: async (id, signal) => closeWindow((await desktop()).windows, id, signal),
    launch: async (request, signal) => {
      const keep = (program: Program): void => void launched.set(program.pid, program);
      return launch(await desktop(), { request, keep }, signal);
    },
    readClipboard: async (limit) => (await clipboard()).read(limit),
    writeClipboard: async (text) => (await clipboard()).write(text),
    beginPaste: async (request, signal) => (await clipboard()).beginPaste(request, signal),
    endPaste: async (isSent, signal) => (await clipboard()).endPaste(isSent, signal),
    appLog: async (pid, lines) => appLogOf(launched, pid, lines),
    forInput: () => {
      const { renew, close, freeKeyboard, ...keyboard } = createKeyboard(async () => (await desktop()).windows);
      const desktopState = async (): Promise<DesktopState> => {
        await renew();
        return (await desktop()).windows.state();
      };
      return { actor: { state: desktopState, ...keyboard }, freeKeyboard, close };
    },
    forAtspi: () => ({
      state: async (signal) => {
        const { windows } = await desktop();
        return { ...(await windows.state(signal)), placedAtMs: windows.placedAtMs() };
      },
    }),
    secret: async (name, signal) => (await desktop()).secret?.(name, signal),
    stop,
  };
}

function clipboardOf({ environment, host }: AttachedDesktop): Clipboard {
  const connect = (): Promise<ClipboardBackend> => connectDataControl(waylandSocket(environment));
  return createClipboard({ connect, processes: host.processes });
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
