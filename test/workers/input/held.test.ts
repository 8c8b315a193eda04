/** What is held over several calls: by which calls it stays, by which it goes, and what it forbids. */
import { expect, test } from 'vitest';
import { parseXkbKeymap } from '../../../src/workers/input/model/xkb-keymap.ts';
import { fixture } from './recording-backend.ts';
import { click, grant, startActor } from './support.ts';

/** An actor that holds shift and the left button, with nothing recorded yet. */
async function startHolding() {
  const all = startActor();
  const { call, backend } = all;
  await call.begin(1);
  expect(await call.hold({ key: 'shift', down: true }, { ticket: 1, grant: grant() })).toMatchObject({
    changed: ['shift'],
  });
  expect(
    await call.hold({ button: 'left', down: true, pointer: { x: 5, y: 5 } }, { ticket: 1, grant: grant() }),
  ).toEqual({ changed: ['left'], held: ['shift', 'left'] });
  expect(await call.end(1, 'done')).toEqual({ held: ['shift', 'left'], released: [] });
  expect(backend.lines).toEqual(['key 42 down', 'sync', 'button 272 down', 'sync']);
  backend.lines.length = 0;
  expect(await call.begin(2)).toEqual(['shift', 'left']);
  return all;
}

test('stays down over calls that go well, and is in the status', async () => {
  const { call, backend } = await startHolding();
  await call.key({ chord: 'a', repeat: 1 }, { ticket: 2, grant: grant() });
  expect(await call.end(2, 'done')).toEqual({ held: ['shift', 'left'], released: [] });
  expect(backend.lines).toEqual(['key 30 down', 'key 30 up', 'sync', 'sync']);
  expect((await call.status()).held).toEqual(['shift', 'left']);
});

test('pressing what is held again does nothing', async () => {
  const { call, backend } = await startHolding();
  expect(await call.hold({ key: 'shift', down: true }, { ticket: 2, grant: grant() })).toMatchObject({ changed: [] });
  expect(backend.lines).toEqual([]);
});

test('is released by name, or all together', async () => {
  const { call, backend } = await startHolding();
  expect(await call.hold({ key: 'shift', down: false }, { ticket: 2, grant: grant() })).toMatchObject({
    changed: ['shift'],
  });
  expect(await call.hold({ down: false }, { ticket: 2, grant: grant() })).toMatchObject({ changed: ['left'] });
  expect(await call.end(2, 'done')).toEqual({ held: [], released: [] });
  expect(backend.lines).toEqual(['key 42 up', 'sync', 'button 272 up', 'sync']);
});

test.each([
  ['a chord', 'shift', (start: Held) => start.call.key({ chord: 'shift+a', repeat: 1 }, { ticket: 2, grant: grant() })],
  ['a text', 'shift', (start: Held) => start.call.type({ text: 'aA' }, { ticket: 2, grant: grant() })],
  ['a click', 'left', (start: Held) => start.call.click(click, { ticket: 2, grant: grant() })],
  [
    'a modifier',
    'shift',
    (start: Held) => start.call.scroll({ ...SCROLL, modifiers: ['shift'] }, { ticket: 2, grant: grant() }),
  ],
] as const)('%s that would touch it is refused, sends nothing, and lets nothing go', async (_what, name, act) => {
  const start = await startHolding();
  await expect(act(start)).rejects.toMatchObject({
    code: 'failed',
    message: `This call would press or release ${name}, which is held; nothing was sent.`,
  });
  expect(await start.call.end(2, 'failed')).toEqual({ held: ['shift', 'left'], released: [] });
  expect(start.backend.lines).toEqual([]);
});

test('gestures with other controls go on: moving drags', async () => {
  const { call, backend } = await startHolding();
  await call.click({ ...click, clicks: 0 }, { ticket: 2, grant: grant() });
  await call.scroll(SCROLL, { ticket: 2, grant: grant() });
  expect(backend.lines).toEqual([
    'move 11,20',
    'move 10,20',
    'sync',
    'sync',
    'move 11,20',
    'move 10,20',
    'wheel 0,120',
    'sync',
    'sync',
  ]);
});

test('is released in reverse when a call fails, and named', async () => {
  const { call, backend } = await startHolding();
  await expect(call.key({ chord: 'nonsense', repeat: 1 }, { ticket: 2, grant: grant() })).rejects.toMatchObject({
    code: 'invalid_params',
  });
  expect(await call.end(2, 'failed')).toEqual({ held: [], released: ['shift', 'left'] });
  expect(backend.lines).toEqual(['button 272 up', 'key 42 up']);
});

test('is released when a call is cancelled while it runs', async () => {
  const { call, backend, stopFlag } = await startHolding();
  const drag = { from: { x: 1, y: 1 }, to: { x: 900, y: 1 }, waypoints: [], durationMs: 60_000, modifiers: [] };
  const running = call.drag({ ...drag, button: 'right' }, { ticket: 2, grant: grant() });
  backend.before = (line) => {
    if (line === 'button 273 down') setImmediate(() => stopFlag.cancel(2));
  };
  await expect(running).rejects.toMatchObject({ code: 'aborted' });
  expect(await call.end(2, 'failed')).toEqual({ held: [], released: ['shift', 'left'] });
  expect(backend.lines.slice(-3)).toEqual(['button 273 up', 'button 272 up', 'key 42 up']);
});

test('fails the next call when the device it is held on was replaced, and is released', async () => {
  const { call, backend } = await startHolding();
  backend.replaceable.key = 'keyboard 2';
  await expect(call.key({ chord: 'a', repeat: 1 }, { ticket: 2, grant: grant() })).rejects.toMatchObject({
    code: 'failed',
    message: expect.stringMatching(/replaced the input device on which shift was held.*nothing was sent/),
  });
  expect((await call.end(2, 'failed')).held).toEqual([]);
  expect(backend.lines).toEqual(['button 272 up', 'key 42 up']);
});

test('fails a call right after which its device was replaced: what was sent may have come without it', async () => {
  const { call, backend } = await startHolding();
  backend.before = () => {
    if (backend.lines.at(-1) === 'sync') backend.replaceable.key = 'keyboard 2';
  };
  await expect(call.key({ chord: 'a', repeat: 1 }, { ticket: 2, grant: grant() })).rejects.toMatchObject({
    code: 'failed',
    message: expect.stringMatching(/on which shift was held. It was let go; what was sent may have come without it/),
  });
  expect((await call.end(2, 'failed')).held).toEqual([]);
});

test('can still be released when its device was replaced', async () => {
  const { call, backend } = await startHolding();
  backend.replaceable.key = 'keyboard 2';
  expect(await call.hold({ down: false }, { ticket: 2, grant: grant() })).toMatchObject({ changed: ['shift', 'left'] });
});

test('is released, and the compositor has handled that, before the connection ends', async () => {
  const { call, backend } = await startHolding();
  await call.release();
  expect(backend.lines).toEqual(['button 272 up', 'key 42 up', 'sync', 'close']);
});

test('a layout that changed does not hide which key is held', async () => {
  const { call, backend } = await startHolding();
  backend.layout = parseXkbKeymap(fixture('de'), 0);
  await expect(call.key({ chord: 'shift+z', repeat: 1 }, { ticket: 2, grant: grant() })).rejects.toMatchObject({
    message: expect.stringContaining('shift, which is held'),
  });
});

const SCROLL = { point: click.point, by: { dx: 0, dy: 1 }, smooth: false, modifiers: [] };
type Held = Awaited<ReturnType<typeof startHolding>>;
