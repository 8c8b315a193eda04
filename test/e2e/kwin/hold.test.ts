/** Keys and buttons that stay down over several calls: in force meanwhile, named by every reply, let go whenever a call fails. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPointerPage, type PointerPage } from '../../support/pointer-page.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { bus, setOutputs, startSession } from '../../support/session.ts';

let server: TestServer;
let folder: string;
let page: PointerPage;
beforeAll(async () => {
  server = await startServer();
  folder = await startSession(server);
  page = await openPointerPage(server);
}, 90_000);
afterAll(() => server.close());
beforeEach(async () => {
  await server.must('hold', { down: false });
  await server.must('mouse', page.at(10, 10));
  await page.clear();
});

const has = (line: string) => (lines: string[]) => lines.includes(line);

test('a key stays down over calls, changes what they do, and is named by each', async () => {
  const held = await server.must('hold', { key: 'shift' });
  expect([held.text, held.facts]).toEqual([
    'holding shift; held: shift',
    expect.objectContaining({ changed: ['shift'], held: ['shift'] }),
  ]);
  expect((await server.must('mouse', page.at(40, 50))).text).toMatch(/; held: shift$/);
  expect((await server.must('key', { key: 'a' })).text).toBe('pressed a; held: shift');
  expect((await server.must('scroll', { id: page.pad.id, dy: 1 })).facts).toMatchObject({ held: ['shift'] });
  expect((await server.must('hold', { down: false })).text).toBe('let go of shift');
  const lines = await page.lines(has('keyup ShiftLeft'));
  expect(lines).toContain('click 1 40,50+shift');
  expect(lines).toContain('keydown KeyA+shift');
});

test('a button stays down where the pointer is, and moving drags', async () => {
  await server.must('hold', { button: 'left' });
  await server.must('mouse', { ...page.at(200, 100), clicks: 0 });
  expect((await server.must('hold', { button: 'left', down: false })).text).toBe('let go of left');
  const lines = await page.lines(has('up mouse button0 buttons0 200,100'));
  expect(lines).toContain('down mouse button0 buttons1 10,10');
  expect(lines).toContain('move mouse button-1 buttons1 200,100');
});

test('holding twice, or letting go of what is not held, does nothing', async () => {
  await server.must('hold', { key: 'ctrl+shift' });
  expect((await server.must('hold', { key: 'ctrl' })).text).toBe('it is held already; held: ctrl, shift');
  expect((await server.must('hold', { key: 'alt', down: false })).text).toBe('it was not held; held: ctrl, shift');
  expect((await server.must('hold', { key: 'ctrl', down: false })).text).toBe('let go of ctrl; held: shift');
});

test('a gesture that would touch what is held is refused, names the call that lets go, and changes nothing', async () => {
  await server.must('hold', { button: 'left' });
  await server.must('hold', { key: 'shift' });
  for (const [name, args, call] of [
    ['click', { id: page.pad.id }, 'hold(button="left", down=false)'],
    ['drag', { from_id: page.pad.id, to_x: 5, to_y: 200 }, 'hold(button="left", down=false)'],
    ['key', { key: 'shift+a' }, 'hold(key="shift", down=false)'],
    ['type_text', { text: 'A', method: 'keys' }, 'hold(key="shift", down=false)'],
  ] as const) {
    const { isError, text } = await server.call(name, args);
    expect([name, isError, text]).toEqual([
      name,
      true,
      expect.stringContaining(`nothing was sent.\nLet go first: ${call}`),
    ]);
  }
  expect((await server.must('mouse', { ...page.at(60, 60), clicks: 0 })).text).toMatch(/; held: left, shift$/);
});

test.each([
  ['key', { key: 'no such key' }],
  ['click', { app: 'firefox', query: 'no such element' }],
  ['mouse', { x: 5, y: 9999, clicks: 0 }],
])('everything held is let go when %s %j fails, and the failure says so', async (name, args) => {
  await server.must('hold', { key: 'shift' });
  await server.must('hold', { button: 'left' });
  const { isError, text } = await server.call(name, args);
  expect([isError, text]).toEqual([true, expect.stringMatching(/What was held \(shift, left\) was let go\.$/)]);
  const lines = await page.lines(has('keyup ShiftLeft'));
  expect(lines.some((line) => line.startsWith('up mouse button0 buttons0 10,10'))).toBe(true);
  expect((await server.must('key', { key: 'a' })).text).toBe('pressed a');
});

test('everything held is let go when a call is cancelled', async () => {
  await server.must('hold', { key: 'shift' });
  const cancel = new AbortController();
  const repeat = server.call('key', { key: 'ctrl+Right', repeat: 1000 }, { signal: cancel.signal });
  const ended = repeat.catch((error: unknown) => error);
  await page.lines((lines) => lines.some((line) => line.startsWith('keydown ArrowRight')));
  cancel.abort();
  await ended;
  const { text } = await server.must('key', { key: 'a' });
  expect(text).toBe('pressed a');
  await page.lines(has('keydown KeyA'));
});

test('a keyboard that is replaced while a key is held: the call fails and says so, the next one is plain', async () => {
  await server.must('hold', { key: 'shift' });
  bus(folder, 'emit', '/Layouts', 'org.kde.keyboard', 'reloadConfig');
  const failed = await replacedBy('key', { key: 'a' });
  // Before the call sends, while it does, or right after it: then what it sent may have come without shift.
  expect(failed).toMatch(
    /replaced the input device on which shift was held|replaced .* while events were sent[^]*shift/,
  );
  await server.must('key', { key: 'b' });
  const lines = await page.lines(has('keyup KeyB'));
  expect(lines).toContain('keydown KeyB');
  expect(lines).toContain('keyup ShiftLeft');
  // What is told as pressed came with shift.
  expect(lines.includes('keydown KeyA') && failed.includes('nothing was sent')).toBe(false);
});

test('a connection that ends while something is held: the same', async () => {
  await server.must('hold', { key: 'shift' });
  await server.must('hold', { button: 'left' });
  const eis = ['org.kde.KWin', '/org/kde/KWin/EIS/RemoteDesktop', 'org.kde.KWin.EIS.RemoteDesktop'];
  for (let cookie = 1; cookie <= 5; cookie++) bus(folder, 'call', ...eis, 'disconnect', 'i', String(cookie));
  const { isError, text } = await server.call('mouse', { ...page.at(90, 90), clicks: 0 });
  expect([isError, text]).toEqual([true, expect.stringMatching(/shift, left was held.*nothing was sent/)]);
  await server.must('mouse', page.at(91, 90));
  const lines = await page.lines(has('click 1 91,90'));
  expect(lines).toContain('up mouse button0 buttons0 10,10');
  expect(lines).toContain('keyup ShiftLeft');
});

/** Calls until KWin has replaced the device; the words of the failure. */
async function replacedBy(name: string, args: Record<string, unknown>): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    const { isError, text } = await server.call(name, args);
    if (isError) return text;
  }
  return 'no failure';
}

test('the screens change in the midst of a drag: it succeeds in whole, or fails and says so', async () => {
  const [from, to] = [page.at(20, 20), page.at(420, 420)];
  const ends = { from_x: from.x, from_y: from.y, to_x: to.x, to_y: to.y };
  const dragging = server.call('drag', { ...ends, duration_ms: 2500 });
  await page.lines((lines) => lines.filter((line) => line.includes('buttons1')).length > 3);
  setOutputs(folder, 'X11-0', 'scale=1.25');
  const { isError, text } = await dragging;
  const lines = await page.lines((all) => all.some((line) => line.startsWith('up mouse button0 buttons0')));
  const isWhole = !isError && lines.includes('up mouse button0 buttons0 420,420');
  const isSaid = isError && /screens changed|replaced .* while events were sent|taken away/.test(text);
  expect([text, isWhole || isSaid]).toEqual([text, true]);
  await page.clear();
  await server.must('mouse', page.at(30, 30));
  await page.lines(has('click 1 30,30'));
});
