/** Waiting: until a program is at rest, and for states. */
import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Element } from '../../../src/protocol/element.ts';
import { type Reply, startServer, type TestServer } from '../../support/server.ts';
import { bus, find, startSession, until } from '../../support/session.ts';

let server: TestServer;
let web: Server;
let folder: string;
beforeAll(async () => {
  server = await startServer();
  folder = await startSession(server);
  web = createServer((_request, response) => {
    // The rest of this page never comes.
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write(`<!doctype html><title>Endless page</title><h1>Endless page</h1>${' '.repeat(4096)}`);
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
}, 60_000);
afterAll(async () => {
  web.closeAllConnections();
  web.close();
  await server.close();
});

const page = (name: string): string => `file:///project/test/fixtures/wait-${name}.html`;
const namesOf = (reply: Reply): string[] =>
  (reply.facts['changing'] as Element[]).map(({ role, name, text }) => `${role} ${name || text}`);

function accessibilityBus(): string {
  const reply = bus(folder, 'call', 'org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus', 'GetAddress');
  return reply.split('"')[1] ?? '';
}

async function open(address: string): Promise<void> {
  await server.must('key', { key: 'ctrl+l' });
  await server.must('type_text', { text: `${address}\n` });
}

describe('Kate', () => {
  beforeAll(() => server.must('launch', { app: 'kate', args: ['/tmp/wait.txt'] }));

  test('is at rest some time after it was typed into, and named by its title', async () => {
    await server.must('type_text', { text: 'Typed.' });
    const reply = await server.must('wait_idle');
    expect(reply.facts).toMatchObject({ idle: true, app: 'kate', changing: [], loading: [] });
    expect(reply.facts['title']).toMatch(/^wait\.txt/);
    expect(reply.text).toMatch(/^"wait\.txt.*" is at rest \(\d+ ms\)$/);
    expect(reply.facts['waited_ms']).toBeGreaterThanOrEqual(300);
  });

  test('a timeout of more than 10 minutes is cut, and the reply says so', async () => {
    const reply = await server.must('wait_idle', { app: 'kate', timeout_ms: 700_000 });
    expect(reply.text).toContain('warning: timeout_ms was cut to 600000');
  });

  test('costs at most 20 messages a second while it is idle', async () => {
    await server.must('wait_idle', { app: 'kate', quiet_ms: 1500 });
    const monitor = spawn('dbus-monitor', ['--address', accessibilityBus()], { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    monitor.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    try {
      await until(() => printed !== '', 'the monitor');
      const before = printed.length;
      await server.must('wait_idle', { app: 'kate', quiet_ms: 8000 });
      const messages = printed.slice(before).match(/^(method|signal|error)/gm)?.length ?? 0;
      expect(messages).toBeGreaterThan(0);
      expect(messages / 8).toBeLessThan(20);
    } finally {
      monitor.kill();
    }
  });

  test('a quiet time longer than the timeout is a normal reply', async () => {
    const reply = await server.must('wait_idle', { app: 'kate', quiet_ms: 5000, timeout_ms: 300 });
    expect(reply.facts).toMatchObject({ idle: false });
    expect(reply.text).toContain('not at rest after');
  });

  test.each([{}, { window: 'no such thing' }])('wait_for says that an application does not run: %j', async (where) => {
    const { facts } = await server.must('wait_for', { app: 'kaet', query: 'Save', timeout_ms: 1200, ...where });
    const warnings = [expect.stringMatching(/no application is called "kaet"\. Running: /)];
    expect(facts).toMatchObject({ met: false, warnings });
  });

  test('an application that is not there is an error', async () => {
    const reply = await server.call('wait_idle', { app: 'no such thing' });
    expect([reply.isError, reply.text]).toEqual([true, expect.stringContaining('no such thing')]);
  });
});

describe.each([
  ['firefox', 'firefox-esr'],
  ['chromium', 'chromium'],
])('%s', (app, program) => {
  beforeAll(async () => {
    await server.must('launch', { app: program, args: [page('states')], wait_ms: 40_000 });
    await server.must('wait_for', { app, query: 'Dispatch', role: 'button', timeout_ms: 20_000 });
    await server.must('wait_idle', { app, quiet_ms: 1000, timeout_ms: 20_000 });
  }, 90_000);
  afterAll(() => server.must('key', { key: 'ctrl+q' }));

  const press = async (name: string): Promise<void> => {
    await server.must('act', { app, query: name, role: 'button' });
  };

  test('wait_for sees a check box become checked', async () => {
    await press('Check later');
    const reply = await server.must('wait_for', { app, query: 'Agreed', role: 'check box', state: 'checked' });
    expect(reply.facts).toMatchObject({ met: true, element: { states: expect.arrayContaining(['checked']) } });
    expect(reply.text).toMatch(/is checked \(\d+ ms\)$/);
    expect(reply.facts['waited_ms']).toBeGreaterThan(200);
  });

  test('wait_for sees an element lose a state', async () => {
    await press('Disable later');
    const reply = await server.must('wait_for', {
      app,
      query: 'Dispatch',
      role: 'button',
      state: 'enabled',
      gone: true,
    });
    expect(reply.facts).toMatchObject({ met: true, element: { states: expect.arrayContaining(['disabled']) } });
    expect(reply.text).toMatch(/is no longer enabled \(\d+ ms\)$/);
  });

  test('a state that does not come is a normal reply with the element as it is', async () => {
    const reply = await server.must('wait_for', { app, query: 'Dispatch', state: 'enabled', timeout_ms: 200 });
    expect(reply.facts).toMatchObject({ met: false });
    expect(reply.text).toMatch(/^not enabled after \d+ ms\n\[\d+\] button "Dispatch"/);
  });

  test('wait_for sees an element go', async () => {
    const going = server.must('wait_for', { app, query: 'Notice', gone: true });
    await press('Remove later');
    expect((await going).facts).toMatchObject({ met: true });
  });

  test('a page that fills itself in steps is waited for', async () => {
    await open(page('slow'));
    // Longer than a browser on a busy machine takes to begin.
    const reply = await server.must('wait_idle', { app, quiet_ms: 1000 });
    expect(reply.facts).toMatchObject({ idle: true, changing: [], title: expect.stringContaining('Slow page') });
    expect(await find(server, { app, query: 'Round 10' })).not.toEqual([]);
    expect((await server.must('tree', { app })).text).toContain('Complete');
  });

  test('a page that never rests is settled, and the reply says what goes on', async () => {
    await open(page('restless'));
    const reply = await server.must('wait_idle', { app, quiet_ms: 1000 });
    expect(reply.facts).toMatchObject({ idle: true, title: expect.stringContaining('Restless page') });
    expect(reply.facts['waited_ms']).toBeGreaterThan(3000);
    expect(namesOf(reply).join('\n')).toMatch(/progress bar Progress/);
    expect(namesOf(reply)).toHaveLength(3);
    expect(reply.text).toContain('these do not stop changing:');
  });

  test('a timeout says what kept changing', async () => {
    const reply = await server.must('wait_idle', { app, timeout_ms: 1500 });
    expect(reply.facts).toMatchObject({ idle: false });
    expect(namesOf(reply).join('\n')).toMatch(/progress bar Progress/);
    expect(reply.text).toContain('kept changing:');
  });

  test('a page that goes on loading is not at rest, and the reply says so', async () => {
    await open(`http://127.0.0.1:${(web.address() as AddressInfo).port}/`);
    await server.must('wait_for', { window: 'Endless page', timeout_ms: 20_000 });
    const reply = await server.must('wait_idle', { app, timeout_ms: 2500 });
    expect(reply.text).toContain('page still loading: "Endless page');
    expect(reply.facts).toMatchObject({ idle: false, loading: [expect.stringContaining('Endless page')] });
  });

  test('an empty page is at rest', async () => {
    await open('about:blank');
    expect((await server.must('wait_idle', { app, quiet_ms: 1000 })).facts).toMatchObject({ idle: true });
  });
});

test.each([
  ['wait_idle', { app: 'kate', quiet_ms: 60_000, timeout_ms: 2500 }],
  ['pause', { ms: 2500 }],
])('%s reports progress to a client that asks', async (name, args) => {
  const steps: number[] = [];
  await server.must(name, args, { onprogress: ({ progress }) => steps.push(progress) });
  expect(steps.length).toBeGreaterThanOrEqual(2);
});

const WINDOW = '/project/test/fixtures/wait-gtk.py';

test.each(['3', '4'])('changes of GTK %s are seen as they come', async (version) => {
  const steps = ['label', 'check', 'disable', 'add', 'title', 'progress'];
  const args = [WINDOW, version, ...steps];
  const { facts } = await server.must('launch', { app: '/usr/bin/python3', args });
  // One a second: had it missed one, it would take the program for at rest before the last one.
  const reply = await server.must('wait_idle', { quiet_ms: 1600, timeout_ms: 20_000 });
  expect(reply.facts).toMatchObject({ idle: true, title: 'Waited' });
  const log = (await server.must('app_log', { pid: facts['pid'] })).text;
  for (const step of steps) expect(log).toContain(`| ${step} `);
});

test('a terminal is not at rest while something is written on it, although it does not say so', async () => {
  const args = ['-e', 'sh', '-c', 'for i in $(seq 20); do sleep 0.25; echo step$i; done; exec cat'];
  await server.must('launch', { app: 'konsole', args });
  const early = await server.must('wait_idle', { app: 'konsole', quiet_ms: 1000, timeout_ms: 2500 });
  expect(early.facts).toMatchObject({ idle: false });
  expect(namesOf(early)).toContainEqual(expect.stringMatching(/^terminal /));
  await server.must('wait_idle', { app: 'konsole', quiet_ms: 1000, timeout_ms: 20_000 });
  expect((await server.must('get_text', { app: 'konsole', role: 'terminal' })).text).toContain('step20');
});

test('an application that hangs is an error that names it', async () => {
  const { facts } = await server.must('launch', { app: '/usr/bin/python3', args: [WINDOW, '3', 'label', 'hang'] });
  const log = async (): Promise<string> => (await server.must('app_log', { pid: facts['pid'] })).text;
  // A second after this it hangs.
  await until(async () => (await log()).includes('| label '), 'the change before the hang');
  const reply = await server.call('wait_idle', { quiet_ms: 3000, timeout_ms: 8000 });
  expect(reply.isError).toBe(true);
  expect(reply.text).toMatch(/does not answer/);
  expect(reply.ms).toBeLessThan(6500);
});
