/**
 * Cuts parts out of texts. Toolkits count a character of two UTF-16 units, such as an emoji, differently: GTK and
 * Chromium as one, Qt as two (a lone half reads `?`), Firefox as one with a U+FEFF behind it.
 */

/** From the first character to the one after the last, as a toolkit counts them. */
export interface Range {
  start: number;
  end: number;
}

/** Whether a text holds a character of two UTF-16 units. */
export function hasLong(text: string): boolean {
  return /[\u{10000}-\u{10ffff}]/u.test(text);
}

const LONG = /([\u{10000}-\u{10ffff}])\ufeff/gu;

/** A text of Firefox without the U+FEFF behind long characters. */
export function withoutPads(text: string): string {
  return text.includes('\ufeff') ? text.replaceAll(LONG, '$1') : text;
}

/** The range to ask for: one character more on each side shows whether the range cuts one in two. */
export function around({ start, end }: Range, length: number): Range {
  return { start: Math.max(0, start - 1), end: Math.min(end + 1, length) };
}

/** Cuts the range out of `text`, the answer for `asked`. A character in two halves belongs to its first half. */
export function rangeOf(text: string, asked: Range, { start, end }: Range): string {
  const characters = [...text];
  const from = start - asked.start;
  const to = end - asked.start;
  const areHalves = characters.length < asked.end - asked.start && text.length === asked.end - asked.start;
  if (areHalves) return text.slice(isCut(text, from) ? from + 1 : from, isCut(text, to) ? to + 1 : to);
  const part = withoutPads(characters.slice(from, to).join(''));
  return from > 0 && isLong(characters[from - 1]) && part.startsWith('\ufeff') ? part.slice(1) : part;
}

/** Whether an index lies in the middle of a character. */
function isCut(text: string, at: number): boolean {
  return at > 0 && at < text.length && isLong(String.fromCodePoint(text.codePointAt(at - 1) ?? 0));
}

function isLong(character = ''): boolean {
  return character.length > 1;
}
