import { expect, test } from 'vitest';
import { DesktopError, type ErrorCode } from '../../../src/base/errors.ts';
import { chooseBackend } from '../../../src/workers/input/choose-backend.ts';
import { createRecordingBackend } from './recording-backend.ts';

const never = (): boolean => false;
const KEY = { device: 'key', code: 30 } as const;

/** A backend of a name whose `ready` fails with a code, or does not. */
function candidate(name: string, code?: ErrorCode) {
  const backend = { ...createRecordingBackend(), name, readied: 0, fails: code };
  backend.ready = async () => {
    backend.readied++;
    if (backend.fails) throw new DesktopError(backend.fails, `${name} ${backend.fails}.`, `Mend ${name}.`);
  };
  return backend;
}

test('nothing is tried before the first use', () => {
  const first = candidate('first');
  const backend = chooseBackend([first]);
  expect([backend.name, backend.devices(), backend.regions(), backend.keymap().layouts]).toEqual([
    'not connected',
    [],
    [],
    [],
  ]);
  expect(first.readied).toBe(0);
  expect(() => backend.send({ kind: 'press', control: KEY })).toThrow('No input backend is connected.');
});

test('the first one that is supported does everything, the others nothing', async () => {
  const [first, second, third] = [candidate('first', 'unsupported'), candidate('second'), candidate('third')];
  const backend = chooseBackend([first, second, third]);
  await backend.ready(never);
  backend.send({ kind: 'press', control: KEY });
  await backend.sync(never);
  expect(second.lines).toEqual(['key 30 down', 'sync']);
  expect([backend.name, backend.deviceOf(KEY), backend.keymap()]).toEqual(['second', 'keyboard 1', second.layout]);
  expect(backend.traits).toBe(second.traits);
  expect(first.lines).toEqual(['close']);
  expect(third.readied).toBe(0);
});

test.each(['denied', 'timeout', 'failed', 'aborted'] as const)('%s ends the search', async (code) => {
  const [first, second] = [candidate('first', code), candidate('second')];
  const backend = chooseBackend([first, second]);
  await expect(backend.ready(never)).rejects.toMatchObject({ code, message: `first ${code}.` });
  expect(second.readied).toBe(0);
  first.fails = undefined;
  await backend.ready(never);
  expect(backend.name).toBe('first');
});

test('says why none is supported, and what mends the best one', async () => {
  const candidates = [candidate('first', 'unsupported'), candidate('second', 'unsupported')];
  await expect(chooseBackend(candidates).ready(never)).rejects.toMatchObject({
    code: 'unsupported',
    message: 'first unsupported. second unsupported.',
    hint: 'Mend first.',
  });
  await expect(chooseBackend([]).ready(never)).rejects.toMatchObject({
    code: 'unsupported',
    message: 'This desktop offers no input that we know.',
  });
});

test('keeps its choice until it is closed', async () => {
  const [first, second] = [candidate('first', 'unsupported'), candidate('second')];
  const backend = chooseBackend([first, second]);
  await backend.ready(never);
  first.fails = undefined;
  await backend.ready(never);
  expect([first.readied, second.readied]).toEqual([1, 2]);
  backend.close();
  await backend.ready(never);
  expect([backend.name, second.lines]).toEqual(['first', ['close']]);
});

test('two callers choose once', async () => {
  const [first, second] = [candidate('first', 'unsupported'), candidate('second')];
  const backend = chooseBackend([first, second]);
  await Promise.all([backend.ready(never), backend.ready(never)]);
  expect([first.readied, second.readied]).toEqual([1, 2]);
});
