/** The windows of a KWin 6, through one script that stays loaded in it. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { abortable } from '../../../../base/abortable.ts';
import { monotonicMs } from '../../../../base/clock.ts';
import { DesktopError } from '../../../../base/errors.ts';
import { log } from '../../../../base/log.ts';
import type { Point } from '../../../../protocol/geometry.ts';
import { daemonCall, type SessionBus } from '../../../platform/dbus/session-bus.ts';
import type { WindowBackend } from '../../backend.ts';
import { applyPush, EMPTY_MODEL, listByAge, listWindows, type Push, toDesktopState } from '../../model/windows.ts';
import { oneAnswer } from './answer.ts';
import { createCommands } from './commands.ts';
import { cursorScript, kwinScript, PUSH_PATH } from './script.ts';

const KWIN = 'org.kde.KWin';
const SCRIPTING = { destination: KWIN, path: '/Scripting', interface: 'org.kde.kwin.Scripting' };

/** How long KWin may take from loading the script to its first complete description. */
const READY_MS = 3000;

/**
 * After this time without a word all scripts are started. KWin 6.3 numbers a script by how many are loaded, so that after
 * an unload two scripts may share one object, and `run` reaches the other one.
 */
const START_ALL_MS = 300;

export interface KwinOptions {
  bus: SessionBus;
  /** A folder that lives as long as the connection: KWin reads the script from a file. */
  folder: string;
  /** Unique among the servers that use this KWin. */
  scriptName: string;
}

/**
 * Loads the script into the KWin that owns org.kde.KWin, and again into one that takes its place. The caller closes it.
 * Fails with `unsupported` when there is no such KWin, with `timeout` when the script says nothing.
 */
export async function connectKwin(options: KwinOptions, signal?: AbortSignal): Promise<WindowBackend> {
  const { bus, scriptName } = options;
  const state = createState();
  let loading: Promise<void> | undefined;
  let asked = 0;
  const reload = (): Promise<void> => {
    loading ??= load(options, state).finally(() => {
      loading = undefined;
    });
    return loading;
  };
  const commands = createCommands(state.pushListeners, reload);
  bus.receive(PUSH_PATH, ({ sender, member, body: [text] }) => {
    if (sender !== state.owner) return undefined;
    if (member === 'next') return commands.ask();
    if (typeof text === 'string') state.apply(JSON.parse(text) as Push);
    return undefined;
  });
  await bus.watchOwner(KWIN, (owner) => {
    const isReplaced = state.owner !== '' && owner !== '';
    state.reset(owner);
    commands.forget();
    if (isReplaced || (owner !== '' && state.isLoaded)) {
      reload().catch((error: unknown) => log('warn', `KWin came back, but: ${String(error)}`));
    }
  });
  if (state.owner === '') throw noKwin();
  const close = async (): Promise<void> => {
    commands.forget();
    if (state.owner !== '') await unload(bus, scriptName);
  };
  const version = await abortable(reload(), signal)
    .then(() => readVersion(bus, signal))
    .catch(async (error: unknown) => {
      await close().catch((reason: unknown) => log('warn', `the window script may be left in KWin: ${String(reason)}`));
      throw error;
    });

  /** What the script pushed before KWin answers this has arrived when the answer has. */
  const fence = async (signal?: AbortSignal): Promise<void> => {
    if (state.owner === '') throw noKwin();
    const call = { ...SCRIPTING, member: 'isScriptLoaded', signature: 's', body: [scriptName] };
    const [isLoaded] = await bus.call(call, signal);
    if (!isLoaded || !state.model.ready) await abortable(reload(), signal);
  };
  return {
    compositor: `KWin ${version}`,
    state: async (signal) => {
      await fence(signal);
      return toDesktopState(state.model, state.pid);
    },
    perform: async (command, signal) => {
      await fence(signal);
      return abortable(commands.send(command), signal);
    },
    reserveKeyboard: async (reservation) => {
      if (state.owner === '') throw noKwin();
      // The answer comes behind everything that was pushed before, as that of a fence does.
      await commands.send(reservation ? { kind: 'reserve', ...reservation } : { kind: 'free' });
      return toDesktopState(state.model, state.pid);
    },
    cursorPosition: async (signal) => {
      await fence(signal);
      return abortable(askCursor({ ...options, state }, ++asked), signal);
    },
    placedAtMs: () => state.model.placedAtMs,
    known: () => listWindows(state.model, state.pid),
    knownByAge: () => listByAge(state.model, state.pid),
    onChange: (listener) => {
      state.listeners.add(listener);
      return () => void state.listeners.delete(listener);
    },
    close,
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

async function load(options: KwinOptions, state: State): Promise<void> {
  const { bus, scriptName } = options;
  const [pid] = await bus.call(daemonCall('GetConnectionUnixProcessID', 's', [state.owner]));
  state.pid = Number(pid);
  state.model = EMPTY_MODEL;
  await unload(bus, scriptName);
  await runScript({ ...options, state }, { name: scriptName, text: kwinScript(bus.name), pick: ({ ready }) => ready });
  state.isLoaded = true;
}

/** Does nothing when there is no such script. */
async function unload(bus: SessionBus, name: string): Promise<void> {
  await bus.call({ ...SCRIPTING, member: 'unloadScript', signature: 's', body: [name] });
}

/** A KWin that is connected to. */
type Connected = KwinOptions & { state: State };

/** Where the pointer is, asked by a script of its own; `number` is one that no earlier question had. */
async function askCursor(options: Connected, number: number): Promise<Point> {
  const { bus, scriptName } = options;
  const name = `${scriptName}-cursor-${number}`;
  try {
    return await runScript(options, { name, text: cursorScript(bus.name), pick: ({ cursor }) => cursor });
  } finally {
    await unload(bus, name);
  }
}

interface Script<T> {
  name: string;
  text: string;
  /** Finds in a push what is waited for. */
  pick: (push: Push) => T | undefined;
}

/** Loads a script into KWin, runs it, and gives what it pushes; it stays loaded. Fails with `timeout` when it pushes nothing. */
async function runScript<T>(options: Connected, { name, text, pick }: Script<T>): Promise<T> {
  const { bus, folder, state } = options;
  const file = join(folder, `${name}.js`);
  const answer = oneAnswer(state.pushListeners, pick);
  try {
    await writeFile(file, text);
    const [id] = await bus.call({ ...SCRIPTING, member: 'loadScript', signature: 'ss', body: [file, name] });
    const path = `/Scripting/Script${String(id)}`;
    await bus.call({ ...SCRIPTING, path, interface: 'org.kde.kwin.Script', member: 'run' });
    const first = await answer.within(START_ALL_MS);
    if (first !== undefined) return first;
    await bus.call({ ...SCRIPTING, member: 'start' });
    const second = await answer.within(READY_MS);
    if (second === undefined) throw silentScript();
    return second;
  } finally {
    answer.end();
    await rm(file, { force: true });
  }
}

function silentScript(): DesktopError {
  return new DesktopError(
    'timeout',
    'The window script in KWin said nothing.',
    'Look at the log of KWin for its error.',
  );
}

async function readVersion(bus: SessionBus, signal?: AbortSignal): Promise<string> {
  const call = { destination: KWIN, path: '/KWin', interface: KWIN, member: 'supportInformation' };
  const [text] = await bus.call(call, signal);
  return /KWin version: (\S+)/.exec(String(text))?.[1] ?? '6';
}
