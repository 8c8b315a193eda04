/** The live session: a desktop that is the user's own, with the allowlist between it and the agent. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveDesktop, startLiveDesktop } from '../../support/live-desktop.ts';
import { startProgram, withProgram } from '../../support/program.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { find, pidsOf, readIfThere, until, windowsOf } from '../../support/session.ts';

let desktop: LiveDesktop;
let server: TestServer;

const isEnabled = (): string =>
  desktop.bus('get-property', 'org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Status', 'IsEnabled').trim();

beforeAll(async () => {
  desktop = await startLiveDesktop('live');
  server = await startServer({ env: desktop.env });
  const isOpen = async (name: string): Promise<boolean> =>
    windowsOf(await server.must('windows')).some(({ app }) => app === `org.kde.${name}`);
  await until(() => isOpen('kcalc'), "the user's KCalc");
  // Kate comes last, and so in front.
  desktop.start('kate', [`${desktop.folder}/user.txt`]);
  await until(() => isOpen('kate'), "the user's Kate");
}, 60_000);
afterAll(async () => {
  await server.close();
  await desktop.close();
});

test('the default session is the live desktop', async () => {
  expect((await server.must('session_info')).facts['sessions']).toMatchObject([
    { name: 'live', kind: 'live', is_default: true },
  ]);
  expect(isEnabled()).toBe('b true');
});

test('the allowlist is made on the first run, and names Kate', async () => {
  expect(readIfThere(desktop.allowPath)).toContain('\nkate\n');
  await until(async () => (await server.must('apps')).text.includes('kate ('), 'Kate among the applications');
});

test('an allowed application is read and operated', async () => {
  const front = windowsOf(await server.must('windows')).find(({ active }) => active);
  if (front?.app !== 'org.kde.kate') await server.must('click', { app: 'kate', role: 'text' });
  await server.must('type_text', { text: 'from the agent ğ' });
  await server.must('key', { key: 'ctrl+s' });
  await until(() => readIfThere(`${desktop.folder}/user.txt`)?.includes('from the agent ğ'), 'the text on disk');
  expect((await server.must('tree', { app: 'kate' })).text).toContain('user.txt');
});

test('an application that is not listed cannot be seen, read, clicked or launched; the file is read again when it changed', async () => {
  desktop.allow('kate\n');
  const apps = await server.must('apps');
  expect(apps.text).toContain('not in the allowlist: ');
  expect(apps.facts['blocked']).toContain('kcalc');
  for (const [name, args] of [
    ['tree', { app: 'kcalc' }],
    ['find', { app: 'kcalc', query: 'Seven' }],
    ['click', { app: 'kcalc', query: 'Seven' }],
    ['launch', { app: 'dolphin' }],
  ] as const) {
    const reply = await server.call(name, args);
    expect([name, reply.isError, reply.text]).toEqual([name, true, expect.stringMatching(/allow/i)]);
  }
  expect(windowsOf(await server.must('windows')).some(({ app }) => /kcalc/i.test(app))).toBe(false);
  desktop.allow('kate\nkcalc\n');
  expect((await find(server, { app: 'kcalc', query: 'Seven', match: 'exact', role: 'button' })).length).toBe(1);
});

test('launch runs what the desktop knows by a listed name, and no other code', async () => {
  const evil = `${desktop.folder}/evil`;
  mkdirSync(evil);
  writeFileSync(`${evil}/kate`, `#!/bin/sh\ntouch ${evil}/ran\n`, { mode: 0o755 });
  for (const env of [{ PATH: evil }, { LD_PRELOAD: `${evil}/x.so` }]) {
    const reply = await server.call('launch', { app: 'kate', env });
    expect([reply.isError, reply.text]).toEqual([true, expect.stringContaining('changes which code runs')]);
  }
  for (const args of [['-platformpluginpath', evil], ['--qmljsdebugger=port:1']]) {
    const reply = await server.call('launch', { app: 'kate', args });
    expect([reply.isError, reply.text]).toEqual([
      true,
      expect.stringContaining(`${args[0]?.split('=')[0]}: this changes`),
    ]);
  }
  const reply = await server.call('launch', { app: '/usr/bin/kcalc' });
  expect([reply.isError, reply.text]).toEqual([true, expect.stringContaining('launch "kcalc"')]);
  expect(readdirSync(evil)).toEqual(['kate']);
});

test('an id given earlier is refused once its application is no longer listed', async () => {
  const [seven] = await find(server, { app: 'kcalc', query: 'Seven', match: 'exact', role: 'button' });
  desktop.allow('kate\n');
  const reply = await server.call('act', { id: seven?.id });
  expect([reply.isError, reply.text]).toEqual([true, expect.stringMatching(/allow/i)]);
});

test('keys are not sent while a window in front is not of a listed application', async () => {
  desktop.allow('kcalc\n');
  const front = windowsOf(await server.must('windows')).find(({ active }) => active);
  expect(front).toBeUndefined();
  const reply = await server.call('key', { key: 'x' });
  expect([reply.isError, reply.text]).toEqual([true, expect.stringMatching(/allow/i)]);
  const tree = await server.call('tree');
  expect([tree.isError, tree.text]).toEqual([true, expect.stringMatching(/^Process \d+ .*may not see\.\n.*allowlist/)]);
  desktop.allow('kate\nkcalc\n');
  // Kate ends a file with a new line when it saves it.
  const { facts } = await server.must('get_text', { app: 'kate', role: 'text' });
  expect(facts['text']).toBe('from the agent ğ\n');
});

test('an unchanged program is read without a message to it, and to no other one', async () => {
  desktop.allow('kate\nnode\nfixture-table\nfixture-deep\n');
  const other = await startProgram(server, { scenario: 'deep' });
  await withProgram(server, { scenario: 'table', rows: 100, shown: 100 }, async (program) => {
    const { app } = program;
    await program.emit({ key: 'window', member: 'StateChanged', detail: 'active', value: 1 });
    const { facts } = await server.must('get_text', { app, query: 'Cell 50.1', role: 'table cell' });
    for (const [tool, args] of [
      ['tree', { app }],
      ['find', { app, query: 'Cell 50.1' }],
      ['get_text', { id: facts['id'] }],
    ] as const) {
      await Promise.all([program.reset(), other.reset()]);
      await server.must(tool, args);
      const counts = await Promise.all([program.counts(), other.counts()]);
      expect([tool, ...counts.map(({ total }) => total)]).toEqual([tool, 0, 0]);
    }
  });
  await other.quit();
});

test('doctor names the line of the allowlist that means nobody', async () => {
  desktop.allow('kate\n*\n');
  expect((await server.must('doctor')).text).toMatch(/FAIL allowlist: .*line 2/);
});

test('a folder in place of the allowlist allows nothing, and doctor says so', async () => {
  rmSync(desktop.allowPath);
  mkdirSync(desktop.allowPath);
  const reply = await server.call('tree', { app: 'kate' });
  expect([reply.isError, reply.text]).toEqual([true, expect.stringContaining('cannot be read')]);
  expect((await server.must('doctor')).text).toMatch(/FAIL allowlist: .*not a file/);
  rmSync(desktop.allowPath, { recursive: true });
});

test('what a live desktop lacks is said', async () => {
  desktop.allow('kate\n');
  const tree = await server.must('tree', { app: 'kate', screenshot: true });
  expect(tree.text).toMatch(/\[\d+\] frame[^]*\nwarning: no picture: This version takes no pictures/);
  const reply = await server.call('screenshot', { marks: true });
  expect([reply.isError, reply.text]).toEqual([true, expect.stringContaining('ScreenShot2')]);
  const { facts } = await server.must('activate_window', { query: 'kate', capture: { delays_ms: [0] } });
  expect(facts).toMatchObject({ warnings: [expect.stringMatching(/^no picture 0 ms after it: .*ScreenShot2/)] });
});

test('a window of an application that is not listed is neither listed nor brought in front, moved or closed', async () => {
  desktop.allow('kcalc\n');
  for (const [name, args] of [
    ['activate_window', { query: 'kate' }],
    ['move_window', { query: 'kate', x: 1 }],
    ['key', { window: 'kate', key: 'x' }],
  ] as const) {
    const reply = await server.call(name, args);
    expect([name, reply.isError, reply.text]).toEqual([
      name,
      true,
      expect.stringContaining('No window matches "kate"'),
    ]);
    expect(reply.text).not.toContain('user.txt');
  }
  expect((await server.must('close_window', { query: 'kate', confirm: true })).facts['refusal']).toBe('no_window');
});

test('wait_for sees the window of an application that was started after it', async () => {
  desktop.allow('kate\nkwrite\n');
  const waiting = server.must('wait_for', { window: 'kwrite', timeout_ms: 15_000 });
  const { facts } = await server.must('launch', { app: 'kwrite' });
  expect((await waiting).facts).toMatchObject({ met: true });
  const query = (facts['window'] as { id: string }).id;
  expect((await server.must('close_window', { query, confirm: true })).facts).toMatchObject({
    closed: true,
    consent: 'confirmed',
  });
  await until(() => pidsOf('kwrite').length === 0, 'kwrite ended');
});

test("a private session beside it reaches neither windows nor keyboard nor pointer of the user's desktop", async () => {
  desktop.allow('kate\nkcalc\n');
  const own = { session: 'live' };
  const lookAround = async (): Promise<unknown[]> => {
    const windows = windowsOf(await server.must('windows', own)).map(({ id, active, frame }) => ({
      id,
      active,
      frame,
    }));
    const { text } = (await server.must('get_text', { ...own, app: 'kate', role: 'text' })).facts;
    const result = (await server.must('get_text', { ...own, app: 'kcalc', role: 'text' })).facts['text'];
    return [windows, text, result, (await server.must('cursor_position', own)).text];
  };
  const before = await lookAround();
  const beside = { session: 'beside' };
  await server.must('session_start', { name: 'beside' });
  await server.must('launch', { ...beside, app: 'kcalc' });
  await server.must('click', { ...beside, app: 'kcalc', query: 'Seven', match: 'exact', role: 'button' });
  await server.must('key', { ...beside, key: '8' });
  await until(
    async () => (await find(server, { ...beside, app: 'kcalc', query: '78', match: 'exact' })).length > 0,
    '78',
  );
  await server.must('mouse', { ...beside, x: 700, y: 500, clicks: 0 });
  expect(await lookAround()).toEqual(before);
  await server.must('session_stop', beside);
  expect(await lookAround()).toEqual(before);
});

test('closing a window of the user needs their consent', async () => {
  const { facts, text } = await server.must('close_window', { query: 'kate' });
  expect(facts).toMatchObject({ result: 'refused', refusal: 'no_consent', consent: 'unsupported' });
  expect(text).toContain('confirm: true');
  expect(windowsOf(await server.must('windows', { app: 'kate' }))).toHaveLength(1);
});

test('a program that we launched ends with the session; the desktop and its switch stay as they were', async () => {
  desktop.allow('kate\nkwrite\n');
  await server.must('launch', { app: 'kwrite' });
  expect(pidsOf('kwrite')).toHaveLength(1);
  expect((await server.must('session_stop', { session: 'live' })).facts).toMatchObject({ stopped: 'live' });
  await until(() => pidsOf('kwrite').length === 0, 'kwrite ended');
  expect(pidsOf('kate')).toHaveLength(1);
  expect(isEnabled()).toBe('b false');
});

test('programs inherit no descriptor of the server, nor of its client', async () => {
  desktop.allow('bash\n');
  const own = await startServer({
    env: desktop.env,
    command: 'bash',
    args: ['-c', 'exec 20</etc/hosts; exec desktop-mcp'],
  });
  await own.must('session_start', { name: 'private' });
  await own.must('cursor_position', { session: 'private' });
  // The fourth is the folder that is listed.
  for (const session of ['live', 'private']) {
    const { facts } = await own.must('launch', { session, app: 'bash', args: ['-c', 'ls /proc/self/fd'] });
    expect([session, facts['output']]).toEqual([session, ['0', '1', '2', '3']]);
  }
  await own.close();
});

test('what a server that was killed left is removed by the next one, and the switch is put back', async () => {
  const folders = (): string[] => readdirSync(desktop.folder).filter((name) => name.startsWith('desktop-mcp-live-'));
  const isLoaded = (folder: string): boolean =>
    desktop.bus('call', ...SCRIPTING, 'isScriptLoaded', 's', `desktop-mcp-${folder}`).trim() === 'b true';
  expect(folders()).toEqual([]);
  const doomed = await startServer({ env: desktop.env });
  await doomed.must('windows');
  const [left = ''] = folders();
  process.kill(doomed.pid, 'SIGKILL');
  await until(() => !existsSync(`/proc/${doomed.pid}`), 'the end of the server');
  expect([folders(), isLoaded(left), isEnabled()]).toEqual([[left], true, 'b true']);
  await server.must('windows');
  const [own = ''] = folders();
  expect([folders().length, own === left, isLoaded(left), isLoaded(own)]).toEqual([1, false, false, true]);
  // One that lives is left alone.
  const other = await startServer({ env: desktop.env });
  await other.must('windows');
  expect([folders().length, isLoaded(own)]).toEqual([2, true]);
  await other.close();
  await server.must('session_stop', { session: 'live' });
  expect([folders(), isEnabled()]).toEqual([[], 'b false']);
});

const SCRIPTING = ['org.kde.KWin', '/Scripting', 'org.kde.kwin.Scripting'];
