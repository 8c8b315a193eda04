import { expect, test } from 'vitest';
import { createXkbKeymapReader, parseXkbKeymap } from '../../../../src/workers/input/model/xkb-keymap.ts';
import { fixture } from '../recording-backend.ts';

/** Evdev codes (linux/input-event-codes.h). */
const SHIFT = 42;
const ALTGR = 100;

const texts: Record<string, string> = {
  us: 'aZ09`~!@#$%^&*()_+-=[]{};\':",./<>?\\| \n\t',
  de: 'äöüÄÖÜß€@{}[]\\~|§°µ<>yzYZ?-_=',
  fr: 'éèàçù1234&"\'(-_=)€@#{[|`\\^<>qwertyAZ',
  tr: 'ğüşiİıIöçĞÜŞÖÇ@€{}[]\\|~<>Hh',
  dvorak: "aoeuidhtns',.pyfgcrl?ABC{}|",
  ru: 'йцукенгшщзхъЙЁё№;%:?*()_+.,',
};

test.each(Object.entries(texts))('types the characters of the layout %s', (layout, text) => {
  const keymap = parseXkbKeymap(fixture(layout), 0);
  expect([...text].filter((character) => !keymap.keystrokeForCharacter(character))).toEqual([]);
});

test('knows the same character at different keys of different layouts', () => {
  const keystrokes = Object.keys(texts).map((layout) => parseXkbKeymap(fixture(layout), 0).keystrokeForCharacter('?'));
  expect(keystrokes).toEqual([
    { code: 53, modifiers: [SHIFT] },
    { code: 12, modifiers: [SHIFT] },
    { code: 50, modifiers: [SHIFT] },
    { code: 12, modifiers: [SHIFT] },
    { code: 26, modifiers: [SHIFT] },
    { code: 8, modifiers: [SHIFT] },
  ]);
});

test('reads keysyms that are written as numbers as those that are names', () => {
  const [numbers, names] = ['tr-numbers', 'tr'].map((layout) => parseXkbKeymap(fixture(layout), 0));
  const characters = [...`${texts['tr']} \n\t`];
  expect(characters.map((character) => numbers?.keystrokeForCharacter(character))).toEqual(
    characters.map((character) => names?.keystrokeForCharacter(character)),
  );
  for (const name of ['Control_L', 'Shift_L', 'Super_L', 'Return', 'Prior', 'F10', 'space', 'plus']) {
    expect([name, numbers?.keystrokeForKeysym(name)]).toEqual([name, names?.keystrokeForKeysym(name)]);
  }
  expect(numbers?.keystrokeForCharacter('^')).toEqual(names?.keystrokeForCharacter('^'));
});

test('reaches the third level with AltGr', () => {
  expect(parseXkbKeymap(fixture('de'), 0).keystrokeForCharacter('€')).toEqual({ code: 18, modifiers: [ALTGR] });
});

test('keeps the four letters i of Turkish apart', () => {
  const keymap = parseXkbKeymap(fixture('tr'), 0);
  expect([...'iıIİ'].map((letter) => keymap.keystrokeForCharacter(letter))).toEqual([
    { code: 40, modifiers: [] },
    { code: 23, modifiers: [] },
    { code: 23, modifiers: [SHIFT] },
    { code: 40, modifiers: [SHIFT] },
  ]);
});

test('takes the digits and letters of the typing block, not those of a keypad', () => {
  const keymap = parseXkbKeymap(fixture('us'), 0);
  expect([keymap.keystrokeForCharacter('7'), keymap.keystrokeForCharacter('(')]).toEqual([
    { code: 8, modifiers: [] },
    { code: 10, modifiers: [SHIFT] },
  ]);
});

test('takes the key that needs the fewest modifiers', () => {
  const text = `xkb_keymap {
xkb_keycodes {
  <AD01> = 24;
  <AD02> = 25;
  <LFSH> = 50;
};
xkb_symbols {
  key <AD01> { [ a, x ] };
  key <AD02> { [ x ] };
  key <LFSH> { [ Shift_L ] };
};
};`;
  expect(parseXkbKeymap(text, 0).keystrokeForCharacter('x')).toEqual({ code: 17, modifiers: [] });
});

test('does not type what only a dead key gives', () => {
  expect(parseXkbKeymap(fixture('fr'), 0).keystrokeForCharacter('ê')).toBeUndefined();
});

test('reads the layout that is in force of several', () => {
  const text = fixture('multi');
  const y = [0, 1, 2].map((group) => parseXkbKeymap(text, group).keystrokeForCharacter('y')?.code);
  expect(y).toEqual([21, 44, undefined]);
  expect(parseXkbKeymap(text, 2).keystrokeForCharacter('ф')).toEqual({ code: 30, modifiers: [] });
});

test('names the layouts', () => {
  expect(parseXkbKeymap(fixture('multi'), 0).layouts).toEqual(['English (US)', 'German', 'Russian']);
});

test('finds keys by keysym, with capitals as it comes', () => {
  const keymap = parseXkbKeymap(fixture('us'), 0);
  expect(['Return', 'prior', 'XF86AudioPlay', 'Menu'].map((name) => keymap.keystrokeForKeysym(name)?.code)).toEqual([
    28, 104, 164, 127,
  ]);
});

test('is empty for a text that is no keymap', () => {
  expect(parseXkbKeymap('', 0).keystrokeForCharacter('a')).toBeUndefined();
});

test('the same text and layout are the same keymap, others are not', () => {
  const read = createXkbKeymapReader();
  const first = read(fixture('multi'), 0);
  expect(read(fixture('multi'), 0)).toBe(first);
  expect(read(fixture('multi'), 1)).not.toBe(first);
  expect(read(fixture('us'), 1).layouts).toEqual(['English (US)']);
});

/** Small letters that are on no level of letters: with Caps Lock their keys give capitals. */
const LOST: Record<string, string> = { de: 'ßµ', fr: 'éèàçù' };

test.each(Object.keys(texts))(
  'types the same characters of the layout %s while Caps Lock and Num Lock are on',
  (layout) => {
    const free = parseXkbKeymap(fixture(layout), 0);
    const locked = parseXkbKeymap(fixture(layout), 0, new Set(['Lock', 'NumLock']));
    const characters = [...(texts[layout] ?? '')];
    expect(characters.filter((character) => !locked.keystrokeForCharacter(character)).join('')).toBe(
      LOST[layout] ?? '',
    );
    // Letters take the other level, all else the same one.
    const others = characters.filter((character) => character.toLowerCase() === character.toUpperCase());
    const strokes = (keymap: typeof free) => others.map((character) => keymap.keystrokeForCharacter(character));
    expect(strokes(locked)).toEqual(strokes(free));
  },
);

test('while Caps Lock is on a small letter takes Shift, and a capital one does not', () => {
  const keymap = parseXkbKeymap(fixture('us'), 0, new Set(['Lock']));
  expect(keymap.keystrokeForCharacter('a')).toEqual({ code: 30, modifiers: [SHIFT] });
  expect(keymap.keystrokeForCharacter('A')).toEqual({ code: 30, modifiers: [] });
  expect(keymap.keystrokeForCharacter('1')).toEqual({ code: 2, modifiers: [] });
  const german = parseXkbKeymap(fixture('de'), 0, new Set(['Lock']));
  expect(german.keystrokeForCharacter('ü')).toEqual({ code: 26, modifiers: [SHIFT] });
  expect(german.keystrokeForCharacter('€')).toEqual({ code: 18, modifiers: [ALTGR] });
});

test('while Num Lock is on the keypad gives digits without Shift, and moves with it', () => {
  const keymap = parseXkbKeymap(fixture('us'), 0, new Set(['NumLock']));
  expect(keymap.keystrokeForKeysym('KP_7')).toEqual({ code: 71, modifiers: [] });
  expect(keymap.keystrokeForKeysym('KP_Home')).toEqual({ code: 71, modifiers: [SHIFT] });
});
