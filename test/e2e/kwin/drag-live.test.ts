/** On the user's desktop a drag drops nothing into a program that is not allowed, though it would have to pass it, or meets it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LiveDesktop, startLiveDesktop } from '../../support/live-desktop.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { findOne, readIfThere, until, windowsOf } from '../../support/session.ts';

let desktop: LiveDesktop;
let server: TestServer;
const TEXT = 'a text that is dragged';
/** What the terminal got. */
let taken = '';

/** Puts windows where they are told, by the beginning of their class and a part of their title. */
function arrange(places: Record<string, [x: number, y: number, width: number, height: number]>, above = ''): void {
  desktop.script(`const places = ${JSON.stringify(places)};
    for (const w of workspace.windowList()) for (const [part, [x, y, width, height]] of Object.entries(places))
      if (String(w.caption + ' ' + w.resourceClass).includes(part)) {
        w.frameGeometry = { x, y, width, height };
        w.keepAbove = part === ${JSON.stringify(above)};
      }`);
}

/** The middle of the text of one of Kate's windows, near its top. */
async function lineOf(title: string): Promise<{ x: number; y: number }> {
  const text = await findOne(server, { app: 'kate', window: title, role: 'text', states: ['editable'], bounds: true });
  if (!text.rect) throw new Error(`no place of ${title}: ${text.rectUnavailable}`);
  return { x: text.rect.x + 60, y: text.rect.y + 10 };
}

const drag = async (args: Record<string, unknown> = {}, signal?: AbortSignal) => {
  const [from, to] = [await lineOf('one.txt'), await lineOf('two.txt')];
  // Far below its tabs: a text that is dropped there becomes a document of its own.
  const ends = { from_x: from.x, from_y: from.y, to_x: to.x + 250, to_y: to.y + 100 };
  return server.call('drag', { window: 'one.txt', duration_ms: 1500, ...ends, ...args }, signal ? { signal } : {});
};

const textOf = async (title: string): Promise<unknown> => {
  const { id } = await findOne(server, { app: 'kate', window: title, role: 'text', states: ['editable'] });
  return (await server.must('get_text', { id })).facts['text'];
};

beforeAll(async () => {
  desktop = await startLiveDesktop('drag');
  taken = `${desktop.folder}/taken.txt`;
  desktop.allow('kate\n');
  for (const name of ['one', 'two']) desktop.start('kate', ['-n', `${desktop.folder}/${name}.txt`]);
  desktop.start('konsole', ['-e', 'sh', '-c', `stty raw -echo; cat >${taken}`]);
  server = await startServer({ env: desktop.env });
  await until(async () => windowsOf(await server.must('windows')).length === 2, 'both windows of Kate');
  await until(() => readIfThere(taken) !== undefined, 'the terminal');
}, 60_000);
afterAll(async () => {
  await server.close();
  await desktop.close();
});

beforeEach(async () => {
  arrange({
    'one.txt': [0, 0, 420, 500],
    konsole: [430, 0, 420, 500],
    'two.txt': [860, 0, 420, 500],
    kcalc: [0, 600, 300, 200],
  });
  await until(async () => (await lineOf('two.txt')).x > 860, 'the windows in their places');
  await server.must('key', { window: 'one.txt', key: 'ctrl+a' });
  await server.must('type_text', { window: 'one.txt', text: TEXT, method: 'keys' });
  await server.must('key', { window: 'one.txt', key: 'ctrl+a' });
});

test('over a terminal that is not allowed it does not start', async () => {
  const { isError, text } = await drag();
  expect([isError, text]).toEqual([
    true,
    expect.stringMatching(/^On the way of the drag, .*konsole.*nothing was sent/),
  ]);
  expect([readIfThere(taken), await textOf('two.txt')]).toEqual(['', '']);
});

/** Waits until the pointer is so far to the right. */
const isPast = (x: number): Promise<true> =>
  until(async () => Number((await server.must('cursor_position')).facts['x']) > x && true, `the pointer past ${x}`);

/** Puts the terminal below the way, and waits until it is there. */
async function clearWay(): Promise<void> {
  arrange({ konsole: [430, 510, 420, 280] });
  // Where no window is a pointer may not go, which is said in other words.
  const hover = async (): Promise<string> => (await server.call('mouse', { x: 640, y: 20, clicks: 0 })).text;
  await until(async () => (await hover()).includes('no window'), 'the way free');
}

test('one that meets a terminal on its way ends, and drops nothing', async () => {
  await clearWay();
  const dragging = drag({ duration_ms: 4000 });
  await isPast(300);
  arrange({ konsole: [430, 0, 420, 500] }, 'konsole');
  const { isError, text } = await dragging;
  expect([isError, text]).toEqual([true, expect.stringMatching(/konsole/)]);
  expect([readIfThere(taken), await textOf('two.txt'), await textOf('one.txt')]).toEqual(['', '', TEXT]);
});

test.each([
  ['where it began', [430, 510, 420, 280]],
  ['by Escape, when a terminal has come over where it began', [0, 0, 420, 500]],
] as const)('one that is cancelled over another window is taken back %s', async (_how, place) => {
  await clearWay();
  const cancel = new AbortController();
  const dragging = drag({ duration_ms: 6000 }, cancel.signal).catch((error: unknown) => error);
  await isPast(900);
  arrange({ konsole: [...place] }, 'konsole');
  // By then the windows are arranged.
  await isPast(1050);
  cancel.abort();
  await dragging;
  arrange({ konsole: [430, 510, 420, 280] });
  await server.must('wait_idle', { app: 'kate' });
  expect([readIfThere(taken), await textOf('two.txt'), await textOf('one.txt')]).toEqual(['', '', TEXT]);
});

test('with nothing in its way it drops', async () => {
  await clearWay();
  expect((await drag()).text).toMatch(/^dragged from /);
  await until(async () => String(await textOf('two.txt')).includes(TEXT), 'the text in the other window');
  expect(readIfThere(taken)).toBe('');
});
