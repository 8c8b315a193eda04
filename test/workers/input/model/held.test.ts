import { expect, test } from 'vitest';
import { createHeld } from '../../../../src/workers/input/model/held.ts';

test('releases the last pressed first', () => {
  const held = createHeld();
  held.press({ device: 'key', code: 29 });
  held.press({ device: 'button', code: 272 });
  expect(held.transient().map(({ code }) => code)).toEqual([272, 29]);
});

test('forgets what was released', () => {
  const held = createHeld();
  held.press({ device: 'key', code: 29 });
  held.release({ device: 'key', code: 29 });
  expect(held.transient()).toEqual([]);
});

test('keeps apart a key and a button of the same number', () => {
  const held = createHeld();
  held.press({ device: 'key', code: 272 });
  held.release({ device: 'button', code: 272 });
  expect(held.transient()).toEqual([{ device: 'key', code: 272 }]);
});

test('keeps what is held on purpose apart from what is to be released', () => {
  const held = createHeld();
  const shift = { device: 'key', code: 42 } as const;
  held.press(shift, { name: 'shift', deviceId: 'a keyboard' });
  held.press({ device: 'key', code: 30 });
  expect(held.onPurpose()).toEqual([{ name: 'shift', deviceId: 'a keyboard', control: shift }]);
  expect(held.transient().map(({ code }) => code)).toEqual([30]);
});
