/**
 * The mirror equals a fresh read after every change of a random sequence, in every program. The changes are made as an
 * agent makes them, through the server; the mirror and the fresh read are the worker's own, on a connection of their own.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { WindowInfo } from '../../../src/protocol/window.ts';
import type { App, AtspiBackend } from '../../../src/workers/atspi/backend.ts';
import { createAccessibilityBus, readShown } from '../../../src/workers/atspi/backends/at-spi/accessibility-bus.ts';
import { createChanges } from '../../../src/workers/atspi/backends/at-spi/events.ts';
import { createPopups } from '../../../src/workers/atspi/backends/at-spi/read/popups.ts';
import { toolkitOf } from '../../../src/workers/atspi/backends/at-spi/toolkits.ts';
import { outline } from '../../../src/workers/atspi/model/compact/compact.ts';
import { keepOneFocus } from '../../../src/workers/atspi/model/focus.ts';
import type { Node } from '../../../src/workers/atspi/model/node.ts';
import { type Bus, openBus } from '../../../src/workers/platform/dbus/bus.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { bus as busctl, endProgram, moveWindow, startSession, until, windowsOf } from '../../support/session.ts';

const ROUNDS = Number(process.env['MIRROR_ROUNDS'] ?? 25);
const FOLDER = '/tmp/mirror';
const SEED = Number(process.env['MIRROR_SEED'] ?? 7);

let server: TestServer;
let bus: Bus;
let mirror: AtspiBackend;
/** Calls that the mirror and fresh reads have made. */
let asked = 0;
let folder = '';
/** What fresh reads know of popups: they hear of them by events, as the mirror does. */
const popups = createPopups();

beforeAll(async () => {
  mkdirSync(`${FOLDER}/inner`, { recursive: true });
  server = await startServer();
  folder = await startSession(server, { width: 1600, height: 1000 });
  const [, address = ''] =
    /"(.*)"/.exec(busctl(folder, 'call', 'org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress')) ?? [];
  const opened = await openBus(address);
  bus = {
    ...opened,
    send: (request, onReply) => {
      asked++;
      opened.send(request, onReply);
    },
    call: (request, parse) => {
      asked++;
      return opened.call(request, parse);
    },
  };
  mirror = await createAccessibilityBus(bus, address);
  (await createChanges(bus)).watch(popups.note);
}, 30_000);
afterAll(async () => {
  bus.close();
  await server.close();
});

/** What a reply would show of a tree, with the object of each line. */
function textOf(root: Node, { toolkit }: App): string {
  const lines = outline(root, { traits: toolkitOf(toolkit) });
  return lines
    .map(({ node, depth, name, states, actions, text }) =>
      [' '.repeat(depth), node.ref.key.split('/').at(-1), node.role, name, states, actions, text, node.value?.now].join(
        '|',
      ),
    )
    .join('\n');
}

async function freshText(app: App): Promise<string> {
  const root = await readShown(bus, app, { popups });
  keepOneFocus(root.children);
  return textOf(root, app);
}

/** What a program shows once it has come to rest: three fresh reads that agree. */
async function restText(app: App): Promise<string> {
  let last = '';
  let same = 0;
  return until(async () => {
    const now = await freshText(app);
    same = now === last ? same + 1 : 0;
    last = now;
    return same >= 2 && now;
  }, `${app.name} at rest`);
}

/** A generator of equal sequences for equal seeds (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Program {
  name: string;
  launch: { app: string; args?: string[]; wait_ms?: number };
  app: string;
  /** Keys that change something, text among them, or `RESIZE`. */
  keys: string[];
}

const PAGE = 'file:///project/test/fixtures/pages/editing.html';
/** Instead of a key: the window gets another size. */
const RESIZE = 'resize';
/** Keys that the page takes. */
const EDITS = ['i', 'd', 'r', 'h', 'm', 'c', 't', 'e', 'n', 's', 'o', 'p', 'i', 'r'];
/** A text view keeps Tab for itself, and lets ctrl+Tab go. */
const GTK_KEYS = ['Tab', 'space', 'ctrl+Tab', 'a', 'Down', 'ctrl+Tab', 'Right', 'shift+Tab', 'Escape', 'F10', RESIZE];
const BROWSER_KEYS = [
  'Tab',
  'a',
  'Tab',
  'space',
  'ctrl+t',
  'ctrl+w',
  'F6',
  'ctrl+f',
  'Escape',
  'alt+f',
  'Escape',
  'ctrl+l',
  ...EDITS,
  RESIZE,
];
const programs: Program[] = [
  {
    name: 'Kate',
    launch: { app: 'kate', args: ['/tmp/mirror.txt'] },
    app: 'kate',
    keys: [
      'a',
      'b',
      'Return',
      'ctrl+z',
      'ctrl+f',
      'Escape',
      'alt+f',
      'Escape',
      'ctrl+n',
      'ctrl+o',
      'Escape',
      'ctrl+Tab',
      'F10',
      'Escape',
      'ctrl+a',
      RESIZE,
    ],
  },
  {
    name: 'Dolphin',
    launch: { app: 'dolphin', args: ['/usr/share'] },
    app: 'dolphin',
    keys: [
      'Down',
      'Up',
      'Home',
      'End',
      'F3',
      'alt+f',
      'Escape',
      'F9',
      'ctrl+i',
      'Escape',
      'ctrl+t',
      'F4',
      'Next',
      RESIZE,
    ],
  },
  {
    name: 'GTK 3',
    launch: { app: 'gtk3-widget-factory' },
    app: 'gtk3-widget-factory',
    keys: GTK_KEYS,
  },
  {
    name: 'GTK 4',
    launch: { app: 'gtk4-widget-factory' },
    app: 'gtk4-widget-factory',
    keys: GTK_KEYS,
  },
  {
    name: 'Firefox',
    launch: { app: 'firefox-esr', args: [PAGE], wait_ms: 40_000 },
    app: 'firefox',
    keys: [...BROWSER_KEYS, 'F10', 'Escape'],
  },
  {
    name: 'Chromium',
    launch: { app: 'chromium', args: [PAGE], wait_ms: 40_000 },
    app: 'chromium',
    keys: BROWSER_KEYS,
  },
];

test.each(programs)(
  '$name',
  async ({ launch, app: wanted, keys }) => {
    onTestFinished(() => endProgram(launch.app));
    const start = async (): Promise<App> => {
      const { pid } = (await server.must('launch', launch)).facts;
      const started = await until(
        async () => (await mirror.applications({})).find((one) => one.name.toLowerCase() === wanted && one.pid === pid),
        'the application',
      );
      await restText(started);
      await mirror.read(started, {});
      return started;
    };
    let app = await start();
    let last = await restText(app);
    let changes = 0;
    let tabs = 0;
    const random = randomOf(SEED);
    const failures: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const drawn = keys[Math.floor(random() * keys.length)] ?? 'Tab';
      // A browser ends with its last tab.
      const key = drawn === 'ctrl+w' && tabs === 0 ? 'ctrl+t' : drawn;
      if (key === 'ctrl+t') tabs++;
      if (key === 'ctrl+w') tabs--;
      if (key === RESIZE) resize(await windowOf(app.pid), 700 + Math.floor(random() * 500));
      else await server.must('key', { key });
      const compared = await compare(app).catch(async (error: unknown) => {
        if (!(await isGone(app))) throw error;
      });
      if (await isGone(app)) {
        // A key has closed it: of a menu, or on a button of its frame.
        await endsWell(app, `${key} in round ${round}`);
        app = await start();
        tabs = 0;
      } else if (compared?.unequal !== undefined) failures.push(`${round} ${key}\n${compared.unequal}`);
      const now = compared?.shown ?? (await restText(app));
      if (now !== last) changes++;
      last = now;
    }
    await server.call('key', { key: 'Escape' });
    expect(failures.join('\n')).toBe('');
    expect(changes).toBeGreaterThan(ROUNDS / 4);
    if (wanted === 'dolphin') return; // its terminal is read always
    await untilTrusted(app);
  },
  Math.max(600_000, ROUNDS * 5000),
);

/** Launches a program; the returned function says how the two reads differ after something that changes it. */
async function watched(launch: Program['launch']): Promise<(change: () => unknown) => Promise<string | undefined>> {
  const { pid } = (await server.must('launch', launch)).facts;
  const app = await until(
    async () => (await mirror.applications({})).find((one) => one.pid === pid),
    'the application',
  );
  return async (change) => {
    const before = await restText(app);
    await untilTrusted(app);
    await change();
    await until(async () => (await freshText(app)) !== before, 'a change');
    return (await compare(app)).unequal;
  };
}

test('a list of files follows what comes, gets another name, is expanded, and goes', { timeout: 60_000 }, async () => {
  for (const name of ['b.txt', 'inner/c.txt']) writeFileSync(`${FOLDER}/${name}`, '');
  const after = await watched({ app: 'dolphin', args: [FOLDER] });
  expect(await after(() => writeFileSync(`${FOLDER}/a.txt`, '')), 'a file came').toBeUndefined();
  expect(
    await after(() => renameSync(`${FOLDER}/a.txt`, `${FOLDER}/z.txt`)),
    'a file got another name',
  ).toBeUndefined();
  expect(await after(() => rmSync(`${FOLDER}/z.txt`)), 'a file went').toBeUndefined();
  await server.must('key', { key: 'ctrl+3' });
  await server.must('key', { key: 'Home' });
  expect(await after(() => server.must('key', { key: 'Right' })), 'a folder was expanded').toBeUndefined();
  expect(await after(() => server.must('key', { key: 'Left' })), 'a folder was collapsed').toBeUndefined();
  await server.must('key', { key: 'alt+F4' });
});

test('a menu that Qt does not list comes and goes', { timeout: 60_000 }, async () => {
  writeFileSync(`${FOLDER}/b.txt`, '');
  const app = 'dolphin';
  const after = await watched({ app, args: [FOLDER] });
  const target = { app, query: 'b.txt', role: 'list item' };
  const isEqual = async (what: string, change: () => unknown) => expect(await after(change), what).toBeUndefined();
  await isEqual('a menu opened', () => server.must('click', { ...target, button: 'right' }));
  await isEqual('an entry has the focus', () => server.must('key', { key: 'Down' }));
  await isEqual('the menu closed', () => server.must('key', { key: 'Escape' }));
  await server.must('key', { key: 'alt+F4' });
});

test('a table of a file dialog follows what goes', { timeout: 60_000 }, async () => {
  for (const name of ['b.txt', 'gone.txt']) writeFileSync(`${FOLDER}/${name}`, '');
  const after = await watched({ app: 'kwrite', args: [`${FOLDER}/b.txt`] });
  expect(await after(() => server.must('key', { key: 'ctrl+o' })), 'a dialog opened').toBeUndefined();
  expect(await after(() => rmSync(`${FOLDER}/gone.txt`)), 'a file went').toBeUndefined();
  await server.must('key', { key: 'Escape' });
});

test('a slider follows its value', { timeout: 60_000 }, async () => {
  const app = 'dolphin';
  const after = await watched({ app, args: [FOLDER] });
  expect(await after(() => server.must('key', { key: 'ctrl+shift+comma' })), 'the settings opened').toBeUndefined();
  expect(
    await after(() => server.must('click', { app, query: 'View', role: 'list item' })),
    'another page of them',
  ).toBeUndefined();
  expect(
    await after(() => server.must('click', { app, query: 'Icons', role: 'page tab' })),
    'a tab of it',
  ).toBeUndefined();
  expect(
    await after(() => server.must('click', { app, query: 'Default icon size:', role: 'slider' })),
    'a slider has focus',
  ).toBeUndefined();
  expect(await after(() => server.must('key', { key: 'Home' })), 'it has its least value').toBeUndefined();
  await server.must('key', { key: 'Escape' });
});

test('what lies in a container that is disabled for a while is enabled again', { timeout: 60_000 }, async () => {
  const launch = { app: 'gtk3-widget-factory' };
  const after = await watched(launch);
  expect(
    await after(() => server.must('click', { ...launch, query: 'Menu', role: 'toggle button' })),
    'a menu opened',
  ).toBeUndefined();
  expect(
    await after(() => server.must('click', { ...launch, query: 'Get Busy' })),
    'the window was disabled',
  ).toBeUndefined();
  expect(await after(() => undefined), 'the window was enabled').toBeUndefined();
});

/** Until the mirror asks the program nothing any more. */
async function untilTrusted(app: App): Promise<void> {
  await until(async () => {
    asked = 0;
    await mirror.read(app, {});
    return asked === 0;
  }, 'a read that asks the program nothing');
}

/** The window of a program that is in front, or its first. */
async function windowOf(pid: number): Promise<WindowInfo> {
  const windows = windowsOf(await server.must('windows')).filter((window) => window.pid === pid);
  const window = windows.find(({ active }) => active) ?? windows[0];
  if (!window) throw new Error(`process ${pid} has no window`);
  return window;
}

function resize({ id, frame }: WindowInfo, widthPx: number): void {
  moveWindow(folder, id, { ...frame, width: widthPx });
}

/**
 * What a fresh read shows, and what differs in the mirror. A program may change by itself between the two, with an animation or a
 * message that goes: what the mirror has missed stays missing, so that a second look tells the one from the other.
 */
async function compare(app: App): Promise<{ shown: string; unequal?: string }> {
  for (let looks = 1; ; looks++) {
    const shown = await restText(app);
    const mirrored = textOf(await mirror.read(app, {}), app);
    if (mirrored === shown) return { shown };
    if (looks === 3) return { shown, unequal: difference(shown, mirrored) };
  }
}

/** A program that reading it has ended would end otherwise. */
async function endsWell({ pid }: App, after: string): Promise<void> {
  const facts = await until(async () => {
    const log = (await server.must('app_log', { pid })).facts;
    return log['running'] === false && log;
  }, `the end of the program after ${after}`);
  expect(facts['exit_code'], `how it ended after ${after}`).toBe(0);
}

async function isGone(app: App): Promise<boolean> {
  return !(await mirror.applications({})).some(({ key: name }) => name === app.key);
}

/** The first lines that differ. */
function difference(expected: string, actual: string): string {
  const [a, b] = [expected.split('\n'), actual.split('\n')];
  const missing = a.filter((line) => !b.includes(line)).slice(0, 4);
  const extra = b.filter((line) => !a.includes(line)).slice(0, 4);
  return [...missing.map((line) => ` - ${line.trim()}`), ...extra.map((line) => ` + ${line.trim()}`)]
    .join('\n')
    .slice(0, 1500);
}
