/** Programs that know X11 only, on a display of the session's own. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { pidsOf, processes, readIfThere, startSession, until, windowsOf } from '../../support/session.ts';

/** The lock and the socket of an X server of the user's: its process is none of the session. */
const USERS = ['/tmp/.X7-lock', '/tmp/.X11-unix/X7'];

let server: TestServer;
/** Numbers of the session's own displays. */
let displays: string[] = [];
beforeAll(async () => {
  for (const file of USERS) writeFileSync(file, '4194303\n');
  server = await startServer();
  await startSession(server);
});
afterAll(async () => {
  await server.close();
  for (const file of USERS) rmSync(file, { force: true });
});

test('a program of Wayland starts no X server', async () => {
  await server.must('launch', { app: 'kcalc' });
  await server.must('launch', { app: 'gtk3-demo' });
  expect(pidsOf('Xwayland')).toEqual([]);
});

test('a program that knows X11 only is started, typed into, shown and closed', async () => {
  const file = '/tmp/x11-typed.txt';
  const script = `read line; echo "$line" > ${file}; cat`;
  const { facts } = await server.must('launch', { app: 'xterm', args: ['-e', 'sh', '-c', script] });
  expect(facts).toMatchObject({ handed_over: false, window: { app: 'XTerm', active: true } });
  await server.must('type_text', { text: 'hello X11\n', window: 'XTerm' });
  await until(() => readIfThere(file) === 'hello X11\n', 'what was typed');
  expect((await server.must('screenshot', { window: 'sh' })).images).toHaveLength(1);
  const unread = await server.call('find', { app: 'xterm', query: 'hello' });
  expect([unread.isError, unread.text]).toEqual([
    true,
    expect.stringMatching(/"XTerm" .*accessibility does not know it/),
  ]);
  displays = [...processes().values()].flatMap((command) => /\b(?:Xvfb|Xwayland) :(\d+)/.exec(command)?.[1] ?? []);
  expect(displays).toHaveLength(2);
  expect((await server.must('doctor')).text).toContain('ok   x11: programs that know X11 only run');
  await server.must('close_window', { query: 'XTerm' });
  await until(async () => windowsOf(await server.must('windows')).every(({ app }) => app !== 'XTerm'), 'its end');
});

test("the user's own X servers are left alone, and nothing of the session's display is left", async () => {
  await server.must('session_stop');
  expect(USERS.every(existsSync)).toBe(true);
  expect(displays.filter((display) => existsSync(`/tmp/.X11-unix/X${display}`))).toEqual([]);
});

test('a session without X says why a program does not start', async () => {
  await server.must('session_start', { xwayland: false });
  const { text } = await server.must('launch', { app: 'xterm' });
  expect(text).toContain(
    'it needs X11, which this session does not have: This session was started with xwayland: false.',
  );
});
