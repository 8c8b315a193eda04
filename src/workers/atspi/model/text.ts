/** Makes names, texts and queries comparable. */
import { quote } from '../../../base/escape.ts';
import { collapse, fold, isPlain } from '../../../base/fold.ts';

export { collapse, fold };

/** U+FFFC stands for a child object in a text. */
export const OBJECT_CHARACTER = '\ufffc';

/** `fold`, and without accents. */
export function foldAccents(text: string): string {
  return withoutAccents(fold(text));
}

/** Removes accents from a folded text. */
export function withoutAccents(folded: string): string {
  return isPlain(folded) ? folded : folded.normalize('NFD').replaceAll(/\p{Mn}/gu, '');
}

/** Longest name in the facts of a reply; lines show less. */
const NAME_CHARS = 200;

/** A name as replies carry it: at most 200 characters, with `…` when it goes on. */
export function shortened(name: string): string {
  return name.length > NAME_CHARS ? `${Array.from(name.slice(0, NAME_CHARS)).slice(0, -1).join('')}…` : name;
}

/** Longest text in a line. */
const LINE_TEXT_CHARS = 80;

/** The beginning of a text as a line shows it, and whether it goes on. */
export function beginningOf(text: string): { text: string; textGoesOn: boolean } {
  const characters = Array.from(text.slice(0, 4 * LINE_TEXT_CHARS));
  const shown = characters.slice(0, LINE_TEXT_CHARS).join('');
  return { text: shown, textGoesOn: characters.length > LINE_TEXT_CHARS };
}

/** Whether a text holds nothing to read. */
export function isBlank(text: string | undefined): boolean {
  return text === undefined || (!isPlain(text) && collapse(text) === '');
}

/** Application text for an error message: on one line, at most 80 characters, in quotes. */
export function quoted(text: string): string {
  return quote(collapse(text));
}
