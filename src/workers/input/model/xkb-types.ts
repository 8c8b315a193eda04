/** Types of keys of XKB: which level of a key given modifiers choose. Pure. */
import { characterOf } from './keysyms.ts';

export interface LevelType {
  /** The modifiers that it looks at. */
  modifiers: ReadonlySet<string>;
  /** The level, from 0, for those of them that are active. */
  levelOf(active: readonly string[]): number;
  /** Whether Caps Lock is still to be looked at by what takes the keysym. */
  preservesLock(active: readonly string[]): boolean;
}

/** A type as a keymap writes it: `modifiers= Shift+Lock; map[Shift]= 2; preserve[Lock]= Lock;`. */
function parseType(body: string): LevelType {
  const [, listed = ''] = /modifiers\s*=\s*([^;]+);/.exec(body) ?? [];
  const levels = new Map<string, number>();
  for (const [, set = '', level] of body.matchAll(/map\[([^\]]+)\]\s*=\s*(?:Level)?(\d+);/g))
    levels.set(keyOf(modifiersOf(set)), Number(level) - 1);
  const preserving = new Set<string>();
  for (const [, set = '', kept = ''] of body.matchAll(/preserve\[([^\]]+)\]\s*=\s*([^;]+);/g))
    if (modifiersOf(kept).includes('Lock')) preserving.add(keyOf(modifiersOf(set)));
  return {
    modifiers: new Set(modifiersOf(listed)),
    levelOf: (active) => levels.get(keyOf(active)) ?? 0,
    preservesLock: (active) => preserving.has(keyOf(active)),
  };
}

function modifiersOf(text: string): string[] {
  return text.split('+').map((modifier) => modifier.trim());
}

function keyOf(modifiers: readonly string[]): string {
  return [...modifiers].sort().join('+');
}

/** Reads the types of the section xkb_types by their names. */
export function readTypes(section: string): Map<string, LevelType> {
  const types = new Map<string, LevelType>();
  for (const [, name = '', body = ''] of section.matchAll(/^\s*type\s+"([^"]+)"\s*\{([\s\S]*?)\};/gm))
    types.set(name, parseType(body));
  return types;
}

/**
 * The types that libxkbcommon gives to keys without one, and leaves out of its text (types/basic, types/extra and types/numpad
 * of xkeyboard-config 2.44).
 */
export const AUTOMATIC_TYPES: ReadonlyMap<string, LevelType> = new Map(
  Object.entries({
    ONE_LEVEL: 'modifiers= none;',
    TWO_LEVEL: 'modifiers= Shift; map[Shift]= 2;',
    ALPHABETIC: 'modifiers= Shift+Lock; map[Shift]= 2; map[Lock]= 2;',
    KEYPAD: 'modifiers= Shift+NumLock; map[Shift]= 2; map[NumLock]= 2;',
    FOUR_LEVEL: 'modifiers= Shift+LevelThree; map[Shift]= 2; map[LevelThree]= 3; map[Shift+LevelThree]= 4;',
    FOUR_LEVEL_ALPHABETIC:
      'modifiers= Shift+Lock+LevelThree; map[Shift]= 2; map[Lock]= 2; map[LevelThree]= 3; map[Shift+LevelThree]= 4; ' +
      'map[Lock+LevelThree]= 4; map[Shift+Lock+LevelThree]= 3;',
    FOUR_LEVEL_SEMIALPHABETIC:
      'modifiers= Shift+Lock+LevelThree; map[Shift]= 2; map[Lock]= 2; map[LevelThree]= 3; map[Shift+LevelThree]= 4; ' +
      'map[Lock+LevelThree]= 3; preserve[Lock+LevelThree]= Lock; ' +
      'map[Shift+Lock+LevelThree]= 4; preserve[Shift+Lock+LevelThree]= Lock;',
    FOUR_LEVEL_KEYPAD:
      'modifiers= Shift+NumLock+LevelThree; map[Shift]= 2; map[NumLock]= 2; map[LevelThree]= 3; map[Shift+LevelThree]= 4; ' +
      'map[NumLock+LevelThree]= 4; map[Shift+NumLock+LevelThree]= 3;',
  }).map(([name, body]) => [name, parseType(body)]),
);

/** The type of a key that has none, by its keysyms (libxkbcommon 1.7, xkbcomp/symbols.c, FindAutomaticType). */
export function automaticType(levels: readonly string[]): string {
  const [first = '', second = '', third = '', fourth = ''] = levels;
  const isLetter = isPair(first, second);
  const isKeypad = [first, second].some((keysym) => keysym.startsWith('KP_'));
  if (levels.length <= 1) return 'ONE_LEVEL';
  if (levels.length === 2) return isLetter ? 'ALPHABETIC' : isKeypad ? 'KEYPAD' : 'TWO_LEVEL';
  if (isLetter) return isPair(third, fourth) ? 'FOUR_LEVEL_ALPHABETIC' : 'FOUR_LEVEL_SEMIALPHABETIC';
  return isKeypad ? 'FOUR_LEVEL_KEYPAD' : 'FOUR_LEVEL';
}

/** Whether two keysyms are a small letter and a capital one. */
function isPair(small: string, capital: string): boolean {
  const [a, b] = [characterOf(small), characterOf(capital)];
  if (a === undefined || b === undefined) return false;
  return a !== a.toUpperCase() && b !== b.toLowerCase();
}
