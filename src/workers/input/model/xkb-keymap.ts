/**
 * Parses an XKB keymap (text format 1, as libxkbcommon prints it and compositors send it): which key, with which
 * modifiers, types a character or has a name. Keysyms are names, or numbers since libxkbcommon 1.13. Pure.
 *
 * Covers the levels of Shift, Level 3 (AltGr) and Level 5, as they are while Caps Lock and Num Lock are locked or not. Dead keys
 * are left out: a character that needs two keystrokes counts as not typable.
 */
import { EMPTY_KEYMAP, type Keymap, type Keystroke, type LockedModifiers, NOTHING_LOCKED } from './keymap.ts';
import { characterOf, nameOf } from './keysyms.ts';
import { AUTOMATIC_TYPES, automaticType, type LevelType, readTypes } from './xkb-types.ts';

interface Key {
  name: string;
  code: number;
  /** Keysyms by level, of the active layout. */
  levels: string[];
  type: string | undefined;
}

/** XKB key codes are evdev codes plus this (keycodes/evdev of xkeyboard-config). */
const EVDEV_OFFSET = 8;
/** The keysym of the key of each modifier, by the modifier's name in types. */
const MODIFIER_KEYSYMS: Record<string, string> = {
  Shift: 'Shift_L',
  LevelThree: 'ISO_Level3_Shift',
  LevelFive: 'ISO_Level5_Shift',
};
const CONTROL_CHARACTERS: Record<string, string> = { Return: '\n', Tab: '\t' };

/** Sets of modifiers that may be held for a keystroke, the smaller ones first. */
const HELD: readonly (readonly string[])[] = [
  [],
  ['Shift'],
  ['LevelThree'],
  ['LevelFive'],
  ['Shift', 'LevelThree'],
  ['Shift', 'LevelFive'],
  ['LevelThree', 'LevelFive'],
  ['Shift', 'LevelThree', 'LevelFive'],
];

/** What a keystroke gives. */
interface Found {
  cost: number;
  keystroke: Keystroke;
}

/** Parses a keymap for its layout number `group`, from 0. A text that is no keymap gives an empty one. */
export function parseXkbKeymap(text: string, group: number, locked: LockedModifiers = NOTHING_LOCKED): Keymap {
  const keys = readKeys(text, group);
  const types = new Map([...AUTOMATIC_TYPES, ...readTypes(section(text, 'types'))]);
  const modifierCodes = new Map<string, number>();
  for (const [modifier, keysym] of Object.entries(MODIFIER_KEYSYMS)) {
    const givers = keys.filter((each) => each.levels[0] === keysym);
    const [key] = givers.sort((a, b) => keyCost(a.name) - keyCost(b.name));
    if (key) modifierCodes.set(modifier, key.code);
  }
  const layouts = readLayouts(text).map((name) => (locked.has('Lock') ? `${name} with Caps Lock` : name));
  const lookups = createLookups(layouts);
  for (const key of keys) {
    const type = types.get(key.type ?? automaticType(key.levels));
    for (const held of HELD) {
      const codes = held.map((modifier) => modifierCodes.get(modifier) ?? -1);
      const given = type && !codes.includes(-1) ? givenBy(key, type, { held, locked }) : undefined;
      if (given)
        lookups.add(given, {
          cost: codes.length + keyCost(key.name),
          keystroke: { code: key.code, modifiers: codes },
        });
    }
  }
  return lookups.keymap;
}

/** What a keystroke gives: its keysym, and the character where that is not the one of the keysym. */
interface Given {
  keysym: string;
  capital?: string;
}

/** What a key gives while modifiers are held and locked; undefined where one that is held makes no difference. */
function givenBy(
  { levels }: Key,
  { modifiers, levelOf, preservesLock }: LevelType,
  { held, locked }: { held: readonly string[]; locked: LockedModifiers },
): Given | undefined {
  if (!held.every((modifier) => modifiers.has(modifier))) return undefined;
  const active = [...held, ...locked].filter((modifier) => modifiers.has(modifier));
  const keysym = levels[levelOf(active)];
  if (keysym === undefined) return undefined;
  // A Caps Lock that did not choose the level makes a capital of what it gives (libxkbcommon, xkb_state_key_get_utf8).
  const isCapital = locked.has('Lock') && (!modifiers.has('Lock') || preservesLock(active));
  const capital = isCapital ? characterOf(keysym)?.toUpperCase() : undefined;
  return capital !== undefined && [...capital].length === 1 ? { keysym, capital } : { keysym };
}

/** Makes a function that gives the same object for as long as text, layout and locked modifiers stay the same. */
export function createXkbKeymapReader(): (text: string, group: number, locked?: LockedModifiers) => Keymap {
  let known = { text: '', group: 0, locks: '', keymap: EMPTY_KEYMAP };
  return (text, group, locked = NOTHING_LOCKED) => {
    const locks = [...locked].sort().join();
    if (known.text !== text || known.group !== group || known.locks !== locks)
      known = { text, group, locks, keymap: parseXkbKeymap(text, group, locked) };
    return known.keymap;
  };
}

/** Gathers what keystrokes give; of several for the same the cheapest is kept. */
function createLookups(layouts: string[]): { add(given: Given, found: Found): void; keymap: Keymap } {
  const keysyms = new Map<string, Found>();
  const characters = new Map<string, Found>();
  const anyCase = new Map<string, Keystroke>();
  const keep = (map: Map<string, Found>, name: string, found: Found): void => {
    const known = map.get(name);
    if (!known || found.cost < known.cost) map.set(name, found);
  };
  return {
    add: ({ keysym, capital }, found) => {
      const character = capital ?? CONTROL_CHARACTERS[keysym] ?? characterOf(keysym);
      if (character !== undefined) keep(characters, character, found);
      if (capital !== undefined && capital !== characterOf(keysym)) return;
      keep(keysyms, keysym, found);
      if (!anyCase.has(keysym.toLowerCase())) anyCase.set(keysym.toLowerCase(), found.keystroke);
    },
    keymap: {
      layouts,
      keystrokeForCharacter: (character) => characters.get(character)?.keystroke,
      keystrokeForKeysym: (keysym) => keysyms.get(keysym)?.keystroke ?? anyCase.get(keysym.toLowerCase()),
    },
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
