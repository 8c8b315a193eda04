/** Adding a backend takes one file and an entry in the list of backend.ts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { expect, onTestFinished, test } from 'vitest';
import type { createSession } from '../../../src/main/sessions/session.ts';
import type { DesktopHandle } from '../../../src/main/sessions/workers.ts';
import { serve } from '../../../src/protocol/channel.ts';
import type { DesktopForInput } from '../../../src/protocol/input.ts';
import type { SessionWiring } from '../../../src/protocol/session.ts';
import { createMadeUpBackend } from './fixtures/made-up-backend.ts';
import { grant, kate } from './support.ts';

const FILE = resolve('test/workers/input/fixtures/made-up-backend.ts');
const MADE_UP = createMadeUpBackend({ kind: 'eis', busAddress: '' }, { wakeFd: -1 });
const LIST = '[createEisBackend]';

/** The list with the made-up backend first. */
function withEntry(code: string): string {
  expect(code).toContain(LIST);
  return `import { createMadeUpBackend } from '${FILE}';\n${code.replace(LIST, '[createMadeUpBackend, createEisBackend]')}`;
}

/** Builds main's sessions and the input worker beside them, as the build does. */
async function buildSession(): Promise<{ createSession: typeof createSession }> {
  const folder = mkdtempSync(resolve('node_modules/.test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const shared = { platform: 'node' as const, external: ['koffi'] };
  const output = (name: string) => ({ file: join(folder, name), codeSplitting: false });
  const list = {
    name: 'list',
    transform: (code: string, id: string) => (id.endsWith('workers/input/backend.ts') ? withEntry(code) : null),
  };
  await build({ ...shared, input: 'src/main/sessions/session.ts', output: output('core.mjs') });
  await build({ ...shared, input: 'src/workers/input/entry.ts', plugins: [list], output: output('worker-input.mjs') });
  return await import(pathToFileURL(join(folder, 'core.mjs')).href);
}

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
  busAddress: 'unix:path=/nowhere',
  accessibilityAddress: 'unix:path=/nowhere',
  input: { kind: 'eis', busAddress: 'unix:path=/nowhere' },
  capture: { kind: 'none', reason: 'None.', hint: 'None.' },
  compositor: 'made up',
  warnings: [],
};

test('works through a session: status, keys, pointer, what it lacks, the end', async () => {
  const { createSession } = await buildSession();
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
