import { expect, test } from 'vitest';
import { createFakeDesktop } from '../support/fake-desktop.ts';

/** How often a call waited for the program in front, after other keys. */
async function waitsOf(...keys: string[]): Promise<number> {
  const { calls, call } = createFakeDesktop('kate');
  for (const key of keys) await call('key', { key });
  return calls.get('atspi.inputTaken') ?? 0;
}

test.each(['ctrl+s', 'alt+f', 'F5', 'Shift+Ctrl+z'])(
  '%s waits until the characters before it are taken',
  async (key) => {
    expect(await waitsOf('a', key)).toBe(1);
  },
);

test('a shortcut after a text waits too, and nothing else does', async () => {
  const { calls, call } = createFakeDesktop('kate');
  await call('type_text', { text: 'word', method: 'keys' });
  await call('key', { key: 'ctrl+s' });
  expect(calls.get('atspi.inputTaken')).toBe(1);
  expect(await waitsOf('ctrl+s', 'ctrl+s')).toBe(0);
  expect(await waitsOf('a', 'b', 'shift+Tab', 'Return')).toBe(0);
});

test('of a window that is not listed nothing is waited for', async () => {
  const { calls, call } = createFakeDesktop('kcalc');
  await call('key', { key: 'a' });
  await call('key', { key: 'ctrl+s' });
  expect(calls.get('atspi.inputTaken') ?? 0).toBe(0);
});
