/** Another reader is one file and its entry in the list of backend.ts: nothing else of a session knows of it. */
import { expect, onTestFinished, test } from 'vitest';
import { DesktopError } from '../../../src/base/errors.ts';
import type { DesktopHandle } from '../../../src/main/sessions/workers.ts';
import type { DesktopForAtspi } from '../../../src/protocol/atspi.ts';
import { serve } from '../../../src/protocol/channel.ts';
import type { SessionWiring } from '../../../src/protocol/session.ts';
import { type OpenReader, openReader } from '../../../src/workers/atspi/backend.ts';
import { buildSession } from '../../support/built-session.ts';
import { windowInfo } from '../../support/window-info.ts';
import { openMadeUp } from './fixtures/made-up-reader.ts';

const rect = { x: 100, y: 50, width: 200, height: 100 };
const windows = [windowInfo('Untitled', { pid: 7, active: true, client: rect, frame: rect })];
const shown: DesktopForAtspi = {
  state: async () => ({
    screens: [{ name: 'one', rect: { x: 0, y: 0, width: 800, height: 600 }, scale: 1 }],
    desktops: [],
    windows,
    placedAtMs: new Map(),
  }),
};

/** A desktop worker that knows one window, and serves the atspi worker at the port that main sends. */
const desktop: DesktopHandle = {
  connection: () => {
    throw new Error('nothing else is asked of the desktop worker');
  },
  emit: (_name, { port }) => serve(port, shown),
  isRunning: () => false,
  close: async () => undefined,
};

const SOURCE = { kind: 'at-spi', busAddress: 'unix:path=/nowhere', sessionBusAddress: 'unix:path=/nowhere' } as const;

const wiring: SessionWiring = {
  kind: 'live',
  reader: SOURCE,
  input: { kind: 'eis', busAddress: 'unix:path=/nowhere' },
  capture: { kind: 'none', reason: 'None.', hint: 'None.' },
  compositor: 'made up',
  warnings: [],
};

test('works through a session: status, tree, find, a text, an action, a place, what it lacks', async () => {
  const { createSession, remove } = await buildSession({
    worker: 'atspi',
    list: '[openAtspi]',
    longer: '[openMadeUp, openAtspi]',
    name: 'openMadeUp',
    file: 'test/workers/atspi/fixtures/made-up-reader.ts',
  });
  onTestFinished(remove);
  const session = createSession('made up', desktop, { wiring, idCounter: new SharedArrayBuffer(8) });
  onTestFinished(async () => void (await session.stop()));
  const { atspi } = session;
  const scope = { allowedPids: 'all' } as const;

  expect(await atspi.status()).toEqual({ reader: 'made up', applications: 1 });
  const tree = await atspi.tree({ ...scope, app: 'notepad', interactive: false, bounds: false, maxNodes: 99 });
  expect(tree.elements.map(({ role, name, states, actions, text }) => [role, name, states, actions, text])).toEqual([
    ['window', 'Untitled', ['active'], [], undefined],
    ['text', 'Page', ['focused', 'editable'], [], 'one'],
    ['button', 'Append', [], [], undefined],
  ]);
  const found = await atspi.find({ ...scope, role: 'button', query: 'append', states: [], bounds: true, max: 9 });
  expect(found.elements).toMatchObject([{ name: 'Append', rect: { x: 100, y: 50, width: 200, height: 20 } }]);
  const target = { id: found.elements[0]?.id };
  expect(await atspi.act({ ...scope, target })).toMatchObject({ action: 'Invoke', outcome: 'done' });
  const text = await atspi.text({ ...scope, target: { query: 'Page' }, offset: 0, limit: 99 });
  expect(text.text).toBe('one\ntwo');
  expect(await atspi.aim({ ...scope, target })).toMatchObject({ aim: { point: { x: 200, y: 60 } } });
  const grant = { session: 'made up', grantedApps: 'all', untilMs: Date.now() + 10_000 } as const;
  expect(await atspi.startTyping({ text: 'x', isInserted: true, grant })).toMatchObject({
    inserted: false,
    reason: 'this platform inserts no text',
  });
});

const failing =
  (code: 'unsupported' | 'denied'): OpenReader =>
  () =>
    Promise.reject(new DesktopError(code, `it is ${code}`, 'none'));

test('what a desktop does not support is passed over for the next reader', async () => {
  const readers = [() => undefined, failing('unsupported'), openMadeUp, failing('denied')];
  expect((await openReader(SOURCE, readers)).name).toBe('made up');
});

test('a refusal by the user ends the search', async () => {
  await expect(openReader(SOURCE, [failing('denied'), openMadeUp])).rejects.toMatchObject({ message: 'it is denied' });
});

test('when no reader can use a source the last reason is given', async () => {
  await expect(openReader(SOURCE, [failing('unsupported'), () => undefined])).rejects.toMatchObject({
    code: 'unsupported',
    message: 'it is unsupported',
  });
  await expect(openReader(SOURCE, [])).rejects.toMatchObject({
    code: 'unsupported',
    message: 'No reader of this server can use accessibility of the kind "at-spi".',
  });
});
