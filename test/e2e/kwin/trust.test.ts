/**
 * Programs of the user's that were there before us and have announced nothing: reading them is free from the second time on,
 * and what they change around the moment from which they are trusted is never missed.
 */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../../src/workers/atspi/backend.ts';
import { createAccessibilityBus, readShown } from '../../../src/workers/atspi/backends/at-spi/accessibility-bus.ts';
import { addressOf, CALL, numbersBody } from '../../../src/workers/atspi/backends/at-spi/calls.ts';
import { createDirectory, type Directory } from '../../../src/workers/atspi/backends/at-spi/directory.ts';
import { keepOneFocus } from '../../../src/workers/atspi/model/focus.ts';
import { type Node, nodesOf } from '../../../src/workers/atspi/model/node.ts';
import { rolesNamed } from '../../../src/workers/atspi/model/roles.ts';
import { answerOf, type Bus, openBus } from '../../../src/workers/platform/dbus/bus.ts';
import { encodeBody } from '../../../src/workers/platform/dbus/bus-message.ts';
import { type LiveDesktop, startLiveDesktop } from '../../support/live-desktop.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { pidsOf, until } from '../../support/session.ts';

/** Fresh workers for each program, and fresh servers in all. */
const ROUNDS = Number(process.env['TRUST_ROUNDS'] ?? 8);
/** A fresh worker has connected, registered and read a program after about this long. */
const AROUND_MS = 60;
/** A program, or a server, has started after about this long. */
const START_MS = 600;
const SWITCH = ['org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Status', 'IsEnabled'];
const PAGE = 'file:///project/test/fixtures/pages/editing.html';
const CHROMIUM_FLAGS = ['--force-renderer-accessibility', '--ozone-platform=wayland', '--no-first-run'];
const CHECK_BOXES = rolesNamed('check box');

interface Program {
  name: string;
  command: [program: string, ...args: string[]];
  /** It takes seconds to start, and forgets who listened when they go: one is enough for all rounds. */
  isSlow?: boolean;
}

const DIALOG: Program = { name: 'Qt', command: ['kdialog', '--inputbox', 'Words', 'x'] };
const programs: Program[] = [
  DIALOG,
  { name: 'GTK 3', command: ['python3', '/project/test/fixtures/wait-gtk.py', '3', 'on-signal', 'check'] },
  { name: 'GTK 4', command: ['python3', '/project/test/fixtures/wait-gtk.py', '4', 'on-signal', 'check'] },
  { name: 'Firefox', command: ['firefox-esr', PAGE], isSlow: true },
  { name: 'Chromium', command: ['chromium', ...CHROMIUM_FLAGS, PAGE], isSlow: true },
];

let desktop: LiveDesktop;
let address = '';
/** A connection that listens to nothing, and what it knows of programs. */
let plain: Bus;
let directory: Directory;
const slow = new Map<Program, Running>();

beforeAll(async () => {
  desktop = await startLiveDesktop('trust');
  setSwitch(true);
  const [, found = ''] = /"(.*)"/.exec(desktop.bus('call', ...SWITCH.slice(0, 2), 'org.a11y.Bus', 'GetAddress')) ?? [];
  address = found;
  plain = await openBus(address);
  directory = createDirectory(plain);
  for (const program of programs) if (program.isSlow) slow.set(program, await start(program));
}, 60_000);
afterAll(async () => {
  for (const { child } of slow.values()) child.kill('SIGKILL');
  plain.close();
  await desktop.close();
});

/** Long enough for a server or a slow program a round. */
const LIMIT = { timeout: 60_000 + ROUNDS * 4000 };

test.each(programs)('$name: what changes while a fresh worker comes is in its next reading', LIMIT, async (program) => {
  for (let round = 0; round < ROUNDS; round++) {
    const running = slow.get(program) ?? (await start(program));
    const { app } = running;
    const change = await changeOf(running);
    const before = await restText(app);
    const worker = freshWorker();
    const changing = delay(Math.random() * AROUND_MS).then(change);
    const backend = await worker.started;
    await backend.read(app, {});
    await changing;
    const expected = await changedText(app, before);
    expect(textOf(await backend.read(app, {})), `round ${round}`).toBe(expected);
    await until(async () => (await worker.costOf(() => backend.read(app, {}))) === 0, 'a reading that costs nothing');
    await worker.close();
    if (!program.isSlow) await end(running);
  }
});

const quick = programs.filter(({ isSlow }) => !isSlow);

test.each(quick)(
  '$name: what changes right after it started beside a fresh worker is not missed',
  LIMIT,
  async (program) => {
    for (let round = 0; round < ROUNDS; round++) {
      const child = launch(program);
      await delay(Math.random() * START_MS);
      const worker = freshWorker();
      const [app, backend] = await Promise.all([registered(child), worker.started]);
      const change = await changeOf({ child, app });
      await backend.read(app, {});
      const before = await restText(app);
      await change();
      const expected = await changedText(app, before);
      expect(textOf(await backend.read(app, {})), `round ${round}`).toBe(expected);
      await until(async () => (await worker.costOf(() => backend.read(app, {}))) === 0, 'a reading that costs nothing');
      await worker.close();
      await end({ child });
    }
  },
);

test(
  'what a program changes while a fresh server switches accessibility on is in the next reading',
  LIMIT,
  async () => {
    desktop.allow('kdialog\n');
    const running = await start(DIALOG);
    const change = await changeOf(running);
    for (let round = 0; round < ROUNDS; round++) {
      setSwitch(false);
      const changing = delay(Math.random() * START_MS).then(change);
      const server = await startServer({ env: desktop.env });
      await server.must('tree', { app: 'kdialog' });
      await changing;
      expect(await fieldOf(server), `round ${round}`).toBe(`${'.'.repeat(round + 1)}x`);
      await server.close();
    }
    await end(running);
  },
);

test(
  'what a program that came to the bus because of a fresh server changes is in the next reading',
  LIMIT,
  async () => {
    desktop.allow('kdialog\n');
    for (let round = 0; round < ROUNDS; round++) {
      setSwitch(false);
      const child = launch(DIALOG);
      await delay(Math.random() * START_MS);
      const server = await startServer({ env: desktop.env });
      await server.must('session_info');
      await server.call('apps');
      const app = await registered(child);
      const change = await changeOf({ child, app });
      await server.must('tree', { app: 'kdialog' });
      await change();
      expect(await fieldOf(server), `round ${round}`).toBe('.x');
      await server.close();
      await end({ child });
    }
  },
);

test('a server reads what has announced nothing once, and from then on while it does not answer', LIMIT, async () => {
  desktop.allow('kcalc\nkdialog\npython3\nUnnamed\nfirefox\nchromium\n');
  setSwitch(true);
  const started = await Promise.all(programs.map(async (program) => slow.get(program) ?? (await start(program))));
  setSwitch(false);
  const server = await startServer({ env: desktop.env });
  const all = started.map(({ child, app }) => ({ app: app.name, pid: child.pid ?? 0 }));
  for (const { app, pid } of [...all, { app: 'kcalc', pid: pidsOf('kcalc')[0] ?? 0 }]) {
    // What has announced nothing is read from scratch until it has been known for a second.
    await server.must('tree', { app });
    await server.must('wait_idle', { app, quiet_ms: 1000 });
    const first = await server.must('tree', { app });
    process.kill(pid, 'SIGSTOP');
    const second = await server.call('tree', { app });
    process.kill(pid, 'SIGCONT');
    expect([app, second.text, second.ms < 500]).toEqual([app, first.text, true]);
  }
  await server.close();
});

interface Running {
  child: ChildProcess;
  app: App;
}

/** Starts a program as its user does, with accessibility switched on; resolves when it has come to rest. */
async function start(program: Program): Promise<Running> {
  setSwitch(true);
  const child = launch(program);
  const app = await registered(child);
  await changeOf({ child, app });
  await restText(app);
  return { child, app };
}

function launch({ command: [program, ...args] }: Program): ChildProcess {
  return desktop.start(program, args);
}

/** The application of a process, once it is on the bus. */
function registered({ pid, spawnfile }: ChildProcess): Promise<App> {
  return until(async () => {
    directory.note();
    return (await directory.list({})).find((app) => app.pid === pid);
  }, `${spawnfile} on the bus`);
}

async function end({ child }: Pick<Running, 'child'>): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

/** What stands in the field of the dialog, as a server reads it. */
async function fieldOf(server: TestServer): Promise<unknown> {
  return (await server.must('get_text', { app: 'kdialog', role: 'text' })).facts['text'];
}

/** A worker of its own: a connection, and all that reads by it. */
function freshWorker() {
  let asked = 0;
  const connected = openBus(address);
  const started = connected.then((bus) => {
    const counted: Bus = {
      ...bus,
      send: (request, onReply) => {
        asked++;
        bus.send(request, onReply);
      },
      call: (request, parse) => {
        asked++;
        return bus.call(request, parse);
      },
    };
    return createAccessibilityBus(counted, address);
  });
  const costOf = async (work: () => Promise<unknown>): Promise<number> => {
    asked = 0;
    await work();
    return asked;
  };
  return { started, costOf, close: async () => (await connected).close() };
}

/** What changes a program: it toggles a check box, or writes a dot before the text of a field. */
async function changeOf({ child, app }: Running): Promise<() => unknown> {
  if (child.spawnargs.includes('on-signal')) return () => child.kill('SIGUSR1');
  const find = async (): Promise<Node | undefined> => {
    const root = await answerOf(readShown(plain, app, {}), { orTimeout: true });
    const nodes = root ? nodesOf(root) : [];
    return nodes.find(({ role }) => CHECK_BOXES.has(role)) ?? nodes.find(({ states }) => states.has('editable'));
  };
  const { ref, role } = await until(find, `what can be changed in ${app.name}`);
  const call = CHECK_BOXES.has(role)
    ? { template: CALL.doAction, body: numbersBody(0) }
    : { template: CALL.insertText, body: encodeBody('isi', [0, '.', 1]) };
  return () => plain.call({ ...call, address: addressOf(ref) }, () => true);
}

function textOf(root: Node): string {
  return nodesOf(root)
    .map(({ ref, role, name, states, text, actions, value }) =>
      [ref.key, role, name, [...states].join(), text, actions, value?.now].join('|'),
    )
    .join('\n');
}

/** What a program shows once it has come to rest: three fresh readings that agree. */
async function restText(app: App): Promise<string> {
  let last = '';
  let same = 0;
  return until(async () => {
    // A program that is just starting may not answer for long.
    const root = await answerOf(readShown(plain, app, {}), { orTimeout: true });
    if (!root) return undefined;
    keepOneFocus(root.children);
    const now = textOf(root);
    same = now === last ? same + 1 : 0;
    last = now;
    return same >= 2 && now;
  }, `${app.name} at rest`);
}

/** What it shows once that is no longer what it was. */
function changedText(app: App, before: string): Promise<string> {
  return until(async () => {
    const now = await restText(app);
    return now !== before && now;
  }, 'the change');
}

function setSwitch(isOn: boolean): void {
  desktop.bus('set-property', ...SWITCH, 'b', String(isOn));
}
