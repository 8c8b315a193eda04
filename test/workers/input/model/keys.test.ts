import { expect, test } from 'vitest';
import { resolveChord } from '../../../../src/workers/input/model/keys.ts';
import { parseXkbKeymap } from '../../../../src/workers/input/model/xkb-keymap.ts';
import { fixture } from '../recording-backend.ts';

const us = parseXkbKeymap(fixture('us'), 0);

test.each([
  ['ctrl+s', [29, 31]],
  ['Ctrl+Shift+T', [29, 42, 20]],
  ['Return', [28]],
  ['ENTER', [28]],
  ['esc', [1]],
  ['shift+f10', [42, 68]],
  ['alt+f4', [56, 62]],
  ['pagedown', [109]],
  ['menu', [127]],
  ['meta', [125]],
  ['a', [30]],
  ['A', [42, 30]],
  ['?', [42, 53]],
  ['shift+?', [42, 53]],
  ['+', [42, 13]],
  ['ctrl++', [29, 42, 13]],
  ['ctrl+S', [29, 31]],
  ['Control_L+S', [29, 31]],
  ['Shift_L+S', [42, 31]],
  [' ctrl + s ', [29, 31]],
  [' ', [57]],
  ['ArrowLeft', [105]],
  ['shift+ArrowLeft', [42, 105]],
  ['page_up', [104]],
  ['XF86AudioPlay', [164]],
])('%s presses %j on a US layout', (chord, codes) => {
  expect(resolveChord(chord, us)).toEqual(codes);
});

test('takes the letter where the layout has it', () => {
  expect(resolveChord('ctrl+s', parseXkbKeymap(fixture('dvorak'), 0))).toEqual([29, 39]);
});

test('takes the US place of a letter for a command on a layout without Latin letters', () => {
  for (const chord of ['ctrl+s', 'Control_L+s'])
    expect(resolveChord(chord, parseXkbKeymap(fixture('ru'), 0))).toEqual([29, 31]);
});

test('has no key for a Latin letter alone on such a layout', () => {
  expect(() => resolveChord('s', parseXkbKeymap(fixture('ru'), 0))).toThrow(
    expect.objectContaining({ code: 'unsupported' }),
  );
});

test('answers an unknown name with close ones', () => {
  expect(() => resolveChord('ctrl+entr', us)).toThrow(
    expect.objectContaining({ code: 'invalid_params', hint: expect.stringContaining('Close names are enter,') }),
  );
});

test('a chord that is written with dashes is answered with the right spelling, on one line', () => {
  expect(() => resolveChord('Ctrl-Shift-s', us)).toThrow(expect.objectContaining({ hint: 'Write "Ctrl+Shift+s".' }));
  expect(() => resolveChord('ctrl-\n', us)).toThrow(
    expect.objectContaining({ message: 'There is no key named "ctrl-".' }),
  );
  expect(() => resolveChord('a\nb', us)).toThrow(
    expect.objectContaining({ message: 'There is no key named "a\\nb".' }),
  );
});

test.each(['', 'ctrl+', '+s', 'ctrl+ +s'])('refuses "%s"', (chord) => {
  expect(() => resolveChord(chord, us)).toThrow(expect.objectContaining({ code: 'invalid_params' }));
});
