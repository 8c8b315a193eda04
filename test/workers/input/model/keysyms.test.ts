import { expect, test } from 'vitest';
import { characterOf, nameOf } from '../../../../src/workers/input/model/keysyms.ts';

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

test.each([
  ['0xffe3', 'Control_L'],
  ['0xff55', 'Prior'],
  ['0xfe03', 'ISO_Level3_Shift'],
  ['0xfe51', 'dead_acute'],
  ['0x1008ff12', 'XF86AudioMute'],
  ['0x2bb', 'gbreve'],
  ['0x61', 'a'],
  ['0x20', 'space'],
  ['0x10020ac', 'EuroSign'],
  ['0x101f600', '😀'],
  ['Control_L', 'Control_L'],
])('the keysym %s is named %s', (keysym, name) => {
  expect(nameOf(keysym)).toBe(name);
});
