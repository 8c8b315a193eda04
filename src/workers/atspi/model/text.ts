/** How names, texts and queries are made comparable. */

/** U+FFFC stands for a child object in a text. */
export const OBJECT_CHARACTER = '\ufffc';

/** Soft hyphen, zero-width characters, bidi marks, byte order mark, variation selectors. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\ufe00-\ufe0f]/g;
const BLANKS = /[\s\u00a0\u2007\u202f\ufffc]+/g;

/** Words of printable ASCII with single blanks between them: nothing to fold but case. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** Folds case (Turkish I and i alike), blanks and invisible characters. */
export function fold(text: string): string {
  if (text === '' || PLAIN.test(text)) return text.toLowerCase();
  return text
    .replaceAll(INVISIBLE, '')
    .replaceAll(BLANKS, ' ')
    .trim()
    .replaceAll('\u0130', 'i')
    .replaceAll('\u0131', 'i')
    .toLowerCase()
    .replaceAll('\u00df', 'ss')
    .normalize('NFC');
}

/** `fold`, with accents left out as well. */
export function foldAccents(text: string): string {
  return withoutAccents(fold(text));
}

/** Leaves accents out of a folded text. */
export function withoutAccents(folded: string): string {
  return PLAIN.test(folded) ? folded : folded.normalize('NFD').replaceAll(/\p{Mn}/gu, '');
}

/** White space runs as one blank: how window titles are compared. */
export function collapse(text: string): string {
  return text.replaceAll(INVISIBLE, '').replaceAll(BLANKS, ' ').trim();
}

/** Characters of a name in a reply's facts; its line shows fewer yet. */
const NAME_CHARS = 200;

/** A name or the like as replies carry it: at most 200 characters, with `…` when it goes on. */
export function shortened(name: string): string {
  return name.length > NAME_CHARS ? `${Array.from(name.slice(0, NAME_CHARS)).slice(0, -1).join('')}…` : name;
}

/** True when a text holds nothing to read. */
export function isBlank(text: string | undefined): boolean {
  return text === undefined || (!PLAIN.test(text) && collapse(text) === '');
}

/** Application text in the sentence of an error: on one line, at most 80 characters, in quotes. */
export function quoted(text: string): string {
  const characters = [...collapse(text).replaceAll(/\p{Cc}/gu, '')];
  const shown = characters.slice(0, 80).join('').replaceAll('"', '\\"');
  return characters.length > 80 ? `"${shown}"…` : `"${shown}"`;
}
