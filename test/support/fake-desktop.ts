/**
 * A live desktop without a compositor, for what main decides: Kate, in front, and KCalc beside it, both with one element,
 * and Firefox behind. The input worker is the real one on a backend that records. No assertions here.
 */

import { DesktopError } from '../../src/base/errors.ts';
import type { AllowFile } from '../../src/main/access/allow-file.ts';
import { type Asker, createConsents, type LiveConsent } from '../../src/main/access/consents.ts';
import { createSecrets } from '../../src/main/access/secrets.ts';
import { type CallRequest, createPipeline, type Pipeline } from '../../src/main/call/pipeline.ts';
import { parseAllowlist } from '../../src/main/policy/allowlist.ts';
import { tools } from '../../src/main/registry.ts';
import type { Session, Sessions } from '../../src/main/sessions/sessions.ts';
import type { AllowedPids, Application, InputSent, PointQuery } from '../../src/protocol/atspi.ts';
import type { CaptureRequest, Picture } from '../../src/protocol/capture.ts';
import type { Element } from '../../src/protocol/element.ts';
import { centreOf } from '../../src/protocol/geometry.ts';
import { covers, type Grant } from '../../src/protocol/grant.ts';
import { createStopFlag } from '../../src/protocol/stop-flag.ts';
import type { TypingQuery } from '../../src/protocol/typing.ts';
import { type DesktopState, type WindowInfo, windowAt } from '../../src/protocol/window.ts';
import { createInputActor } from '../../src/workers/input/actor.ts';
import type { InputBackend } from '../../src/workers/input/backend.ts';
import { createRecordingBackend } from '../workers/input/recording-backend.ts';
import { windowInfo } from './window-info.ts';

interface Seen {
  /** What was done: events of the input worker, and `worker.method` of what else changes something. */
  done: string[];
  /** Counts the calls of each method, by `worker.method`. */
  calls: Map<string, number>;
  activeWindow: WindowInfo | undefined;
  /** The element that has the focus, whatever the window. */
  focus: Element | undefined;
  /** The elements of every tree. */
  shown: Element[];
  /** Takes its pictures; without it none can be taken, as on a desktop that gives no pixels. */
  take: ((request: CaptureRequest) => Picture | Promise<Picture>) | undefined;
}

/** Who calls: whether the user can be asked, and the call's signal and progress. */
export type Client = Partial<Asker & Pick<CallRequest, 'signal' | 'progress'>>;

export interface FakeDesktop extends Seen {
  session: Session;
  allowFile: AllowFile;
  call(name: string, args?: object, client?: Client): ReturnType<Pipeline['call']>;
  /** Writes another allowlist. */
  allow(text: string): void;
}

export interface FakeOptions {
  mode?: LiveConsent;
  /** The folder that holds the user's secrets, as XDG_CONFIG_HOME. */
  config?: string;
}

const PIDS = { kate: 10, kcalc: 20, firefox: 30 } as const;
type App = keyof typeof PIDS;
const NAMES: Record<number, App> = { 10: 'kate', 20: 'kcalc', 30: 'firefox' };

/** Ids of the elements: one in each application, ten times smaller than its process id. */
export const ELEMENT = { kate: 1, kcalc: 2, firefox: 3 } as const;

const frameOf = (app: App) => ({ x: PIDS[app] * 10, y: 0, width: 90, height: 90 });

/** A window of an application; each has its own place. */
export function windowOf(app: App, parts: Partial<WindowInfo> = {}): WindowInfo {
  const pid = PIDS[app];
  return windowInfo(`w${pid}`, {
    pid,
    app: `org.${app}`,
    title: `the ${app}`,
    frame: frameOf(app),
    stacking: 30 - pid,
    ...parts,
  });
}

/** An element of an application, in the middle of its window. */
export function elementOf(app: App, parts: Partial<Element> = {}): Element {
  const rect = { x: PIDS[app] * 10 + 40, y: 40, width: 10, height: 10 };
  return { id: ELEMENT[app], role: 'button', name: 'Do', depth: 0, states: [], actions: ['press'], rect, ...parts };
}

/** Makes the desktop with an allowlist of this text; nothing has to be closed. */
export function createFakeDesktop(text: string, { mode = 'elicit', config = '/none' }: FakeOptions = {}): FakeDesktop {
  const backend = createRecordingBackend();
  const seen: Seen = {
    done: backend.lines,
    calls: new Map(),
    activeWindow: windowOf('kate', { active: true, stacking: 9 }),
    focus: undefined,
    shown: [],
    take: undefined,
  };
  const session = createFakeSession(seen, backend);
  const consents = createConsents(mode);
  const file = { list: parseAllowlist(text, Object.keys(tools)) };
  const allowFile: AllowFile = { path: '/allow.txt', read: () => file.list };
  const sessions = { get: async () => session, list: () => [], stop: async () => undefined } as unknown as Sessions;
  const secrets = createSecrets({ XDG_CONFIG_HOME: config });
  const pipeline = createPipeline({ tools, sessions, allowFile, consents, secrets });
  return Object.assign(seen, {
    session,
    allowFile,
    call: (name: string, args: object = {}, client: Client = {}) => {
      const { signal = new AbortController().signal, progress = () => undefined, ...asker } = client;
      return pipeline.call({ name, args, signal, progress, asker: { canAsk: false, answers: {}, ...asker } });
    },
    allow: (changed: string) => {
      file.list = parseAllowlist(changed, Object.keys(tools));
      consents.revoke();
    },
  });
}

function createFakeSession(seen: Seen, backend: InputBackend): Session {
  const stopFlag = createStopFlag();
  /** What the input worker asks of the desktop worker. */
  const asked = (method: string) => async (): Promise<DesktopState> => {
    count(seen, `input -> desktop.${method}`);
    return topologyOf(seen);
  };
  const workers = {
    atspi: fakeAtspi(seen, async () => session.desktop.state()),
    desktop: fakeDesktopWorker(seen),
    capture: { capture: (request: CaptureRequest) => (seen.take ?? noPicture)(request) },
    input: createInputActor({
      backend,
      desktop: {
        state: asked('state'),
        reserveKeyboard: asked('reserveKeyboard'),
        reserveForActive: async () => ({
          pid: seen.activeWindow?.pid,
          desktopState: await asked('reserveForActive')(),
        }),
        freeKeyboard: () => count(seen, 'input -> desktop.freeKeyboard'),
      },
      stopFlag,
    }),
  };
  const session = {
    name: 'live',
    wiring: { kind: 'live', capture: { kind: 'none', reason: 'it is a test', hint: '' } },
    stopFlag,
    takeUntold: () => [],
    inputSent: ({ isText }: InputSent) => count(seen, `session.inputSent${isText ? ' (text)' : ''}`),
    inputDone: (ticket: number) => {
      count(seen, 'session.inputDone');
      void workers.input.end(ticket, 'done');
    },
    charactersSentMs: Number.NEGATIVE_INFINITY,
    ...Object.fromEntries(Object.entries(workers).map(([name, actor]) => [name, counting(seen, name, actor)])),
  } as unknown as Session;
  return session;
}

type Methods = Record<string, (...args: never[]) => unknown>;

function count({ calls }: Seen, key: string): void {
  calls.set(key, (calls.get(key) ?? 0) + 1);
}

function counting(seen: Seen, worker: string, actor: object): object {
  return Object.fromEntries(
    Object.entries(actor as Methods).map(([name, method]) => [
      name,
      async (...args: never[]) => {
        count(seen, `${worker}.${name}`);
        return method(...args);
      },
    ]),
  );
}

/** Any method of the worker is answered for the application it is about, if the call may see that; it asks `shown` what is. */
function fakeAtspi(seen: Seen, shown: () => Promise<DesktopState>): object {
  const applications = Object.entries(PIDS).map(
    ([name, pid]): Application => ({ name, pid, toolkit: 'Qt', windows: [] }),
  );
  const about = (query: {
    target?: { id?: number; app?: string };
    id?: number;
    app?: string;
    pid?: number;
    allowedPids: AllowedPids;
  }) => {
    const { id = query.id, app = query.app } = query.target ?? {};
    const pid = id === undefined ? (app === undefined ? query.pid : PIDS[app as App]) : id * 10;
    const isSeen =
      query.allowedPids === 'all' ||
      (pid === undefined ? query.allowedPids.length > 0 : query.allowedPids.includes(pid));
    if (!isSeen) throw new DesktopError('denied', `Process ${pid} is not visible.`, 'See apps.');
    const name = NAMES[pid ?? 10] ?? 'kate';
    return { app: { name, pid: PIDS[name], toolkit: 'Qt', windows: [] }, element: elementOf(name), others: 0 };
  };
  return {
    runningApps: async () => applications,
    isPresent: async () => true,
    inputTaken: async ({ of }: { of: { pid: number } | { grant: Grant } }) => {
      if ('pid' in of) return count(seen, 'waited for input');
      const activeWindow = (await shown()).windows.find(({ active }) => active);
      if (activeWindow && covers(of.grant, activeWindow, Date.now())) count(seen, 'waited for input');
    },
    apps: async ({ allowedPids }: { allowedPids: AllowedPids }) =>
      applications.filter(({ pid }) => allowedPids === 'all' || allowedPids.includes(pid)),
    locate: async (query: never) => about(query),
    aim: async (query: never) => {
      const found = about(query);
      await shown();
      return { ...found, aim: { point: centreOf(found.element.rect ?? frameOf('kate')) } };
    },
    focus: async (query: never) => {
      const found = about(query);
      const isFocused = seen.done.some((line) => line.startsWith('button'));
      // A click gives the focus to a field, and would press a button.
      return { ...found, element: { ...found.element, role: 'entry' }, isFocused, isInFront: true };
    },
    elementAt: async ({ point }: PointQuery) => ({ window: windowAt(point, await shown()) }),
    act: async (query: never) => {
      const found = about(query);
      seen.done.push('atspi.act');
      return { ...found, action: 'press', outcome: 'done' };
    },
    marks: async (query: never) => {
      const { app, element } = about(query);
      return { app, marks: element.rect ? [{ element, rect: element.rect }] : [], more: 0 };
    },
    tree: async (query: never) => ({ ...about(query), elements: seen.shown, more: 0 }),
    find: async (query: never) => ({ elements: [about(query).element], more: 0, closest: [], searched: 1 }),
    text: async (query: never) => ({ ...about(query), text: '', length: 0, isCut: false }),
    waitFor: async (query: never) => ({ ...about(query), met: true, waitedMs: 0, closest: [] }),
    waitIdle: async (query: never) => ({
      ...about(query),
      idle: true,
      title: '',
      waitedMs: 0,
      changing: [],
      more: 0,
      loading: [],
    }),
    startTyping: async ({ grant }: TypingQuery) => {
      const activeWindow = (await shown()).windows.find(({ active }) => active);
      if (activeWindow && !covers(grant, activeWindow, Date.now()))
        return { inserted: false, isDenied: true, activeWindow };
      return {
        inserted: false,
        activeWindow,
        focused: seen.focus ?? elementOf('kate', { role: 'entry', states: ['editable'] }),
      };
    },
    endTyping: async () => ({}),
    focused: async () => seen.focus,
    status: async () => ({ bus: 'a bus', applications: 3 }),
  };
}

function noPicture(): never {
  throw new DesktopError('unsupported', 'There are no pixels.', 'It is a test.');
}

/** The three windows, one of which is in front, on the one virtual desktop; or another one is, over nothing. */
function topologyOf({ activeWindow }: Seen): DesktopState {
  const windows = [windowOf('kate'), windowOf('kcalc'), windowOf('firefox')].filter(
    ({ pid }) => pid !== activeWindow?.pid,
  );
  const desktops = [{ name: 'Desktop 1', current: true }];
  return { screens: [], desktops, windows: activeWindow ? [...windows, { ...activeWindow, active: true }] : windows };
}

function fakeDesktopWorker(seen: Seen): object {
  const ordered = (name: string, outcome: (window: WindowInfo) => object): object => ({
    [name]: async (id: string) => {
      seen.done.push(`desktop.${name}`);
      return outcome(topologyOf(seen).windows.find((window) => window.id === id) ?? windowOf('kate'));
    },
  });
  return {
    state: async () => topologyOf(seen),
    activeWindow: async () => seen.activeWindow,
    cursorPosition: async () => centreOf(frameOf('kate')),
    terminals: async () => [],
    launch: async () => {
      seen.done.push('desktop.launch');
      return { pid: 99, command: [], output: [] };
    },
    ...ordered('activate', (window) => ({ before: window, now: window, activeWindow: window, isBlocked: false })),
    ...ordered('arrange', (window) => ({ before: window, now: window, isAsAsked: true })),
    ...ordered('closeWindow', (window) => ({ before: window, isRefused: false, opened: [] })),
    readClipboard: async () => ({ kind: 'empty' }),
    writeClipboard: async () => void seen.done.push('desktop.writeClipboard'),
    secret: async (name: string) => (name === 'kept' ? 'in the keyring' : undefined),
    appLog: async (pid: number) => ({ pid, command: '', running: true, lines: [], earlier: 0 }),
  };
}
