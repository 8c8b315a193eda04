/**
 * Parses an XKB keymap (text format 1, as libxkbcommon prints it and compositors send it): which key, with which
 * modifiers, types a character or has a name. Keysyms are names, or numbers since libxkbcommon 1.13. Pure.
 *
 * Covers the levels of Shift, Level 3 (AltGr) and Level 5. Levels of Caps Lock and Num Lock are left out, and so are dead
 * keys: a character that needs two keystrokes counts as not typable.
 */
import { EMPTY_KEYMAP, type Keymap, type Keystroke } from './keymap.ts';
import { characterOf, nameOf } from './keysyms.ts';

interface Key {
  name: string;
  code: number;
  /** Keysyms by level, of the active layout. */
  levels: string[];
  type: string | undefined;
}

/** The smallest set of modifiers for each level, by level from 0. */
type LevelType = Map<number, string[]>;

/** XKB key codes are evdev codes plus this (keycodes/evdev of xkeyboard-config). */
const EVDEV_OFFSET = 8;
/** The keysym of the key of each modifier, by the modifier's name in types. */
const MODIFIER_KEYSYMS: Record<string, string> = {
  Shift: 'Shift_L',
  LevelThree: 'ISO_Level3_Shift',
  LevelFive: 'ISO_Level5_Shift',
};
/** Levels of keys without a type (libxkbcommon leaves automatic types out of its text). */
const AUTOMATIC_LEVELS: LevelType = new Map([
  [0, []],
  [1, ['Shift']],
  [2, ['LevelThree']],
  [3, ['Shift', 'LevelThree']],
]);
const CONTROL_CHARACTERS: Record<string, string> = { Return: '\n', Tab: '\t' };

/** Parses a keymap for its layout number `group`, from 0. A text that is no keymap gives an empty one. */
export function parseXkbKeymap(text: string, group: number): Keymap {
  const keys = readKeys(text, group);
  const types = readTypes(text);
  const modifierCodes = new Map<string, number>();
  for (const [modifier, keysym] of Object.entries(MODIFIER_KEYSYMS)) {
    const givers = keys.filter((each) => each.levels[0] === keysym);
    const [key] = givers.sort((a, b) => keyCost(a.name) - keyCost(b.name));
    if (key) modifierCodes.set(modifier, key.code);
  }
  const keystrokes = new Map<string, { cost: number; keystroke: Keystroke }>();
  for (const key of keys) {
    for (const [level, keysym] of key.levels.entries()) {
      const modifiers = (types.get(key.type ?? '') ?? AUTOMATIC_LEVELS).get(level);
      const codes = modifiers?.map((modifier) => modifierCodes.get(modifier) ?? -1);
      if (!codes || codes.includes(-1)) continue;
      const cost = codes.length + keyCost(key.name);
      const known = keystrokes.get(keysym);
      if (!known || cost < known.cost)
        keystrokes.set(keysym, { cost, keystroke: { code: key.code, modifiers: codes } });
    }
  }
  return createLookups(keystrokes, readLayouts(text));
}

/** Makes a function that parses a keymap, and gives the same object for as long as text and layout stay the same. */
export function createXkbKeymapReader(): (text: string, group: number) => Keymap {
  let known = { text: '', group: 0, keymap: EMPTY_KEYMAP };
  return (text, group) => {
    if (known.text !== text || known.group !== group) known = { text, group, keymap: parseXkbKeymap(text, group) };
    return known.keymap;
  };
}

function createLookups(keystrokes: Map<string, { cost: number; keystroke: Keystroke }>, layouts: string[]): Keymap {
  const characters = new Map<string, { cost: number; keystroke: Keystroke }>();
  const anyCase = new Map<string, Keystroke>();
  for (const [keysym, found] of keystrokes) {
    const character = CONTROL_CHARACTERS[keysym] ?? characterOf(keysym);
    const known = character === undefined ? undefined : characters.get(character);
    if (character !== undefined && (!known || found.cost < known.cost)) characters.set(character, found);
    if (!anyCase.has(keysym.toLowerCase())) anyCase.set(keysym.toLowerCase(), found.keystroke);
  }
  return {
    layouts,
    keystrokeForCharacter: (character) => characters.get(character)?.keystroke,
    keystrokeForKeysym: (keysym) => keystrokes.get(keysym)?.keystroke ?? anyCase.get(keysym.toLowerCase()),
  };
}

/**
 * Cost of a key beside that of its modifiers. Keys of the typing block are cheapest: few keyboards have others, such as
 * the parenthesis keys of some keypads. A US keyboard lacks LSGT, whose characters are elsewhere with one modifier.
 */
function keyCost(name: string): number {
  if (/^(A[A-E]\d\d|TLDE|BKSL|SPCE|RTRN|TAB|[LR](ALT|CTL|FSH|TSH|WIN))$/.test(name)) return 0;
  return name === 'LSGT' ? 1.5 : 10;
}

function readKeys(text: string, group: number): Key[] {
  const codes = new Map<string, number>();
  for (const [, name = '', code] of section(text, 'keycodes').matchAll(/^\s*<([^>]+)>\s*=\s*(\d+);/gm)) {
    codes.set(name, Number(code) - EVDEV_OFFSET);
  }
  const keys: Key[] = [];
  for (const [, name = '', body = ''] of section(text, 'symbols').matchAll(/^\s*key\s*<([^>]+)>\s*\{([\s\S]*?)\};/gm)) {
    const code = codes.get(name);
    if (code !== undefined) keys.push({ name, code, ...readKey(body, group) });
  }
  return keys;
}

/** Parses the body of one key: `type= "T", [ a, A ]`, or `type[2]= "T", symbols[1]= [ a, A ], symbols[2]= [ … ]`. */
function readKey(body: string, group: number): { levels: string[]; type: string | undefined } {
  const types: string[] = [];
  const groups: string[][] = [];
  let everyType: string | undefined;
  const parts = /(\w+)(?:\[(?:Group)?(\d+)\])?\s*=\s*(?:"([^"]*)"|\[([^\]]*)\]|\w+)|\[([^\]]*)\]/g;
  for (const [, word, index, quoted, listed, bare] of body.matchAll(parts)) {
    if (word === 'type' && index === undefined) everyType = quoted;
    else if (word === 'type') types[Number(index) - 1] = quoted ?? '';
    else if (word === 'symbols') groups[Number(index ?? 1) - 1] = readLevels(listed ?? '');
    else if (bare !== undefined) groups[groups.length] = readLevels(bare);
  }
  // For a layout that a key does not have, XKB wraps around by default.
  const effective = groups.length === 0 ? 0 : group % groups.length;
  return { levels: groups[effective] ?? [], type: types[effective] ?? everyType };
}

/** Parses `a, A, { x, y }`. A level of several keysyms types none of them alone. */
function readLevels(list: string): string[] {
  return list
    .replaceAll(/\{[^}]*\}/g, 'NoSymbol')
    .split(',')
    .map((keysym) => nameOf(keysym.trim()));
}

function readTypes(text: string): Map<string, LevelType> {
  const types = new Map<string, LevelType>();
  for (const [, name = '', body = ''] of section(text, 'types').matchAll(/^\s*type\s+"([^"]+)"\s*\{([\s\S]*?)\};/gm)) {
    const levels: LevelType = new Map([[0, []]]);
    for (const [, set = '', level] of body.matchAll(/map\[([^\]]+)\]\s*=\s*(?:Level)?(\d+);/g)) {
      const modifiers = set.split('+').map((modifier) => modifier.trim());
      const known = levels.get(Number(level) - 1);
      const isReachable = modifiers.every((modifier) => modifier in MODIFIER_KEYSYMS);
      if (isReachable && (!known || modifiers.length < known.length)) levels.set(Number(level) - 1, modifiers);
    }
    types.set(name, levels);
  }
  return types;
}

function readLayouts(text: string): string[] {
  return [...section(text, 'symbols').matchAll(/^\s*name\[[^\]]+\]\s*=\s*"([^"]*)"/gm)].map(([, name = '']) => name);
}

/** The text of one section, such as `xkb_types "complete" { … };`. */
function section(text: string, name: string): string {
  const start = text.indexOf(`xkb_${name}`);
  if (start < 0) return '';
  const end = text.indexOf('\nxkb_', start);
  return text.slice(start, end < 0 ? text.length : end);
}
