/** The windows of a KWin 6, through one script that stays loaded in it. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DesktopError } from '../../../protocol/errors.ts';
import { log } from '../../../protocol/log.ts';
import { daemonCall, type SessionBus } from '../../platform/session-bus.ts';
import type { WindowBackend } from '../backend.ts';
import { applyPush, EMPTY_MODEL, listWindows, type Push, toTopology } from '../model/windows.ts';
import { cursorScript, kwinScript, PUSH_PATH } from './kwin-script.ts';

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
  bus.receive(PUSH_PATH, ({ sender, body: [text] }) => {
    if (sender === state.owner && typeof text === 'string') state.apply(JSON.parse(text) as Push);
  });
  await bus.watchOwner(KWIN, (owner) => {
    const isReplaced = state.owner !== '' && owner !== '';
    state.reset(owner);
    if (isReplaced || (owner !== '' && state.isLoaded)) {
      reload().catch((error: unknown) => log('warn', `KWin came back, but: ${String(error)}`));
    }
  });
  if (state.owner === '') throw noKwin();
  await reload();
  const version = await readVersion(bus, signal);

  /** What the script pushed before KWin answers this has arrived when the answer has. */
  const fence = async (signal?: AbortSignal): Promise<void> => {
    if (state.owner === '') throw noKwin();
    const call = { ...SCRIPTING, member: 'isScriptLoaded', signature: 's', body: [scriptName] };
    const [isLoaded] = await bus.call(call, signal);
    if (!isLoaded || !state.model.ready) await reload();
  };
  return {
    compositor: `KWin ${version}`,
    topology: async (signal) => {
      await fence(signal);
      return toTopology(state.model, state.pid);
    },
    cursorPosition: async (signal) => {
      await fence(signal);
      const name = `${scriptName}-cursor-${++asked}`;
      const answer = oneAnswer(state, ({ cursor }) => cursor);
      try {
        await runScript(options, { name, text: cursorScript(bus.name), isAnswered: answer.within });
        return answer.value() ?? { x: 0, y: 0 };
      } finally {
        await bus.call({ ...SCRIPTING, member: 'unloadScript', signature: 's', body: [name] });
      }
    },
    known: () => listWindows(state.model, state.pid),
    onChange: (listener) => {
      state.listeners.add(listener);
      return () => void state.listeners.delete(listener);
    },
    close: async () => {
      if (state.owner === '') return;
      await bus.call({ ...SCRIPTING, member: 'unloadScript', signature: 's', body: [scriptName] });
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
    owner: '',
    pid: 0,
    isLoaded: false,
    model: EMPTY_MODEL,
    listeners: new Set<() => void>(),
    pushListeners: new Set<(push: Push) => void>(),
    apply: (push: Push): void => {
      state.model = applyPush(state.model, push);
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
  await bus.call({ ...SCRIPTING, member: 'unloadScript', signature: 's', body: [scriptName] });
  const answer = oneAnswer(state, () => state.model.ready || undefined);
  await runScript(options, { name: scriptName, text: kwinScript(bus.name), isAnswered: answer.within });
  state.isLoaded = true;
}

interface Script {
  name: string;
  text: string;
  /** Waits for what the script pushes, that many milliseconds at most. */
  isAnswered: (timeoutMs: number) => Promise<boolean>;
}

/** Loads a script into KWin and runs it; it stays loaded. Fails with `timeout` when it pushes nothing. */
async function runScript({ bus, folder }: KwinOptions, { name, text, isAnswered }: Script): Promise<void> {
  const file = join(folder, `${name}.js`);
  await writeFile(file, text);
  const [id] = await bus.call({ ...SCRIPTING, member: 'loadScript', signature: 'ss', body: [file, name] });
  const path = `/Scripting/Script${String(id)}`;
  await bus.call({ ...SCRIPTING, path, interface: 'org.kde.kwin.Script', member: 'run' });
  if (!(await isAnswered(START_ALL_MS))) {
    await bus.call({ ...SCRIPTING, member: 'start' });
    if (!(await isAnswered(READY_MS))) throw silentScript();
  }
  await rm(file);
}

function silentScript(): DesktopError {
  return new DesktopError(
    'timeout',
    'The window script in KWin said nothing.',
    'Look at the log of KWin for its error.',
  );
}

/** Listens for the first push that `pick` finds something in. */
function oneAnswer<T>(state: State, pick: (push: Push) => T | undefined) {
  let found: T | undefined;
  const arrived = new Promise<true>((resolve) => {
    const listener = (push: Push): void => {
      found = pick(push);
      if (found === undefined) return;
      state.pushListeners.delete(listener);
      resolve(true);
    };
    state.pushListeners.add(listener);
  });
  return {
    value: () => found,
    within: async (timeoutMs: number): Promise<boolean> => {
      const timer = new AbortController();
      try {
        return await Promise.race([arrived, delay(timeoutMs, false, { signal: timer.signal })]);
      } finally {
        timer.abort();
      }
    },
  };
}

async function readVersion(bus: SessionBus, signal?: AbortSignal): Promise<string> {
  const call = { destination: KWIN, path: '/KWin', interface: KWIN, member: 'supportInformation' };
  const [text] = await bus.call(call, signal);
  return /KWin version: (\S+)/.exec(String(text))?.[1] ?? '6';
}
