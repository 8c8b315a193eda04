import { expect, test } from 'vitest';
import { characterOf } from '../../../../src/workers/input/model/keysyms.ts';

test.each([
  ['a', 'a'],
  ['space', ' '],
  ['adiaeresis', 'ä'],
  ['Cyrillic_shorti', 'й'],
  ['EuroSign', '€'],
  ['U20AC', '€'],
  ['U1F600', '😀'],
  ['0x10020ac', '€'],
  ['0xe4', 'ä'],
])('the keysym %s types %s', (keysym, character) => {
  expect(characterOf(keysym)).toBe(character);
});

test.each(['dead_acute', 'F10', 'NoSymbol', 'KP_7', '0xffe1', 'Shift_L', 'U0007'])('%s types nothing', (keysym) => {
  expect(characterOf(keysym)).toBeUndefined();
});
