/** Starting sessions: how fast, how many, and what is said when KWin does not come up. */
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer, type TestServer } from '../../support/server.ts';
import { processes, until } from '../../support/session.ts';

async function server(env: Record<string, string> = {}): Promise<TestServer> {
  const started = await startServer({ env });
  onTestFinished(() => started.close());
  return started;
}

/** A PATH like the real one, on which a program is missing or is this script. */
function pathWith(script: string | undefined, program = 'kwin_wayland'): string {
  const folder = `/tmp/path-${Math.random().toString(36).slice(2)}`;
  mkdirSync(folder);
  for (const bin of ['/usr/bin', '/usr/local/bin']) {
    for (const name of readdirSync(bin)) if (name !== program) symlinkSync(join(bin, name), join(folder, name));
  }
  if (script !== undefined) {
    writeFileSync(join(folder, program), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, program), 0o755);
  }
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('a session is up within 5 s, with progress, and known to session_info and doctor', async () => {
  const { must, call } = await server();
  const steps: (string | undefined)[] = [];
  const reply = await must(
    'session_start',
    { name: 'mine', width: 1000, height: 700 },
    { onprogress: ({ message }) => steps.push(message) },
  );
  expect(reply.ms).toBeLessThan(5000);
  expect(steps.length).toBeGreaterThanOrEqual(2);
  expect(reply.text).toMatch(/session "mine" is up: KWin 6\.\d+.*1000x700/);
  expect((await must('session_info')).facts['sessions']).toMatchObject([
    { name: 'mine', kind: 'virtual', is_default: true },
  ]);
  const { text } = await must('doctor');
  for (const layer of ['version', 'allowlist', 'session', 'accessibility', 'input', 'screens', 'pictures'])
    expect(text).toContain(`ok   ${layer}: `);
  expect(text).not.toContain('FAIL');
  expect((await must('windows')).facts['screens']).toMatchObject([
    { rect: { x: 0, y: 0, width: 1000, height: 700 }, scale: 1 },
  ]);
  const taken = await call('session_start', { name: 'mine' });
  expect([taken.isError, taken.text]).toEqual([true, expect.stringContaining('already a session "mine"')]);
}, 20_000);

/** Has a server say on stderr which workers it starts. */
const SAY_WORKERS = `--import=data:text/javascript,${encodeURIComponent(`
  import { syncBuiltinESMExports } from 'node:module';
  import threads from 'node:worker_threads';
  threads.Worker = class extends threads.Worker {
    constructor(url, options) {
      super(url, options);
      process.stderr.write('started ' + options?.name + '\\n');
    }
  };
  syncBuiltinESMExports();
`)}`;

test('session_info starts no worker', async () => {
  const { must, log } = await server({ NODE_OPTIONS: SAY_WORKERS });
  await must('session_start');
  expect((await must('session_info')).facts['held']).toEqual([]);
  expect(log()).toContain('started desktop');
  expect(log()).not.toContain('started input');
  await must('hold', { key: 'shift' });
  await until(() => log().includes('started input'), 'the input worker');
  expect((await must('session_info')).facts['held']).toEqual(['shift']);
  await must('hold', { key: 'shift', down: false });
}, 20_000);

test('two sessions do not see each other', async () => {
  const { must } = await server();
  await Promise.all([
    must('session_start', { name: 'left' }),
    must('session_start', { name: 'right', home: 'isolated' }),
  ]);
  await must('launch', { session: 'left', app: 'kcalc' });
  expect((await must('apps', { session: 'left' })).text).toContain('kcalc');
  expect((await must('apps', { session: 'right' })).text).not.toContain('kcalc');
  expect((await must('windows', { session: 'right' })).facts['windows']).toEqual([]);
}, 30_000);

test('an isolated home is empty and goes with the session; the variables given arrive; stdin is empty', async () => {
  const { must } = await server({ SECRET_TOKEN: 'hush', WAYLAND_DISPLAY: 'host-wayland', DISPLAY: ':99' });
  await must('session_start', { home: 'isolated', env: { GREETING: 'hello world' } });
  const script =
    'echo "$GREETING|$HOME|$SECRET_TOKEN|$DISPLAY|$OWN"; cat; ls -A "$HOME/Documents" 2>&1; echo "$WAYLAND_DISPLAY"';
  const { facts } = await must('launch', { app: 'sh', args: ['-c', script], env: { OWN: "it's" }, wait_ms: 0 });
  const log = await until(async () => {
    const reply = await must('app_log', { pid: facts['pid'] });
    return reply.facts['running'] === false && reply;
  }, 'the script ended');
  const [first = '', ...rest] = log.facts['lines'] as string[];
  expect(first).toMatch(/^hello world\|.*\/home\|\|:[2-5]\d{4}\|it's$/);
  expect(rest.join('\n')).not.toContain('host-wayland');
  expect(log.facts).toMatchObject({ exit_code: 0 });
}, 20_000);

test('app_log gives the last lines, or all, and the exit code', async () => {
  const { must, call } = await server();
  await must('session_start');
  const { facts } = await must('launch', {
    app: 'sh',
    args: ['-c', 'seq 1 100; echo oops >&2; exit 7'],
    wait_ms: 5000,
  });
  expect(facts).toMatchObject({ exit_code: 7 });
  const last = await must('app_log', { pid: facts['pid'], lines: 2 });
  expect(last.facts).toMatchObject({ lines: ['100', 'oops'], earlier: 99, running: false, exit_code: 7 });
  expect((await must('app_log', { pid: facts['pid'], lines: 0 })).facts['lines']).toHaveLength(101);
  expect((await call('app_log', { pid: 999_999 })).isError).toBe(true);
}, 20_000);

test('what a program prints without measure stays a short reply, of app_log and of launch', async () => {
  const { must } = await server();
  await must('session_start');
  const script = 'seq 1 300000; head -c 3000000 /dev/zero | tr "\\0" x; exit 1';
  const launched = await must('launch', { app: 'sh', args: ['-c', script] });
  const { pid } = launched.facts;
  const log = await must('app_log', { pid, lines: 0 });
  for (const { text, facts } of [launched, log]) {
    expect(text).toMatch(/earlier .*left out/);
    expect(text).toContain('2998000 characters left out');
    expect(JSON.stringify([text, facts]).length).toBeLessThan(150_000);
    expect(facts['earlier']).toBeGreaterThan(100_000);
  }
}, 20_000);

test('a launch that a running instance takes over is seen for a program whose windows have another name', async () => {
  const { must } = await server();
  await must('session_start', { home: 'isolated' });
  const page = (title: string): string[] => [`data:text/html,<title>${title}</title>`];
  const first = await must('launch', { app: 'firefox', args: page('One'), wait_ms: 40_000 });
  expect(first.facts).toMatchObject({ window: { app: 'firefox-esr' }, handed_over: false });
  const second = await must('launch', { app: 'firefox', args: ['--new-window', ...page('Two')] });
  expect(second.facts).toMatchObject({ window: { app: 'firefox-esr', pid: first.facts['pid'] }, handed_over: true });
}, 60_000);

test('launch finds a program by its desktop file and sees a launch that a running instance took over', async () => {
  const { must, call } = await server();
  await must('session_start');
  const first = (await must('launch', { app: 'org.kde.kate', args: ['/tmp/first.txt'] })).facts;
  expect(first).toMatchObject({ window: { app: 'org.kde.kate', pid: first['pid'] }, handed_over: false });
  const second = await must('launch', { app: 'Kate', args: ['/tmp/second.txt'] });
  const window = { title: expect.stringContaining('second.txt'), pid: first['pid'] };
  expect(second.facts).toMatchObject({ window, handed_over: true });
  expect(second.text).toContain(`taken over by the running pid ${String(first['pid'])}`);
  // Kate has this file open, and its second process waits until it is closed there.
  const third = await must('launch', { app: 'kate', args: ['/tmp/second.txt'] });
  expect(third.facts).toMatchObject({ window, handed_over: true });
  expect(third.text).toContain('shows nothing of its own');
  expect(third.ms).toBeLessThan(8000);
  const unknown = await call('launch', { app: 'kaet' });
  expect([unknown.isError, unknown.text.split('\n').length, unknown.text]).toEqual([
    true,
    2,
    expect.stringContaining('kate'),
  ]);
}, 30_000);

test('windows lists what runs in each tab of a terminal, and where', async () => {
  const { must } = await server();
  await must('session_start');
  await must('launch', { app: 'konsole', args: ['--workdir', '/usr/share', '-e', 'sleep', '1234'] });
  const reply = await until(async () => {
    const answer = await must('windows');
    return answer.text.includes('sleep 1234') && answer;
  }, 'the tab');
  expect(reply.text).toMatch(/\n tab \/dev\/pts\/\d+: "(?:.*bin.)?sleep 1234" in "\/usr\/share"/);
  expect(reply.facts['terminals']).toMatchObject([
    { tabs: [{ command: expect.stringMatching(/sleep 1234$/), directory: '/usr/share' }] },
  ]);
}, 20_000);

test('keep leaves the logs of a session that was stopped', async () => {
  const { must } = await server();
  const { facts } = await must('session_start', { keep: true });
  await must('session_stop');
  expect(readdirSync(`${String(facts['folder'])}/logs`)).toContain('kwin.log');
  rmSync(String(facts['folder']), { recursive: true });
}, 20_000);

test.each([
  ['missing', undefined, /kwin_wayland/],
  ['crashing at once', 'echo "no GPU: giving up" >&2; exit 3', /no GPU: giving up/],
  ['killed by a signal', 'echo "about to crash" >&2; kill -SEGV $$', /about to crash/],
  ['hanging before it owns its name', 'echo "waiting for a seat" >&2; sleep 1000', /waiting for a seat/],
  ['printing half a line', 'printf "half a li" >&2; exit 1', /half a li/],
])(
  'KWin %s is a two-line error with its own words within 15 s, and leaves nothing behind',
  async (_name, script, words) => {
    const before = new Set(processes().keys());
    const started = await server({ PATH: pathWith(script) });
    const reply = await started.call('session_start');
    expect(reply.isError).toBe(true);
    expect(reply.ms).toBeLessThan(15_000);
    expect(reply.text.split('\n')).toHaveLength(2);
    expect(reply.text).toMatch(words);
    await until(
      () => [...processes()].every(([pid]) => before.has(pid) || pid === started.pid),
      'only the server is left',
    );
    expect((await started.call('session_info')).text).toBe('no session');
  },
  30_000,
);

test('a cancelled start leaves nothing behind, and the next one works', async () => {
  const started = await server();
  await started.client.ping();
  const before = new Set(processes().keys());
  const cancel = new AbortController();
  const starting = started.call('session_start', {}, { signal: cancel.signal }).catch((error: unknown) => error);
  await until(() => [...processes().values()].some((command) => command.includes('kwin_wayland')), 'KWin is starting');
  cancel.abort();
  await starting;
  await until(() => [...processes()].every(([pid]) => before.has(pid)), 'everything is gone');
  expect((await started.must('session_start')).text).toContain('is up');
}, 30_000);

test('an X display that cannot be had is refused with what to install, and doctor says why there is none', async () => {
  const started = await server({ PATH: pathWith(undefined, 'Xwayland') });
  const reply = await started.call('session_start', { xwayland: true });
  expect([reply.isError, reply.text]).toEqual([
    true,
    expect.stringMatching(/^Xwayland is not installed\.\nInstall it/),
  ]);
  await started.must('session_start');
  expect((await started.must('doctor')).text).toContain('x11: Xwayland is not installed.');
});

test.each([
  ['KWin', /^\S*kwin_wayland /, /KWin ended with SIGKILL/],
  ['its X server', /^\S*Xvfb /, /Xvfb ended with SIGKILL/],
  ['its bus', /^\S*dbus-daemon --session /, /session bus/],
  ['its shell', /^\S*sh \S*session.sh outer /, /ended/],
])(
  'a session that loses %s is reported as ended, and another can be started',
  async (_name, program, reason) => {
    const started = await server();
    const { facts } = await started.must('session_start', { name: 'doomed' });
    const found = [...processes()].filter(([, command]) => program.test(command));
    expect(found).toHaveLength(1);
    for (const [pid] of found) process.kill(pid, 'SIGKILL');
    const reply = await until(async () => {
      const answer = await started.call('windows', { session: 'doomed' });
      return answer.text.includes('"doomed" has ended') && answer;
    }, 'the end is known');
    expect([reply.isError, reply.text]).toEqual([true, expect.stringMatching(reason)]);
    expect((await started.must('doctor', { session: 'doomed' })).text).toMatch(reason);
    await until(() => !existsSync(String(facts['folder'])), 'its folder is removed');
    await started.must('session_start', { name: 'doomed' });
  },
  30_000,
);
