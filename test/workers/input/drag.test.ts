/** A drag drops nothing into a window that its grant does not cover: its way is checked, and one that ends early is taken back. */
import { expect, test } from 'vitest';
import type { DragRequest } from '../../../src/protocol/input.ts';
import { windowInfo } from '../../support/window-info.ts';
import { grant, kate, reaching, startActor } from './support.ts';

const kateOnly = reaching([100], []);
const drag: DragRequest = {
  from: { x: 10, y: 20 },
  to: { x: 150, y: 20 },
  waypoints: [],
  durationMs: 80,
  button: 'left',
  modifiers: [],
};
const wide = { ...kate, frame: { x: 0, y: 0, width: 200, height: 100 } };
const bank = windowInfo('2', { app: 'firefox', pid: 8, stacking: 2, frame: { x: 60, y: 0, width: 50, height: 100 } });

/** With a drag under way, of which `then` is run at its fifth motion. */
function startDrag(then: (started: ReturnType<typeof startActor>) => void) {
  const started = startActor();
  const { backend, desktop, call } = started;
  desktop.activeWindow = wide;
  let motions = 0;
  backend.before = (line) => {
    if (line.startsWith('move') && ++motions === 5) then(started);
  };
  const running = call.begin(1).then(() => call.drag({ ...drag, durationMs: 400 }, { ticket: 1, grant: kateOnly }));
  return { ...started, running };
}

test.each([
  ['a window', bank],
  ['a popup', { ...bank, kind: 'popup' as const }],
])('over %s that is not of the grant nothing is sent', async (_what, over) => {
  const { call, backend, desktop } = startActor();
  desktop.activeWindow = wide;
  desktop.others = [over];
  await call.begin(1);
  await expect(call.drag(drag, { ticket: 1, grant: kateOnly })).rejects.toMatchObject({
    code: 'denied',
    message: expect.stringMatching(/^On the way of the drag, at 66,20, is a window of firefox.*; nothing was sent/),
    hint: expect.stringContaining('waypoints'),
  });
  expect(backend.lines).toEqual(['reserve', 'free']);
});

test('it may be led around, over what is no window too', async () => {
  const { call, backend, desktop } = startActor();
  desktop.activeWindow = wide;
  desktop.others = [bank];
  await call.begin(1);
  const around = [
    { x: 10, y: 300 },
    { x: 150, y: 300 },
  ].map((point) => ({ point, dwellMs: 0 }));
  // The places where it rests are those of a window.
  desktop.others.push(windowInfo('3', { pid: 100, frame: { x: 0, y: 290, width: 200, height: 20 } }));
  await call.drag({ ...drag, waypoints: around }, { ticket: 1, grant: kateOnly });
  expect(backend.lines.slice(-3)).toEqual(['button 272 up', 'sync', 'free']);
});

test('one that meets such a window on its way goes back to its start before the button is let go', async () => {
  const { running, backend } = startDrag(({ desktop }) => {
    desktop.others = [bank];
  });
  await expect(running).rejects.toMatchObject({ code: 'denied' });
  expect(backend.lines.slice(-5)).toEqual(['move 10,20', 'sync', 'button 272 up', 'sync', 'free']);
});

test('one whose start is under such a window by then is ended by Escape', async () => {
  const { running, backend } = startDrag(({ desktop }) => {
    desktop.others = [{ ...bank, active: true, frame: { x: 0, y: 0, width: 1280, height: 800 } }];
    desktop.activeWindow = { ...wide, active: false };
  });
  await expect(running).rejects.toMatchObject({ code: 'denied' });
  expect(backend.lines.slice(-6)).toEqual(['key 1 down', 'key 1 up', 'sync', 'button 272 up', 'sync', 'free']);
});

test('a cancelled one is taken back too', async () => {
  const { call, backend, stopFlag } = startActor();
  backend.before = (line) => {
    if (line === 'button 272 down') setImmediate(() => stopFlag.cancel(1));
  };
  await call.begin(1);
  const running = call.drag({ ...drag, durationMs: 60_000 }, { ticket: 1, grant: grant() });
  await expect(running).rejects.toMatchObject({ code: 'aborted' });
  expect(backend.lines.slice(-3)).toEqual(['move 10,20', 'sync', 'button 272 up']);
});
