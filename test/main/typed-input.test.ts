/** What comes before input, and what readers hear of it; on a desktop without a compositor. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { abortedError } from '../../src/base/errors.ts';
import { createFakeDesktop, ELEMENT } from '../support/fake-desktop.ts';

/** How often a call waited for the program in front, while keys were pressed, held ("hold …") and let go ("free …"). */
async function waitsOf(...keys: string[]): Promise<number> {
  const { calls, call } = createFakeDesktop('kate');
  for (const each of keys) {
    const [tool, key] = each.includes(' ') ? each.split(' ') : ['key', each];
    const { isError } = await (tool === 'key' ? call('key', { key }) : call('hold', { key, down: tool === 'hold' }));
    expect([each, isError]).toEqual([each, false]);
  }
  return calls.get('waited for input') ?? 0;
}

test.each(['ctrl+s', 'alt+f', 'F10', 'Shift+Ctrl+z', 'Control_L+s', 'Alt_L+f', 'hold ctrl', 'hold shift+ctrl'])(
  '%s waits until the characters before it are taken',
  async (key) => {
    expect(await waitsOf('a', key)).toBe(1);
    expect(await waitsOf('hold a', 'free a', key)).toBe(1);
  },
);

test('modifiers that are held are no characters, and letting go of them waits for nothing', async () => {
  expect(await waitsOf('hold shift', 'free shift', 'ctrl+s')).toBe(0);
  expect(await waitsOf('hold ctrl', 'a', 'free ctrl')).toBe(0);
  expect(await waitsOf('shift', 'ctrl+s')).toBe(0);
});

test('characters count from their end, also when they are not sent to it', async () => {
  const { session, calls, call } = createFakeDesktop('kate');
  let endMs = 0;
  const send = async () => {
    await delay(5);
    endMs = performance.now();
    throw abortedError();
  };
  const { key } = session.input;
  Object.assign(session.input, { key: send, type: send });
  for (const [tool, args] of [
    ['key', { key: 'a', repeat: 900 }],
    ['type_text', { text: 'word', method: 'keys' }],
  ] as const) {
    expect((await call(tool, args)).isError).toBe(true);
    expect(session.charactersSentMs).toBeGreaterThanOrEqual(endMs);
  }
  Object.assign(session.input, { key });
  await call('key', { key: 'ctrl+s' });
  expect(calls.get('waited for input')).toBe(1);
});

test('a shortcut after a text waits too, and nothing else does', async () => {
  const { calls, call } = createFakeDesktop('kate');
  await call('type_text', { text: 'word', method: 'keys' });
  await call('key', { key: 'ctrl+s' });
  expect(calls.get('waited for input')).toBe(1);
  expect(await waitsOf('ctrl+s', 'ctrl+s')).toBe(0);
  expect(await waitsOf('a', 'b', 'shift+Tab', 'Return')).toBe(0);
});

test('of a window that is not listed nothing is waited for', async () => {
  const { calls, call } = createFakeDesktop('kcalc');
  await call('key', { key: 'a' });
  await call('key', { key: 'ctrl+s' });
  expect(calls.get('waited for input') ?? 0).toBe(0);
});

test.each([
  ['key', { key: 'a' }, 'session.inputSent'],
  ['type_text', { text: 'a', method: 'keys' }, 'session.inputSent (text)'],
  ['key', { key: 'a', observe: 'changes', settle_ms: 0 }, 'session.inputSent'],
] as const)('%s %j tells the readers of its input once', async (tool, args, told) => {
  const { calls, call } = createFakeDesktop('kate');
  await call(tool, args);
  expect([...calls].filter(([key]) => key.startsWith('session.inputSent'))).toEqual([[told, 1]]);
  expect(calls.get('waited for input') ?? 0).toBe('observe' in args ? 1 : 0);
});

test('text is not typed into a button', async () => {
  const { call, done } = createFakeDesktop('kate');
  const { isError, text } = await call('type_text', { id: ELEMENT.kate, text: 'a' });
  expect([isError, text, done]).toEqual([true, expect.stringMatching(/^\[1\] button "Do".* takes no text; /), []]);
});

test.each([
  ['key', { key: 'Left', repeat: 2 }, true],
  ['key', { key: 'ctrl+Delete', repeat: 2 }, true],
  ['key', { key: 'alt+f4', repeat: 2 }, false],
  ['key', { key: 'Super_L+Tab', repeat: 2 }, false],
  ['key', { key: 'Left' }, false],
  ['type_text', { text: 'word', method: 'keys' }, true],
] as const)('%s %j is kept to the program in front: %s', async (tool, args, isKept) => {
  const { session, call } = createFakeDesktop('kate');
  const grants = [vi.spyOn(session.input, 'key'), vi.spyOn(session.input, 'type')];
  expect((await call(tool, args)).isError).toBe(false);
  const [kept] = grants.flatMap(({ mock }) => mock.calls.map(([, { grant }]) => grant.isKeptToActive === true));
  expect(kept).toBe(isKept);
});
