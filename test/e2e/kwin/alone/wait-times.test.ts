/** How soon a wait ends: when its time is over, when what it waits for is there, and when it is cancelled. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRaw } from '../../../support/raw-server.ts';
import { startServer, type TestServer } from '../../../support/server.ts';
import { readIfThere, startSession, until } from '../../../support/session.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await startSession(server);
});
afterAll(() => server.close());

test('pause takes as long as it says', async () => {
  const { facts } = await server.must('pause', { ms: 400 });
  expect(facts['waited_ms']).toBeGreaterThanOrEqual(399);
  expect(facts['waited_ms']).toBeLessThan(500);
});

test('Kate that is at rest already takes the quiet time and little more', async () => {
  await server.must('launch', { app: 'kate', args: ['/tmp/wait-times.txt'] });
  await server.must('wait_idle', { app: 'kate', quiet_ms: 1500 });
  const { facts } = await server.must('wait_idle', { app: 'kate' });
  expect(facts['waited_ms']).toBeLessThan(500);
});

describe('a cancel', () => {
  const raw = startRaw();
  let id = 0;
  const request = async (method: string, params: object): Promise<void> => {
    raw.send({ id: ++id, method, params });
    const { error } = await raw.reply(id);
    expect(error).toBeUndefined();
  };
  beforeAll(async () => {
    const clientInfo = { name: 'test', version: '1' };
    await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    raw.send({ method: 'notifications/initialized' });
    await request('tools/call', { name: 'session_start', arguments: {} });
    await request('tools/call', { name: 'launch', arguments: { app: 'kcalc' } });
  }, 60_000);
  afterAll(() => {
    raw.process.kill();
    return raw.exit;
  });

  test.each([
    ['wait_idle', { app: 'kcalc', quiet_ms: 60_000, timeout_ms: 60_000 }],
    ['wait_for', { app: 'kcalc', query: 'no such thing', timeout_ms: 60_000 }],
    ['wait_for', { window: 'no such thing', timeout_ms: 60_000 }],
    ['pause', { ms: 60_000 }],
  ])('ends %s %j before its next progress', async (name, args) => {
    const requestId = ++id;
    const progressOf = (): string[] => raw.lines.filter((line) => line.includes(`"progressToken":"of ${requestId}"`));
    const call = { name, arguments: args, _meta: { progressToken: `of ${requestId}` } };
    raw.send({ id: requestId, method: 'tools/call', params: call });
    // Progress comes every second. Cancelled 300 ms before it would come again, it must not come again.
    await until(() => progressOf().length === 1, 'progress');
    await delay(700);
    raw.send({ method: 'notifications/cancelled', params: { requestId } });
    await delay(600);
    expect(progressOf()).toHaveLength(1);
    expect(raw.log()).not.toMatch(/stuck|replaced/);
  });
});

const WINDOW = '/project/test/fixtures/wait-gtk.py';

test.each(['3', '4'])('wait_for sees an element of GTK %s within moments of its event', async (version) => {
  const launch = { app: '/usr/bin/python3', args: [WINDOW, version, 'label', 'add'] };
  const { facts } = await server.must('launch', launch);
  const app = version === '3' ? 'python3' : 'Unnamed';
  const seen: number[] = [];
  for (const query of ['After', 'Added']) {
    expect((await server.must('wait_for', { app, query })).facts).toMatchObject({ met: true });
    seen.push(Date.now());
  }
  const log = (await server.must('app_log', { pid: facts['pid'] })).text;
  const made = [...log.matchAll(/^\| \w+ (\d+)$/gm)].map(([, at]) => Number(at));
  const late = seen.map((at, index) => at - (made[index] ?? 0));
  expect(made).toHaveLength(2);
  expect(Math.min(...late)).toBeLessThan(50);
  await server.must('key', { key: 'alt+F4' });
});

test('wait_for sees what a terminal writes within moments', async () => {
  const when = '/tmp/wait-terminal.txt';
  const late: number[] = [];
  for (const word of ['FIRST', 'SECOND']) {
    await server.must('launch', {
      app: 'konsole',
      args: ['-e', 'sh', '-c', `sleep 2; date +%s%3N >${when}; echo ${word}; exec cat`],
    });
    await server.must('wait_for', { app: 'konsole', query: word, timeout_ms: 20_000 });
    late.push(Date.now() - Number(readIfThere(when)));
  }
  expect(Math.min(...late)).toBeLessThan(150);
});
