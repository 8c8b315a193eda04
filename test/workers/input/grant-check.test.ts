/** The grant of a call holds for the window in front and for the window where a pointer or finger acts. */
import { expect, test } from 'vitest';
import { keptToActive } from '../../../src/main/policy/grants.ts';
import type { DragRequest } from '../../../src/protocol/input.ts';
import { windowInfo } from '../../support/window-info.ts';
import { click, grant, kate, reaching, startActor } from './support.ts';

const bank = windowInfo('2', {
  title: 'Bank',
  app: 'firefox',
  pid: 8,
  stacking: 2,
  frame: { x: 50, y: 0, width: 50, height: 100 },
});
const kateOnly = reaching([100], []);
const onBank = { x: 60, y: 20 };
const drag: DragRequest = {
  from: click.point,
  to: { x: 20, y: 40 },
  waypoints: [],
  durationMs: 0,
  button: 'left',
  modifiers: [],
};

function start() {
  const all = startActor();
  all.desktop.others = [bank];
  return all;
}

test.each([
  ['a click', (s: Started) => s.call.click({ ...click, point: onBank }, { ticket: 1, grant: kateOnly })],
  ['a hover', (s: Started) => s.call.click({ ...click, point: onBank, clicks: 0 }, { ticket: 1, grant: kateOnly })],
  ['a drag to it', (s: Started) => s.call.drag({ ...drag, to: onBank }, { ticket: 1, grant: kateOnly })],
  [
    'a touch',
    (s: Started) =>
      s.call.touch({ gesture: 'tap', point: onBank, fingers: 1, holdMs: 0 }, { ticket: 1, grant: kateOnly }),
  ],
  [
    'holding a button',
    (s: Started) => s.call.hold({ button: 'left', down: true, pointer: onBank }, { ticket: 1, grant: kateOnly }),
  ],
])('%s on a window that the grant does not cover is refused before anything is sent', async (_what, act) => {
  const started = start();
  await started.call.begin(1);
  await expect(act(started)).rejects.toMatchObject({
    code: 'denied',
    message: expect.stringMatching(/^At 60,20 is a window of firefox \(pid 8\).*nothing was sent/),
  });
  expect(started.backend.lines).toEqual(['reserve', 'free']);
});

test('a press is not sent once such a window came under the pointer', async () => {
  const { call, backend, desktop } = start();
  backend.before = () => {
    if (backend.lines.length === 3) desktop.others = [{ ...bank, frame: { x: 0, y: 0, width: 100, height: 100 } }];
  };
  await call.begin(1);
  // Three clicks take longer than the time between two looks at the windows.
  const answer = call.click({ ...click, clicks: 3 }, { ticket: 1, grant: kateOnly });
  await expect(answer).rejects.toMatchObject({ code: 'denied', message: expect.stringMatching(/after \d clicks/) });
  expect(backend.lines.filter((line) => line.endsWith('down')).length).toBeLessThan(3);
});

test.each([
  [
    'another program comes to the front',
    { ...kate, title: 'other – KWrite', app: 'kwrite', pid: 101 },
    '"other – KWrite" \\(kwrite, pid 101\\)',
  ],
  [
    'one with a forged line in its title does',
    { ...kate, title: 'b\u2028c\u202e\n', app: 'd\ne', pid: 101 },
    '"b\\\\u2028c\\\\n" \\(d\\\\ne, pid 101\\)',
  ],
  ['no window is left', undefined, 'no window'],
] as const)('what is kept to one program ends when %s, also in a private session', async (_what, next, named) => {
  const { call, backend, desktop } = start();
  backend.before = () => {
    if (backend.lines.length === 40) desktop.activeWindow = next;
  };
  await call.begin(1);
  const answer = call.key({ chord: 'ctrl+s', repeat: 500 }, { ticket: 1, grant: keptToActive(grant()) });
  await expect(answer).rejects.toMatchObject({
    code: 'failed',
    message: expect.stringMatching(new RegExp(`no longer in front; in front is ${named}\\.$`)),
    hint: expect.stringMatching(/^\d+ key presses were sent before/),
  });
  expect([backend.lines[0], backend.lines.at(-1)]).toEqual(['reserve', 'free']);
});

test('what is kept to one program is not sent to another', async () => {
  const { call, backend, desktop } = start();
  desktop.onReserve = () => {
    desktop.activeWindow = { ...kate, pid: 101 };
  };
  await call.begin(1);
  const answer = call.type({ text: 'a' }, { ticket: 1, grant: keptToActive(reaching([100, 101], [])) });
  await expect(answer).rejects.toMatchObject({ message: expect.stringContaining('nothing was sent') });
  expect(backend.lines).toEqual(['reserve', 'free']);
});

test('without a window in front nothing is kept to a program, and a live desktop refuses', async () => {
  const { call, backend, desktop } = start();
  desktop.activeWindow = undefined;
  await call.begin(1);
  await expect(call.type({ text: 'a' }, { ticket: 1, grant: keptToActive(reaching([100], [])) })).rejects.toMatchObject(
    { code: 'denied', message: 'In front is no window; nothing was sent.' },
  );
  expect(backend.lines).toEqual(['reserve', 'free']);
  expect(await call.type({ text: 'a' }, { ticket: 1, grant: keptToActive(grant()) })).toMatchObject({ sent: 1 });
});

test('a window of the same program may take over', async () => {
  const { call, backend, desktop } = start();
  backend.before = () => {
    if (backend.lines.length === 40) desktop.activeWindow = { ...kate, id: '3', title: 'Save' };
  };
  await call.begin(1);
  expect(await call.key({ chord: 'ctrl+s', repeat: 50 }, { ticket: 1, grant: keptToActive(grant()) })).toEqual({
    sent: 50,
  });
});

test('a private session asks nothing', async () => {
  const { call, desktop } = start();
  await call.begin(1);
  await call.click({ ...click, point: onBank }, { ticket: 1, grant: grant() });
  expect(desktop.asked).toBe(0);
});

type Started = ReturnType<typeof start>;
