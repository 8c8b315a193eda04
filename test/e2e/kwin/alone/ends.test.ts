/** However the server ends, nothing of its sessions is left after 5 s. */
import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { initialize, type RawServer, startRaw } from '../../../support/raw-server.ts';
import { processes } from '../../../support/session.ts';

const STUBBORN =
  "trap '' TERM HUP INT; (setsid sh -c \"trap '' TERM HUP INT; echo \\$\\$ > /tmp/stubborn-$$; while :; do sleep 1; done\" &); while :; do sleep 1; done";

/** Where sessions may leave files and sockets. */
function traces(): string[] {
  return ['/tmp', '/tmp/.X11-unix', '/run/user/1000', '/run/user/1000/desktop-mcp', '/dev/shm'].flatMap((folder) => {
    try {
      return readdirSync(folder).map((name) => `${folder}/${name}`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  });
}

function call(server: RawServer, id: number, name: string, args: object) {
  server.send({ id, method: 'tools/call', params: { name, arguments: args } });
  return server.reply(id);
}

const ends: [string, (server: RawServer) => void, number][] = [
  ['end of input', (server) => void server.process.stdin?.end(), 0],
  ['SIGTERM', (server) => void server.process.kill('SIGTERM'), 143],
  ['SIGINT', (server) => void server.process.kill('SIGINT'), 130],
  ['SIGHUP', (server) => void server.process.kill('SIGHUP'), 129],
  ['SIGKILL', (server) => void server.process.kill('SIGKILL'), 137],
];

test.each(ends)(
  '%s leaves no process, socket or folder, also of a program that ignores TERM and has double-forked',
  async (_name, end, code) => {
    const before = { processes: new Set(processes().keys()), traces: new Set(traces()) };
    const server = startRaw();
    server.send(initialize());
    await server.reply(1);
    expect(await call(server, 2, 'session_start', {})).toMatchObject({ result: { structuredContent: { name: 's1' } } });
    await call(server, 3, 'launch', { app: 'sh', args: ['-c', STUBBORN], wait_ms: 0 });
    await call(server, 4, 'launch', { app: 'kcalc' });
    await delay(300);
    expect([...processes().values()].filter((command) => command.includes('stubborn')).length).toBeGreaterThanOrEqual(
      1,
    );
    end(server);
    expect(await server.exit).toBe(code);
    const left = async (): Promise<string[]> =>
      [...processes()].filter(([pid]) => !before.processes.has(pid)).map(([pid, command]) => `${pid} ${command}`);
    const deadline = Date.now() + 5000;
    while ((await left()).length > 0 && Date.now() < deadline) await delay(50);
    expect(await left()).toEqual([]);
    expect(traces().filter((path) => !before.traces.has(path) && !path.includes('stubborn'))).toEqual([]);
  },
  30_000,
);

test('session_stop ends one session and leaves the other', async () => {
  const server = startRaw();
  server.send(initialize());
  await server.reply(1);
  await Promise.all([
    call(server, 2, 'session_start', { name: 'one' }),
    call(server, 3, 'session_start', { name: 'two', home: 'isolated' }),
  ]);
  await call(server, 4, 'launch', { session: 'one', app: 'sh', args: ['-c', STUBBORN], wait_ms: 0 });
  expect(await call(server, 5, 'session_stop', { session: 'one' })).toMatchObject({
    result: { structuredContent: { stopped: 'one' } },
  });
  expect([...processes().values()].filter((command) => command.includes('stubborn'))).toEqual([]);
  expect(await call(server, 6, 'windows', { session: 'two' })).not.toHaveProperty('result.isError');
  expect(await call(server, 7, 'session_stop', { session: 'one' })).toMatchObject({
    result: { structuredContent: { stopped: null } },
  });
  server.process.stdin?.end();
  expect(await server.exit).toBe(0);
}, 30_000);
