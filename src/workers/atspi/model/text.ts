/** How names, texts and queries are made comparable. */
import { quote } from '../../../base/escape.ts';
import { collapse, fold, isPlain } from '../../../base/fold.ts';

export { collapse, fold };

/** U+FFFC stands for a child object in a text. */
export const OBJECT_CHARACTER = '\ufffc';

/** `fold`, with accents left out as well. */
export function foldAccents(text: string): string {
  return withoutAccents(fold(text));
}

/** Leaves accents out of a folded text. */
export function withoutAccents(folded: string): string {
  return isPlain(folded) ? folded : folded.normalize('NFD').replaceAll(/\p{Mn}/gu, '');
}

/** Characters of a name in a reply's facts; its line shows fewer yet. */
const NAME_CHARS = 200;

/** A name or the like as replies carry it: at most 200 characters, with `…` when it goes on. */
export function shortened(name: string): string {
  return name.length > NAME_CHARS ? `${Array.from(name.slice(0, NAME_CHARS)).slice(0, -1).join('')}…` : name;
}

/** Characters of text in a line. */
const LINE_TEXT_CHARS = 80;

/** The beginning of a text as a line shows it, and whether it goes on. */
export function beginningOf(text: string): { text: string; textGoesOn: boolean } {
  const characters = Array.from(text.slice(0, 4 * LINE_TEXT_CHARS));
  const shown = characters.slice(0, LINE_TEXT_CHARS).join('');
  return { text: shown, textGoesOn: characters.length > LINE_TEXT_CHARS };
}

/** True when a text holds nothing to read. */
export function isBlank(text: string | undefined): boolean {
  return text === undefined || (!isPlain(text) && collapse(text) === '');
}

/** Application text in the sentence of an error: on one line, at most 80 characters, in quotes. */
export function quoted(text: string): string {
  return quote(collapse(text));
}
