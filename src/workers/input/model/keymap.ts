/** What the keyboard layout in force can type, and by which keys. */

/** A key to strike and the modifier keys to hold meanwhile; evdev codes (linux/input-event-codes.h). */
export interface Keystroke {
  code: number;
  modifiers: number[];
}

/** Modifiers that stay on without a key held, by their names in XKB: Caps Lock and Num Lock. */
export type LockedModifiers = ReadonlySet<'Lock' | 'NumLock'>;
export const NOTHING_LOCKED: LockedModifiers = new Set();

/** One keymap with one active layout. A platform gives the same object for as long as both are in force. */
export interface Keymap {
  /** Names of the layouts, such as "German"; the active one is not marked. */
  layouts: string[];
  /** How to type one character, "\n" and "\t" among them. */
  keystrokeForCharacter(character: string): Keystroke | undefined;
  /** How to strike the key of an X keysym name such as "Prior"; case need not fit where only one name fits. */
  keystrokeForKeysym(keysym: string): Keystroke | undefined;
}

/** The keymap before a keyboard is known: it types nothing. */
export const EMPTY_KEYMAP: Keymap = {
  layouts: [],
  keystrokeForCharacter: () => undefined,
  keystrokeForKeysym: () => undefined,
};
