/** Resolves names of keys and chords such as "ctrl+shift+t". Pure. */

import { nearestNames } from '../../../base/edit-distance.ts';
import { DesktopError } from '../../../base/errors.ts';
import { quote } from '../../../base/escape.ts';
import { isCommandModifier } from '../../../protocol/input.ts';
import type { Keymap, Keystroke } from './keymap.ts';

/**
 * Key names in lower case, also those of web pages ("ArrowLeft"), each with its keysyms. The first keysym on the keymap
 * is taken.
 */
const NAMES = `
ctrl Control_L; control Control_L; shift Shift_L; alt Alt_L; altgr ISO_Level3_Shift Alt_R; meta Super_L Meta_L;
super Super_L; win Super_L; return Return; enter Return; esc Escape; escape Escape; tab Tab; space space;
backspace BackSpace; delete Delete; del Delete; insert Insert; ins Insert; home Home; end End; pageup Prior; pgup Prior;
pagedown Next; pgdn Next; page_up Prior; page_down Next; up Up; down Down; left Left; right Right; arrowup Up;
arrowdown Down; arrowleft Left; arrowright Right; spacebar space; contextmenu Menu; menu Menu; pause Pause; print Print;
printscreen Print; capslock Caps_Lock; numlock Num_Lock; scrolllock Scroll_Lock; mute XF86AudioMute;
volumeup XF86AudioRaiseVolume; volumedown XF86AudioLowerVolume; play XF86AudioPlay; back XF86Back; forward XF86Forward;
f1 F1; f2 F2; f3 F3; f4 F4; f5 F5; f6 F6; f7 F7; f8 F8; f9 F9; f10 F10; f11 F11; f12 F12`;
const KEYSYMS = new Map(
  NAMES.split(';').map((entry): [string, string[]] => {
    const [name = '', ...keysyms] = entry.trim().split(' ');
    return [name, keysyms];
  }),
);

/** Keys of a US keyboard by row, with the evdev code of the first one (linux/input-event-codes.h). */
const US_ROWS: [number, string][] = [
  [2, '1234567890-='],
  [16, 'qwertyuiop[]'],
  [30, "asdfghjkl;'`"],
  [43, '\\zxcvbnm,./'],
];

/**
 * The evdev codes of a chord's keys in the order of their presses. Fails with `invalid_params` for an unknown name, with
 * `unsupported` when the keymap has no such key.
 */
export function resolveChord(chord: string, keymap: Keymap): number[] {
  const names = splitChord(chord);
  const last = names.pop() ?? '';
  const isCommand = names.some(isCommandModifier);
  const codes = names.flatMap((name) => keystrokeCodes(resolveKey(name, keymap, { isCommand: false })));
  codes.push(...keystrokeCodes(resolveKey(last, keymap, { isCommand })));
  return [...new Set(codes)];
}

/** The key of a name or of a single character. Fails as `resolveChord` does. */
export function resolveKey(name: string, keymap: Keymap, { isCommand }: { isCommand: boolean }): Keystroke {
  if ([...name].length === 1) return resolveCharacter(name, keymap, isCommand);
  const keysyms = KEYSYMS.get(name.toLowerCase());
  for (const keysym of keysyms ?? [name]) {
    const keystroke = keymap.keystrokeForKeysym(keysym);
    if (keystroke) return keystroke;
  }
  if (keysyms) {
    throw new DesktopError(
      'unsupported',
      `The keyboard layout in force has no key ${quote(name)}.`,
      'Use another key.',
    );
  }
  const close = nearestNames(name.toLowerCase(), [...KEYSYMS.keys()], 4);
  const parts = name.split('-');
  const isChord = parts.every((part) => [...part].length === 1 || KEYSYMS.has(part.toLowerCase()));
  throw new DesktopError(
    'invalid_params',
    `There is no key named ${quote(name)}.`,
    isChord
      ? `Write ${quote(parts.join('+'))}.`
      : `Close names are ${close.join(', ')}; a single character names its own key, and X keysym names work too.`,
  );
}

/** With a command modifier "S" means the key of "s", and a layout without Latin letters counts as a US one. */
function resolveCharacter(character: string, keymap: Keymap, isCommand: boolean): Keystroke {
  const wanted = isCommand && /^[A-Z]$/.test(character) ? character.toLowerCase() : character;
  const keystroke = keymap.keystrokeForCharacter(wanted) ?? (isCommand ? usKeystroke(wanted) : undefined);
  if (keystroke) return keystroke;
  throw new DesktopError(
    'unsupported',
    `The keyboard layout in force has no key for ${quote(character)}.`,
    'Type it with type_text, or use another key.',
  );
}

function usKeystroke(character: string): Keystroke | undefined {
  for (const [first, row] of US_ROWS) {
    const place = row.indexOf(character);
    if (place >= 0) return { code: first + place, modifiers: [] };
  }
  return undefined;
}

function keystrokeCodes({ code, modifiers }: Keystroke): number[] {
  return [...modifiers, code];
}

/** Splits a chord into names. "ctrl++" is ctrl and plus. Fails with `invalid_params` for an empty name. */
export function splitChord(chord: string): string[] {
  if (chord === ' ') return ['space'];
  const trimmed = chord.trim();
  const isPlusLast = trimmed === '+' || trimmed.endsWith('++');
  const names = (isPlusLast ? trimmed.slice(0, -1) : trimmed).split('+').map((name) => name.trim());
  if (isPlusLast) names[names.length - 1] = '+';
  if (!names.includes('')) return names;
  throw new DesktopError(
    'invalid_params',
    `${quote(chord)} is no chord.`,
    'Write key names with a plus between them, such as "ctrl+s", "shift+f10" or "Return".',
  );
}
