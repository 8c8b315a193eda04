/** Adding a backend takes one file and an entry in the list of backend.ts. */
import { expect, onTestFinished, test } from 'vitest';
import type { DesktopHandle } from '../../../src/main/sessions/workers.ts';
import { serve } from '../../../src/protocol/channel.ts';
import type { DesktopForInput } from '../../../src/protocol/input.ts';
import type { SessionWiring } from '../../../src/protocol/session.ts';
import { buildSession } from '../../support/built-session.ts';
import { createMadeUpBackend } from './fixtures/made-up-backend.ts';
import { grant, kate } from './support.ts';

const MADE_UP = createMadeUpBackend({ kind: 'eis', busAddress: '' }, { wakeFd: -1 });

const windows: DesktopForInput = {
  state: async () => ({ screens: [], desktops: [], windows: [kate] }),
  reserveKeyboard: () => windows.state(),
  reserveForActive: async () => ({ pid: kate.pid, desktopState: await windows.state() }),
};

/** A desktop worker that knows one window, and serves the input worker at the port that main sends. */
const desktop: DesktopHandle = {
  connection: () => {
    throw new Error('nothing else is asked of the desktop worker');
  },
  emit: (_name, { port }) => serve(port, windows),
  isRunning: () => false,
  close: async () => undefined,
};

const wiring: SessionWiring = {
  kind: 'live',
  reader: { kind: 'at-spi', busAddress: 'unix:path=/nowhere', sessionBusAddress: 'unix:path=/nowhere' },
  input: { kind: 'eis', busAddress: 'unix:path=/nowhere' },
  capture: { kind: 'none', reason: 'None.', hint: 'None.' },
  compositor: 'made up',
  warnings: [],
};

test('works through a session: status, keys, pointer, what it lacks, the end', async () => {
  const { createSession, remove } = await buildSession({
    worker: 'input',
    list: '[createEisBackend]',
    longer: '[createMadeUpBackend, createEisBackend]',
    name: 'createMadeUpBackend',
    file: 'test/workers/input/fixtures/made-up-backend.ts',
  });
  onTestFinished(remove);
  const session = createSession('made up', desktop, { wiring, idCounter: new SharedArrayBuffer(8) });
  onTestFinished(async () => void (await session.stop()));
  const { input } = session;
  const context = { ticket: 1, grant: grant() };
  await input.begin(1);
  expect(await input.type({ text: 'HI' }, context)).toEqual({ sent: 2 });
  await expect(input.type({ text: 'hi' }, context)).rejects.toMatchObject({
    code: 'unsupported',
    message: 'The keyboard layout in force (Teletype) has no key for "h" "i"; nothing was sent.',
  });
  const click = { point: { x: -10, y: 5 }, button: 'left', clicks: 1, modifiers: [], holdMs: 0 } as const;
  await input.click({ ...click, modifiers: [] }, context);
  const tap = { gesture: 'tap', point: { x: -10, y: 5 }, fingers: 1, holdMs: 0 } as const;
  await expect(input.touch(tap, context)).rejects.toMatchObject({
    code: 'unsupported',
    message: 'No device here does touch-down.',
  });
  expect(await input.end(1, 'done')).toEqual({ held: [], released: [] });
  const { backend, layouts, devices } = await input.status();
  expect([backend, layouts]).toEqual([MADE_UP?.name, MADE_UP?.keymap().layouts]);
  expect(devices.join(', ')).toBe(
    'ready, press 72, release 72, press 73, release 73, sync, ready, ' +
      'ready, move -9,5, move -10,5, press 272, release 272, sync, ready, ready',
  );
});
