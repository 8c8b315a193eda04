import { expect, test } from 'vitest';
import { parseXkbKeymap } from '../../../src/workers/input/model/xkb-keymap.ts';
import { fixture } from './recording-backend.ts';
import { click, grant, kate, reaching, startActor as start } from './support.ts';

test('sends a chord and waits until the compositor handled it', async () => {
  const { backend, call } = start();
  await call.begin(1);
  expect(await call.key({ chord: 'ctrl+s', repeat: 1 }, { ticket: 1, grant: grant() })).toEqual({ sent: 1 });
  expect(backend.lines).toEqual(['key 29 down', 'key 31 down', 'key 31 up', 'key 29 up', 'sync']);
});

test('types text and counts its characters', async () => {
  const { backend, call } = start();
  await call.begin(1);
  expect(await call.type({ text: 'aA\r\n' }, { ticket: 1, grant: grant() })).toEqual({ sent: 3 });
  expect(backend.lines).toEqual([
    'key 30 down',
    'key 30 up',
    'key 42 down',
    'key 30 down',
    'key 30 up',
    'key 42 up',
    'key 28 down',
    'key 28 up',
    'sync',
  ]);
});

test('names the characters that it cannot type and sends nothing', async () => {
  const { backend, call } = start();
  await call.begin(1);
  await expect(call.type({ text: 'a漢b漢ğ' }, { ticket: 1, grant: grant() })).rejects.toMatchObject({
    code: 'unsupported',
    message: 'The keyboard layout in force (English (US)) has no key for "漢" "ğ"; nothing was sent.',
  });
  expect(backend.lines).toEqual([]);
});

test('reports beforehand which characters cannot be typed', async () => {
  const { call } = start();
  expect(await call.untypable('aß漢漢\n')).toEqual(['ß', '漢']);
});

test('refuses a click beside the screens', async () => {
  const { backend, call } = start();
  await call.begin(1);
  await expect(call.click({ ...click, point: { x: 1280, y: 5 } }, { ticket: 1, grant: grant() })).rejects.toMatchObject(
    {
      code: 'invalid_params',
    },
  );
  expect(backend.lines).toEqual([]);
});

test('refuses an action of a ticket that does not hold the queue', async () => {
  const { backend, call } = start();
  await call.begin(1);
  await expect(call.key({ chord: 'a', repeat: 1 }, { ticket: 2, grant: grant() })).rejects.toMatchObject({
    code: 'internal',
  });
  expect(backend.lines).toEqual([]);
});

test('sends nothing to a window that the list does not name, and reports its application but not its title', async () => {
  const { backend, call } = start();
  await call.begin(1);
  await expect(call.type({ text: 'a' }, { ticket: 1, grant: reaching([7], ['firefox']) })).rejects.toMatchObject({
    code: 'denied',
    message: 'In front is a window of org.kde.kate (pid 100), which this call may not reach; nothing was sent.',
  });
  expect(backend.lines).toEqual(['reserve', 'free']);
});

test('sends nothing to a window whose tier is too low for the call, and names it', async () => {
  const { backend, call } = start();
  await call.begin(1);
  await expect(
    call.key({ chord: 'a', repeat: 1 }, { ticket: 1, grant: reaching([100], [], 'click') }),
  ).rejects.toMatchObject({
    code: 'denied',
    message:
      'In front is "notes – Kate" (org.kde.kate, pid 100), whose tier is click, and this needs full; nothing was sent.',
  });
  expect(backend.lines).toEqual(['reserve', 'free']);
});

test('sends to a window that the grant covers', async () => {
  const { call, desktop } = start();
  await call.begin(1);
  await call.type({ text: 'a' }, { ticket: 1, grant: reaching([], ['org.kde.kate']) });
  expect(desktop.asked).toBe(1);
});

test('characters without a key are no failure where that is asked for, and nothing is sent', async () => {
  const { backend, call } = start();
  await call.begin(1);
  const context = { ticket: 1, grant: reaching([100], []) };
  expect(await call.type({ text: 'a漢字漢', orMissing: 'a漢字漢' }, context)).toEqual({
    sent: 0,
    missing: ['漢', '字'],
  });
  expect(backend.lines).toEqual([]);
  expect(await call.type({ text: 'a', orMissing: 'a' }, context)).toEqual({ sent: 1 });
});

test('keeps the keyboard from before the first event until the compositor handled the last', async () => {
  const { backend, call } = start();
  await call.begin(1);
  await call.type({ text: 'a' }, { ticket: 1, grant: reaching([100], []) });
  expect(backend.lines).toEqual(['reserve', 'key 30 down', 'key 30 up', 'sync', 'free']);
  backend.lines.length = 0;
  await call.type({ text: 'a' }, { ticket: 1, grant: grant('all') });
  expect(backend.lines).not.toContain('reserve');
});

test('stops when another window comes to the front, and says how much was sent', async () => {
  const { backend, call, desktop } = start();
  backend.before = () => {
    if (backend.lines.length === 40) desktop.activeWindow = { ...kate, title: 'Bank', app: 'firefox', pid: 8 };
  };
  await call.begin(1);
  const answer = call.key({ chord: 'ctrl+s', repeat: 500 }, { ticket: 1, grant: reaching([100], []) });
  await expect(answer).rejects.toMatchObject({
    code: 'denied',
    message: expect.stringMatching(/^In front is a window of firefox \(pid 8\),.* after \d+ key/),
  });
  expect(backend.lines.slice(-4)).toEqual(['key 31 up', 'key 29 up', 'sync', 'free']);
});

test('stops when the time of the grant is over', async () => {
  const { call } = start();
  await call.begin(1);
  await expect(
    call.key({ chord: 'ctrl+s', repeat: 500 }, { ticket: 1, grant: grant('all', 60) }),
  ).rejects.toMatchObject({
    code: 'denied',
    message: expect.stringMatching(/^The time of this call is over after \d+ key presses/),
  });
});

test('an action that ends with its session does not say that the user stopped it', async () => {
  const { backend, stopFlag, call } = start();
  backend.before = () => {
    if (backend.lines.length === 10) stopFlag.end();
  };
  await call.begin(1);
  await expect(call.type({ text: 'a'.repeat(50) }, { ticket: 1, grant: grant() })).rejects.toMatchObject({
    code: 'interrupted',
    message: expect.stringMatching(/^The session was stopped after \d+ characters were sent/),
  });
});

test.each([
  ['interrupted', 'the stop flag is set'],
  ['aborted', 'its ticket is cancelled'],
] as const)('ends with %s before the next event when %s, and releases', async (code, _reason) => {
  const { backend, stopFlag, call } = start();
  backend.before = (line) => {
    if (backend.lines.length !== 11 || line !== 'key 31 down') return;
    if (code === 'interrupted') stopFlag.stop();
    else stopFlag.cancel(5);
  };
  backend.lines.push('start', 'start');
  await call.begin(5);
  await expect(call.key({ chord: 'ctrl+s', repeat: 500 }, { ticket: 5, grant: grant() })).rejects.toMatchObject({
    code,
  });
  expect(backend.lines.slice(10)).toEqual(['key 29 down', 'key 31 down', 'key 31 up', 'key 29 up']);
});

test('ends a long hold of the button when its ticket is cancelled', async () => {
  const { backend, stopFlag, call } = start();
  await call.begin(1);
  const answer = call.click({ ...click, modifiers: ['shift'], holdMs: 60_000 }, { ticket: 1, grant: grant() });
  backend.before = (line) => {
    if (line === 'button 272 down') setImmediate(() => stopFlag.cancel(1));
  };
  await expect(answer).rejects.toMatchObject({ code: 'aborted' });
  expect(backend.lines.slice(-2)).toEqual(['button 272 up', 'key 42 up']);
});

test('answers others while a long action runs', async () => {
  const { stopFlag, call } = start();
  await call.begin(1);
  const running = call.key({ chord: 'ctrl+s', repeat: 500 }, { ticket: 1, grant: grant() });
  expect(await call.status()).toEqual({
    backend: 'recording',
    devices: ['a keyboard'],
    layouts: ['English (US)'],
    held: [],
  });
  stopFlag.cancel(1);
  await expect(running).rejects.toMatchObject({ code: 'aborted' });
});

test('ends an action by its signal too', async () => {
  const { call } = start();
  const controller = new AbortController();
  await call.begin(1);
  const running = call.key({ chord: 'ctrl+s', repeat: 500 }, { ticket: 1, grant: grant(), signal: controller.signal });
  await call.status();
  controller.abort();
  await expect(running).rejects.toMatchObject({ code: 'aborted' });
});

test('lets the next ticket in and releases when a ticket ends in the midst of its action', async () => {
  const { backend, call } = start();
  await call.begin(1);
  const running = call
    .click({ ...click, holdMs: 60_000 }, { ticket: 1, grant: grant() })
    .catch((error: unknown) => error);
  const next = call.begin(2);
  expect(await call.end(1, 'done')).toEqual({ held: [], released: [] });
  await next;
  expect(backend.lines.at(-1)).toBe('button 272 up');
  expect(await running).toMatchObject({ code: 'aborted' });
});

test('does not go on typing on another keymap than it planned for', async () => {
  const { backend, call } = start();
  backend.before = () => {
    if (backend.lines.length === 4) backend.layout = parseXkbKeymap(fixture('de'), 0);
  };
  await call.begin(1);
  await expect(call.type({ text: 'abcdef' }, { ticket: 1, grant: grant() })).rejects.toMatchObject({
    code: 'failed',
    hint: expect.stringContaining('3 characters were sent'),
  });
  expect(backend.lines.slice(-1)).toEqual(['key 46 up']);
});

test('says how far it came when the connection breaks, and takes nothing as held', async () => {
  const { backend, call } = start();
  backend.before = () => {
    if (backend.lines.length >= 3) throw new Error('gone');
  };
  await call.begin(1);
  await expect(call.type({ text: 'abc' }, { ticket: 1, grant: grant() })).rejects.toMatchObject({ message: 'gone' });
  backend.before = () => undefined;
  backend.lines.length = 0;
  await call.end(1, 'done');
  expect(backend.lines).toEqual([]);
});
