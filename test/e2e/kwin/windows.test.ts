/** Windows: which there are, and what really happens to them. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WindowInfo } from '../../../src/protocol/window.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { bus, find, findOne, pidsOf, readIfThere, startSession, until, windowsOf } from '../../support/session.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startServer();
  folder = await startSession(server, { width: 1280, height: 800 });
});
afterAll(() => server.close());

/** How often a window is raised and typed into; 100 to look closely. */
const ROUNDS = Number(process.env['RAISE_ROUNDS'] ?? 30);

async function launched(app: string, ...args: string[]): Promise<WindowInfo> {
  return (await server.must('launch', { app, args })).facts['window'] as WindowInfo;
}

async function windowOf(id: string): Promise<WindowInfo> {
  const window = windowsOf(await server.must('windows')).find((each) => each.id === id);
  if (!window) throw new Error(`no window ${id}`);
  return window;
}

async function front(): Promise<string | undefined> {
  return windowsOf(await server.must('windows')).find(({ active }) => active)?.id;
}

/** Closes a window whatever it asks. */
async function discard(id: string): Promise<void> {
  const { facts } = await server.must('close_window', { query: id });
  if (facts['closed'] === true) return;
  const dialog = facts['dialog'] as { id: number; name: string }[];
  await server.must('act', { id: dialog.find(({ name }) => /discard/i.test(name))?.id });
  await server.must('wait_for', { window: id, gone: true });
}

test('two windows of one title: a query lists both with ids, an id brings the one meant in front', async () => {
  const a = await launched('kwrite');
  const b = await launched('kwrite');
  expect(a.title).toBe(b.title);
  const reply = await server.call('activate_window', { query: 'kwrite' });
  expect([reply.isError, reply.text]).toEqual([true, expect.stringContaining('2 windows match "kwrite"')]);
  for (const { id } of [a, b, a]) {
    expect(reply.text).toContain(`id=${id}`);
    const { facts } = await server.must('activate_window', { query: id });
    expect(facts).toMatchObject({ result: 'verified', window: { id }, active_window: { id } });
    expect(await front()).toBe(id);
  }
  await server.must('close_window', { query: a.id });
  expect((await server.must('close_window', { query: 'kwrite' })).facts).toMatchObject({ closed: true });
});

test('what is typed right after another window is raised goes to that window, every time', async () => {
  const files = ['/tmp/raise-a.txt', '/tmp/raise-b.txt'];
  const windows = [await launched('kwrite', files[0] ?? ''), await launched('kwrite', files[1] ?? '')];
  const typed = ['', ''];
  for (let round = 0; round < ROUNDS; round++) {
    const word = `${round.toString(36).padStart(2, '0')}.`;
    const which = round % 2;
    const reply = await server.must('type_text', { window: windows[which]?.id, text: word, method: 'keys' });
    expect(reply.text).toContain('activated "raise-');
    typed[which] += word;
  }
  for (const [index, { id = '' } = {}] of windows.entries()) {
    await server.must('key', { window: id, key: 'ctrl+s' });
    const onDisk = (): string | undefined => readIfThere(files[index] ?? '');
    const text = await until(
      () => onDisk()?.trim(),
      () => `the text in the file ${index}, which holds ${JSON.stringify(onDisk())}`,
    );
    expect(text).toBe(typed[index]);
    await server.must('close_window', { query: id });
  }
}, 60_000);

test('a shortcut for a window is sent once its program knows that it is in front, however late that is', async ({
  onTestFinished,
}) => {
  const file = `/tmp/raise-late-${Date.now()}.txt`;
  const others = new Set([...pidsOf('kwrite'), ...pidsOf('kcalc')]);
  onTestFinished(() => {
    const left = [...pidsOf('kwrite'), ...pidsOf('kcalc')].filter((one) => !others.has(one));
    // One may be ending by itself.
    spawnSync('kill', ['-KILL', ...left.map(String)]);
  });
  const { id } = await launched('kwrite', file);
  const pid = pidsOf('kwrite').find((one) => !others.has(one)) ?? 0;
  expect(pid).toBeGreaterThan(0);
  const { id: other } = await launched('kcalc');
  // Without the wait for the program about one in fifteen is lost.
  for (let round = 1; round <= 40; round++) {
    await server.must('type_text', { window: id, text: 'x', method: 'keys' });
    await server.must('activate_window', { query: other });
    process.kill(pid, 'SIGSTOP');
    const saving = server.must('key', { window: id, key: 'ctrl+s' });
    await delay(100);
    process.kill(pid, 'SIGCONT');
    await saving;
    await until(() => readIfThere(file)?.trim().length === round, `round ${round} on disk`);
  }
  for (const one of [id, other]) await server.must('close_window', { query: one });
}, 60_000);

test('of two windows of one title and one program the one that is raised is waited for, and no longer', async () => {
  const first = await launched('konsole', '--workdir', '/tmp');
  await server.must('key', { window: first.id, key: 'ctrl+shift+n' });
  // A new tab has another title until its shell runs.
  const alike = () =>
    until(async () => {
      const all = windowsOf(await server.must('windows')).filter(({ pid }) => pid === first.pid);
      return all.length === 2 && all[0]?.title === all[1]?.title && all;
    }, 'two windows of one title');
  const twins = await alike();
  const tabs = async (): Promise<number> => {
    const { facts } = await server.must('windows', { app: 'konsole' });
    return (facts['terminals'] as { tabs: unknown[] }[]).flatMap((terminal) => terminal.tabs).length;
  };
  const times: number[] = [];
  for (let round = 1; round <= 10; round++) {
    const startedMs = performance.now();
    await server.must('key', { window: twins[round % 2]?.id, key: 'ctrl+shift+t' });
    times.push(performance.now() - startedMs);
    await until(async () => (await tabs()) === 2 + round, `the tab of round ${round}`);
    await alike();
  }
  // What is not recognized as active is waited for 500 ms.
  expect(times.toSorted((a, b) => a - b)[3]).toBeLessThan(400);
  for (const { id } of twins) await server.call('close_window', { query: id });
}, 30_000);

test('the window of a key is left alone when it is in front already', async () => {
  const { id } = await launched('kwrite');
  expect((await server.must('key', { window: id, key: 'a' })).text).toBe('pressed a');
  expect((await server.must('key', { window: 'kwrite', key: 'b' })).text).toBe('pressed b');
  await discard(id);
});

test('screens, virtual desktops with the current one, and the desktop of each window are listed', async () => {
  const desktops = ['org.kde.KWin', '/VirtualDesktopManager', 'org.kde.KWin.VirtualDesktopManager'];
  bus(folder, 'call', ...desktops, 'createDesktop', 'us', '1', 'Mail');
  const { id } = await launched('kcalc');
  const { facts, text } = await server.must('windows');
  expect(facts['desktops']).toEqual([
    { name: 'Desktop 1', current: true },
    { name: 'Mail', current: false },
  ]);
  expect(facts['screens']).toEqual([{ name: 'X11-0', rect: { x: 0, y: 0, width: 1280, height: 800 }, scale: 1 }]);
  expect(text).toContain('desktops: 1 "Desktop 1" (current), 2 "Mail"');
  expect(await windowOf(id)).toMatchObject({ desktops: ['Desktop 1'], output: 'X11-0', minimized: false });
});

test('a window is moved to another desktop, by number or name, and back in front switches there', async () => {
  const { id } = await launched('kwrite');
  const moved = await server.must('move_window', { query: id, desktop: 2 });
  expect(moved.facts).toMatchObject({ result: 'verified', window: { desktops: ['Mail'] } });
  expect(moved.text).toContain('in front now: "KCalc"');
  const { text } = await server.must('activate_window', { query: id });
  expect(text).toContain('(switched to desktop "Mail")');
  expect(await front()).toBe(id);
  await server.must('move_window', { query: id, desktop: 'desktop 1' });
  expect((await server.must('key', { window: id, key: 'Home' })).text).toContain('(switched to desktop "Desktop 1")');
  const reply = await server.call('move_window', { query: id, desktop: 'Music' });
  expect([reply.isError, reply.text]).toEqual([true, expect.stringContaining('2 "Mail"')]);
  await discard(id);
});

test('a minimized window is restored, by activate_window and for a key', async () => {
  const { id } = await launched('kwrite');
  for (const bring of [
    () => server.must('activate_window', { query: id }),
    () => server.must('key', { window: id, key: 'Home' }),
  ]) {
    expect((await server.must('move_window', { query: id, state: 'minimize' })).facts).toMatchObject({
      result: 'verified',
      window: { minimized: true, active: false },
    });
    expect((await bring()).text).toContain('(was minimized)');
    expect(await windowOf(id)).toMatchObject({ minimized: false, active: true });
  }
  await discard(id);
});

test('place, size and states come out as asked for, also of a maximized window', async () => {
  const { id } = await launched('kwrite');
  const place = { x: 100, y: 50, width: 600, height: 400 };
  const steps: [Record<string, unknown>, Partial<WindowInfo>][] = [
    [place, { frame: place }],
    [{ x: 120 }, { frame: { ...place, x: 120 } }],
    [{ state: 'maximize' }, { maximized: true, frame: { x: 0, y: 0, width: 1280, height: 800 } }],
    [{ y: 70 }, { maximized: false, frame: { ...place, x: 120, y: 70 } }],
    [{ state: 'fullscreen' }, { fullscreen: true, frame: { x: 0, y: 0, width: 1280, height: 800 } }],
    [
      { state: 'restore', width: 640 },
      { fullscreen: false, frame: { ...place, x: 120, y: 70, width: 640 } },
    ],
  ];
  for (const [asked, is] of steps) {
    const { facts } = await server.must('move_window', { query: id, ...asked });
    expect([asked, facts]).toEqual([asked, expect.objectContaining({ result: 'verified' })]);
    expect(await windowOf(id)).toMatchObject(is);
  }
  await discard(id);
});

test('a size that a window does not take is not reported as taken', async () => {
  const { id } = windowsOf(await server.must('windows', { app: 'kcalc' }))[0] ?? {};
  const { facts, text } = await server.must('move_window', { query: id, width: 40, height: 40 });
  expect(facts['result']).toBe('failed');
  expect(text).toContain('not as asked for');
  const { frame } = await windowOf(id ?? '');
  expect((facts['window'] as WindowInfo).frame).toEqual(frame);
  expect(frame.width).toBeGreaterThan(40);
});

test('a size or place that may end a program is refused', async () => {
  for (const side of ['x', 'y', 'width', 'height']) {
    const reply = await server.call('move_window', { query: 'kcalc', [side]: 16_385 });
    expect([reply.isError, reply.text]).toEqual([true, expect.stringMatching(`"${side}" .* is wrong: .*16384`)]);
  }
});

test('closing a window with unsaved work lists the question with its buttons, which then work', async () => {
  const { id } = await launched('kate', '/tmp/unsaved.txt');
  await server.must('type_text', { window: id, text: 'not saved' });
  const reply = await server.must('close_window', { query: id });
  expect(reply.facts).toMatchObject({ closed: false, consent: 'not_required' });
  expect(reply.text).toMatch(
    /is still open, showing:\n\[\d+\] dialog "Close Document": "The document .*discard them\?"/,
  );
  expect(reply.text).toMatch(/\[\d+\] "Save" \[\d+\] "Discard" \[\d+\] "Cancel"/);
});

test('a window that a modal dialog blocks: each tool says so, and nothing is sent', async () => {
  const id = windowsOf(await server.must('windows', { app: 'kate' })).find(({ kind }) => kind === 'normal')?.id;
  const raised = await server.must('activate_window', { query: id });
  expect(raised.text).toContain('its dialog has the keyboard: "Close Document');
  for (const [name, args] of [
    ['key', { window: id, key: 'x' }],
    ['type_text', { window: id, text: 'x' }],
    ['click', { window: id, app: 'kate', query: 'Documents', role: 'check box' }],
  ] as const) {
    const reply = await server.call(name, args);
    expect([name, reply.isError, reply.text]).toEqual([
      name,
      true,
      expect.stringMatching(/blocked by its dialog "Close Document.*nothing sent/),
    ]);
  }
  const clicked = await server.call('click', { app: 'kate', query: 'Documents', role: 'check box' });
  expect([clicked.isError, clicked.text]).toEqual([
    true,
    expect.stringMatching(/blocked by its dialog "Close Doc.*; noth/),
  ]);
  expect((await server.must('move_window', { query: id, x: 5, y: 5 })).facts).toMatchObject({ result: 'verified' });
  await server.must('act', { app: 'kate', query: 'Discard', role: 'button' });
  expect((await server.must('wait_for', { window: id, gone: true })).facts).toMatchObject({ met: true });
});

test('a click on an element of a minimized window, or on another desktop, sends nothing and says what to do', async () => {
  const { id } = await launched('kwrite', '/tmp/hidden.txt');
  const target = { app: 'kwrite', query: 'Save', match: 'exact', role: 'button' };
  const element = (await findOne(server, target)).id;
  await server.must('move_window', { query: id, desktop: 'Mail' });
  const away = await server.call('click', { id: element });
  expect([away.isError, away.text]).toEqual([true, expect.stringMatching(/is on desktop "Mail"; nothing sent/)]);
  await server.must('move_window', { query: id, desktop: 'Desktop 1', state: 'minimize' });
  const small = await server.call('click', { id: element });
  expect([small.isError, small.text]).toEqual([true, expect.stringContaining(`id=${id}`)]);
  expect(small.text).toContain('activate_window');
  expect((await server.must('click', { window: id, id: element })).text).toContain('(was minimized); clicked');
  await server.must('key', { key: 'Escape' });
  await discard(id);
});

test('a window that is closed meanwhile is named as such, and closing what is not there is no error', async () => {
  const { id } = await launched('kwrite');
  expect((await server.must('close_window', { query: id })).text).toMatch(/^closed "/);
  for (const [name, args] of [
    ['key', { window: id, key: 'x' }],
    ['activate_window', { query: id }],
    ['move_window', { query: id, x: 1 }],
  ] as const) {
    const reply = await server.call(name, args);
    expect([name, reply.isError, reply.text]).toEqual([name, true, expect.stringContaining('nothing sent. Open are:')]);
  }
  const { facts } = await server.must('close_window', { query: id });
  expect(facts).toMatchObject({ closed: false, refusal: 'no_window' });
});

test('an application is found by the name it has for accessibility when its window class is another', async () => {
  const { id, app, title } = await launched('gtk4-widget-factory');
  const query = 'gtk4-widget-factory';
  expect(`${app} ${title}`).not.toContain(query);
  await until(async () => (await server.must('apps')).text.includes(`${query} (`), 'its accessible name');
  expect(windowsOf(await server.must('windows', { app: query }))).toMatchObject([{ id }]);
  await server.must('activate_window', { query: 'kcalc' });
  expect((await server.must('activate_window', { query })).facts).toMatchObject({ window: { id } });
  await server.must('close_window', { query });
});

test('a terminal is found by pts, command or directory, and shows the tab that was meant', async () => {
  mkdirSync('/tmp/terminal-work', { recursive: true });
  const { id, pid } = await launched('konsole', '--workdir', '/tmp/terminal-work');
  const tabs = async () => {
    const terminals = (await server.must('windows')).facts['terminals'] as {
      pid: number;
      tabs: { pts: string; command: string; directory: string }[];
    }[];
    return terminals.find((terminal) => terminal.pid === pid)?.tabs ?? [];
  };
  await until(async () => (await tabs()).length === 1, 'the first tab');
  await server.must('key', { window: id, key: 'ctrl+shift+t' });
  await until(async () => (await tabs()).length === 2, 'the second tab');
  writeFileSync('/tmp/sleeper', '#!/bin/sh\ncd /usr\nsleep 1000\n', { mode: 0o755 });
  await server.must('type_text', { window: id, text: '/tmp/sleeper\n', method: 'keys' });
  await until(async () => (await tabs()).some(({ directory }) => directory === '/usr'), 'the command');
  const [first, second] = await tabs();
  for (const [terminal, tab] of [
    [first?.pts, first],
    ['sleeper', second],
    ['/tmp/terminal-work', first],
    ['/usr', second],
  ] as const) {
    await server.must('activate_window', { query: 'kcalc' });
    const { facts, text } = await server.must('activate_window', { terminal });
    expect([terminal, facts['window']]).toEqual([terminal, expect.objectContaining({ id, active: true })]);
    expect(text).toContain(` tab ${tab?.pts}: `);
    const shown = tab === first ? /terminal-work : / : /usr : /;
    await until(async () => shown.test((await windowOf(id)).title), `the tab of ${terminal}`);
  }
  const unknown = await server.call('activate_window', { terminal: 'emacs' });
  expect([unknown.isError, unknown.text]).toEqual([true, expect.stringContaining(`tab ${first?.pts}`)]);
  await server.must('key', { window: id, key: 'ctrl+shift+n' });
  await until(async () => (await tabs()).length === 3, 'the tab of the second window');
  const third = (await tabs())[2];
  expect((await server.must('activate_window', { terminal: second?.pts })).facts).toMatchObject({ window: { id } });
  const other = (await server.must('activate_window', { terminal: third?.pts })).facts['window'] as WindowInfo;
  expect(other).toMatchObject({ pid, active: true });
  expect(other.id).not.toBe(id);
}, 30_000);

test('a dialog is listed as belonging to its window', async () => {
  const { id } = await launched('kwrite', '/tmp/parent.txt');
  await server.must('key', { window: id, key: 'ctrl+shift+s' });
  const dialog = await until(
    async () => windowsOf(await server.must('windows')).find(({ parent }) => parent === id),
    'the dialog',
  );
  expect(dialog).toMatchObject({ kind: 'dialog', parent: id });
  expect((await find(server, { app: 'kwrite', role: 'button', query: 'Cancel' })).length).toBeGreaterThan(0);
});
