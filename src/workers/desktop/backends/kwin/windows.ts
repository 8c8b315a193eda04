/** The windows of a KWin 6, through one script that stays loaded in it. */
import { basename } from 'node:path';
import { abortable } from '../../../../base/abortable.ts';
import { monotonicMs } from '../../../../base/clock.ts';
import { DesktopError } from '../../../../base/errors.ts';
import { log } from '../../../../base/log.ts';
import type { CaptureSource } from '../../../../protocol/capture.ts';
import type { Point } from '../../../../protocol/geometry.ts';
import type { InputSource } from '../../../../protocol/input.ts';
import { daemonCall, type SessionBus } from '../../../platform/dbus/session-bus.ts';
import type { RunningDesktop, WindowBackend } from '../../backend.ts';
import { waylandSocket } from '../wayland/socket.ts';
import { createCommands } from './commands.ts';
import { RENEW_AFTER_MS, reservationOf } from './keyboard-script.ts';
import { cursorScript, kwinScript, PUSH_PATH } from './script.ts';
import { createScripting, KWIN, type Scripting } from './scripting.ts';
import { applyPush, EMPTY_MODEL, listByAge, listWindows, type Push, toDesktopState } from './window-model.ts';

const NO_PICTURES: CaptureSource = {
  kind: 'none',
  reason: 'This version takes no pictures of the live desktop; a later one will, through ScreenShot2.',
  hint: 'Use tree or find, or work in a virtual session (session_start).',
};

/**
 * Loads the script into the KWin that owns org.kde.KWin, and again into one that takes its place. The caller closes it.
 * Fails with `unsupported` when there is no such KWin, with `timeout` when the script says nothing.
 */
export async function attachKwin(desktop: RunningDesktop, signal?: AbortSignal): Promise<WindowBackend> {
  const link = await openLink(desktop);
  const { busAddress, environment } = desktop;
  const input: InputSource = { kind: 'eis', busAddress, waylandSocket: waylandSocket(environment) };
  const version = await abortable(link.reload(), signal)
    .then(() => link.scripting.version(signal))
    .catch(async (error: unknown) => {
      await link.close().catch((reason: unknown) => log('warn', `a window script is left in KWin: ${String(reason)}`));
      throw error;
    });
  return { ...windowBackend(link), compositor: `KWin ${version}`, capture: NO_PICTURES, input };
}

function windowBackend({
  state,
  commands,
  fence,
  cursor,
  scripting,
  close,
}: Link): Omit<WindowBackend, 'compositor' | 'capture' | 'input'> {
  const shown = () => toDesktopState(state.model, state.pid);
  return {
    state: async (signal) => {
      await fence(signal);
      return shown();
    },
    perform: async (command, signal) => {
      await fence(signal);
      return abortable(commands.send(command), signal);
    },
    reserveKeyboard: async (apps) => {
      if (state.owner === '') throw noKwin();
      // The result comes behind everything that was pushed before, as the answer of a fence does.
      await commands.send({ kind: 'reserve', ...reservationOf(apps) });
      return shown();
    },
    freeKeyboard: async () => {
      if (state.owner === '') throw noKwin();
      await commands.send({ kind: 'free' });
    },
    reservationRenewMs: RENEW_AFTER_MS,
    cursorPosition: async (signal) => {
      await fence(signal);
      return abortable(cursor(), signal);
    },
    placedAtMs: () => state.model.placedAtMs,
    known: () => listWindows(state.model, state.pid),
    knownByAge: () => listByAge(state.model, state.pid),
    onChange: (listener) => {
      state.listeners.add(listener);
      return () => void state.listeners.delete(listener);
    },
    removeLeftovers: (dead) => scripting.unload(scriptNameOf(dead)),
    close,
  };
}

type Link = Awaited<ReturnType<typeof openLink>>;

/** Listens to the pushes of a script that is yet to be loaded. Fails with `unsupported` when there is no KWin. */
async function openLink({ bus, folder }: RunningDesktop) {
  const state = createState();
  const scripting = createScripting({ bus, folder }, state.pushListeners);
  const scriptName = scriptNameOf(folder);
  const { reload, fence, cursor } = createLoader({ bus, state, scripting, scriptName });
  const commands = createCommands(state.pushListeners, reload);
  bus.receive(PUSH_PATH, ({ sender, member, body: [text] }) => {
    if (sender !== state.owner) return undefined;
    if (member === 'next') return commands.next();
    if (typeof text === 'string') state.apply(JSON.parse(text) as Push);
    return undefined;
  });
  await bus.watchOwner(KWIN, (owner) => {
    const isReplaced = state.owner !== '' && owner !== '';
    state.reset(owner);
    commands.endPoll();
    if (isReplaced || (owner !== '' && state.isLoaded)) {
      reload().catch((error: unknown) => log('warn', `KWin came back, but: ${String(error)}`));
    }
  });
  if (state.owner === '') throw noKwin();
  const close = async (): Promise<void> => {
    commands.endPoll();
    if (state.owner !== '') await scripting.unload(scriptName);
  };
  return { state, scripting, commands, reload, fence, cursor, close };
}

/** Unique among the servers that use this KWin, as their folders are. */
function scriptNameOf(folder: string): string {
  return `desktop-mcp-${basename(folder)}`;
}

interface LoaderParts {
  bus: SessionBus;
  state: State;
  scripting: Scripting;
  scriptName: string;
}

/** Keeps the script loaded, and asks what it is not needed for. */
function createLoader({ bus, state, scripting, scriptName }: LoaderParts) {
  let loading: Promise<void> | undefined;
  let cursorScripts = 0;
  const load = async (): Promise<void> => {
    const [pid] = await bus.call(daemonCall('GetConnectionUnixProcessID', 's', [state.owner]));
    state.pid = Number(pid);
    state.model = EMPTY_MODEL;
    await scripting.unload(scriptName);
    await scripting.run({ name: scriptName, text: kwinScript(bus.name), pick: ({ ready }) => ready });
    state.isLoaded = true;
  };
  const reload = (): Promise<void> => {
    loading ??= load().finally(() => {
      loading = undefined;
    });
    return loading;
  };
  return {
    /** Loads the script anew; who asks meanwhile waits for the same. */
    reload,
    /** A round trip: what the script pushed before KWin answers has arrived when the answer has. */
    fence: async (signal?: AbortSignal): Promise<void> => {
      if (state.owner === '') throw noKwin();
      const isLoaded = await scripting.isLoaded(scriptName, signal);
      if (!isLoaded || !state.model.ready) await abortable(reload(), signal);
    },
    /** Where the pointer is, asked by a script of its own. */
    cursor: async (): Promise<Point> => {
      const name = `${scriptName}-cursor-${++cursorScripts}`;
      try {
        return await scripting.run({ name, text: cursorScript(bus.name), pick: ({ cursor }) => cursor });
      } finally {
        await scripting.unload(name);
      }
    },
  };
}

function noKwin(): DesktopError {
  return new DesktopError(
    'unsupported',
    'No KWin answers on this session bus.',
    'Start a virtual session with session_start, or log in to a KDE Plasma 6 Wayland session.',
  );
}

type State = ReturnType<typeof createState>;

function createState() {
  const state = {
    /** Unique bus name of KWin; '' while there is none. */
    owner: '',
    pid: 0,
    isLoaded: false,
    model: EMPTY_MODEL,
    listeners: new Set<() => void>(),
    pushListeners: new Set<(push: Push) => void>(),
    apply: (push: Push): void => {
      state.model = applyPush(state.model, push, monotonicMs());
      for (const listener of state.pushListeners) listener(push);
      for (const listener of state.listeners) listener();
    },
    reset: (owner: string): void => {
      state.owner = owner;
      state.model = EMPTY_MODEL;
      for (const listener of state.listeners) listener();
    },
  };
  return state;
}
