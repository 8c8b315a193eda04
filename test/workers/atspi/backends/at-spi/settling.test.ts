/** What is waited for after input, on a bus whose programs answer at once. */

import { expect, test } from 'vitest';
import type { Before } from '../../../../../src/protocol/atspi.ts';
import { createSettling } from '../../../../../src/workers/atspi/backends/at-spi/settling.ts';
import { toolkitOf } from '../../../../../src/workers/atspi/backends/at-spi/toolkits.ts';
import { type Bus, BusCallError } from '../../../../../src/workers/platform/dbus/bus.ts';
import { bodyOf } from '../../../../../src/workers/platform/dbus/bus-calls.ts';

const APP = { key: ':1.1', traits: toolkitOf('Qt') };
const KEY = { durationMs: 0, isText: false };
const TEXT = { durationMs: 0, isText: true };

/** The book, with a list of what was asked and what happened, in order. */
function open() {
  const lines: string[] = [];
  const failing: { as: string | undefined } = { as: undefined };
  const bus: Partial<Bus> = {
    call: async ({ address }, parse) => {
      lines.push(`ask ${address.bus}`);
      if (failing.as) throw new BusCallError({ name: failing.as, message: '' });
      return parse(bodyOf('', []));
    },
  };
  const settling = createSettling(bus as Bus);
  const announce = (member = 'TextChanged', name = APP.key): void => {
    lines.push(`${name} ${member}`);
    settling.note({ ref: { app: name, key: '/1' }, kind: 'Object', member, detail: '', value: 0 });
  };
  const wait = async (before: Before, app = APP): Promise<void> => {
    await settling.wait(app, before);
    lines.push(`${before} goes on`);
  };
  return { lines, settling, announce, wait, failing };
}

const ASK = 'ask :1.1';
const THOROUGH = [ASK, 'ask org.a11y.atspi.Registry', ASK, ASK];

test('nothing is waited for before any input', async () => {
  const { lines, settling, wait } = open();
  await wait('shortcut');
  expect([lines, settling.isAwaited(APP.key)]).toEqual([['shortcut goes on'], false]);
});

test('an event of an application disturbs that one, input to any application all of them', () => {
  const { settling, announce } = open();
  expect(settling.disturbedAtMs(APP.key)).toBe(0);
  announce();
  const eventAtMs = settling.disturbedAtMs(APP.key);
  expect(eventAtMs).toBeGreaterThan(performance.now() - 1000);
  expect(settling.disturbedAtMs(':1.2')).toBe(0);
  settling.inputSent(KEY);
  expect(settling.disturbedAtMs(':1.2')).toBeGreaterThanOrEqual(eventAtMs - 10);
});

test('a reading goes on with the first event after a key, once', async () => {
  const { lines, settling, announce, wait } = open();
  settling.inputSent(KEY);
  expect(settling.isAwaited(APP.key)).toBe(true);
  const waiting = wait('reading');
  await Promise.resolve();
  announce('StateChanged');
  await waiting;
  await wait('reading');
  expect(lines).toEqual([ASK, ':1.1 StateChanged', ASK, 'reading goes on', 'reading goes on']);
  expect(settling.isAwaited(APP.key)).toBe(false);
});

test('events of another application end no wait', async () => {
  const { lines, settling, announce, wait } = open();
  settling.inputSent(KEY);
  const waiting = wait('reading');
  await Promise.resolve();
  announce('TextChanged', ':1.2');
  await new Promise((resolve) => setTimeout(resolve, 10));
  announce();
  await waiting;
  expect(lines).toEqual([ASK, ':1.2 TextChanged', ':1.1 TextChanged', ASK, 'reading goes on']);
});

test('a program that announces nothing is not waited for without end', async () => {
  const { lines, settling, wait } = open();
  settling.inputSent(KEY);
  await wait('reading');
  expect(lines).toEqual([ASK, ASK, 'reading goes on']);
});

test.each<[string, Before, typeof KEY]>([
  ['a action', 'action', KEY],
  ['a shortcut', 'shortcut', KEY],
  ['a reading after a text', 'reading', TEXT],
])('%s goes on behind what the program has handed to the registry', async (_title, before, input) => {
  const { lines, settling, announce, wait } = open();
  settling.inputSent(input);
  announce();
  await wait(before);
  expect(lines).toEqual([':1.1 TextChanged', ...THOROUGH, `${before} goes on`]);
});

test('a shortcut waits for a text that changed, not for any event', async () => {
  const { lines, settling, announce, wait } = open();
  settling.inputSent(KEY);
  announce('StateChanged');
  const waiting = wait('shortcut');
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(lines).toEqual([':1.1 StateChanged', ASK]);
  announce();
  await waiting;
  expect(lines.at(-1)).toBe('shortcut goes on');
});

test('a action waits again after a reading, and a reading not after an action', async () => {
  const { lines, settling, announce, wait } = open();
  settling.inputSent(KEY);
  announce();
  await wait('reading');
  await wait('action');
  await wait('reading');
  const expected = [ASK, ASK, 'reading goes on', ...THOROUGH, 'action goes on', 'reading goes on'];
  expect(lines).toEqual([':1.1 TextChanged', ...expected]);
});

test('a text that nobody has waited for stays one when a key follows; one that was read does not', async () => {
  const { lines, settling, announce, wait } = open();
  announce();
  settling.inputSent(TEXT);
  settling.inputSent(KEY);
  announce();
  await wait('reading');
  expect(lines.slice(2)).toEqual([...THOROUGH, 'reading goes on']);
  settling.inputSent(KEY);
  announce();
  await wait('reading');
  expect(lines.slice(7)).toEqual([':1.1 TextChanged', ASK, ASK, 'reading goes on']);
});

test('of a browser it is waited until it is quiet', async () => {
  const { lines, settling, announce, wait } = open();
  settling.inputSent(KEY);
  announce();
  const waiting = wait('reading', { ...APP, traits: toolkitOf('Gecko') });
  await new Promise((resolve) => setTimeout(resolve, 5));
  announce('PropertyChange');
  await waiting;
  expect(lines).toEqual([':1.1 TextChanged', ASK, ':1.1 PropertyChange', ASK, 'reading goes on']);
});

test('a wait that failed has passed nothing', async () => {
  const { lines, settling, announce, wait, failing } = open();
  settling.inputSent(KEY);
  announce();
  failing.as = 'timeout';
  await expect(wait('reading')).rejects.toMatchObject({ failure: 'timeout' });
  expect(settling.isAwaited(APP.key)).toBe(true);
  failing.as = undefined;
  await wait('reading');
  expect(lines).toEqual([':1.1 TextChanged', ASK, ...THOROUGH, 'reading goes on']);
});

test.each(['reading', 'action', 'shortcut'] as const)(
  'of a program that has ended nothing is awaited before a %s',
  async (before) => {
    const { lines, settling, wait, failing } = open();
    settling.inputSent(TEXT);
    failing.as = 'org.freedesktop.DBus.Error.ServiceUnknown';
    await wait(before);
    expect(lines).toEqual([ASK, `${before} goes on`]);
  },
);

test('a program that announced nothing is waited for less long the next time, unless it was only late', async () => {
  const { lines, settling, announce, wait } = open();
  const happensIn = async (): Promise<string[]> => {
    lines.length = 0;
    settling.inputSent(KEY);
    const late = new Promise((resolve) => setTimeout(resolve, 30)).then(() => announce());
    await Promise.all([wait('reading'), late]);
    // What is announced right before an input counts as its answer.
    await new Promise((resolve) => setTimeout(resolve, 20));
    return lines.filter((line) => line !== ASK);
  };
  settling.inputSent(KEY);
  await wait('reading');
  const [event, end] = [':1.1 TextChanged', 'reading goes on'];
  expect(await happensIn()).toEqual([end, event]);
  expect(await happensIn()).toEqual([event, end]);
});
