/** Makes typed names comparable with names on the screen. */

/** Soft hyphen, zero-width characters, bidi marks, byte order mark, variation selectors. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\ufe00-\ufe0f]/g;
const BLANKS = /[\s\u00a0\u2007\u202f\ufffc]+/g;
/** Words of printable ASCII with single blanks between them: nothing to fold but case. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** Whether a text is words of printable ASCII with single blanks between them. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** Replaces runs of white space by one blank and drops invisible characters. */
export function collapse(text: string): string {
  return text.replaceAll(INVISIBLE, '').replaceAll(BLANKS, ' ').trim();
}

/** Folds case (Turkish I and i alike), blanks and invisible characters. */
export function fold(text: string): string {
  if (text === '' || isPlain(text)) return text.toLowerCase();
  return collapse(text)
    .replaceAll('\u0130', 'i')
    .replaceAll('\u0131', 'i')
    .toLowerCase()
    .replaceAll('\u00df', 'ss')
    .normalize('NFC');
}
