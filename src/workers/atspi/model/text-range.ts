/**
 * Parts of texts. Toolkits count differently what takes two halves in UTF-16, such as an emoji: GTK and Chromium as one
 * character, Qt as two, of which it gives `?` for a lone one, and Firefox as itself and a U+FEFF behind it.
 */

/** From the first character to the one behind the last, as a toolkit counts them. */
export interface Range {
  start: number;
  end: number;
}

/** Whether a text holds a character that takes two halves. */
export function hasLong(text: string): boolean {
  return /[\u{10000}-\u{10ffff}]/u.test(text);
}

const LONG = /([\u{10000}-\u{10ffff}])\ufeff/gu;

/** A text of Firefox without what it puts behind long characters. */
export function withoutPads(text: string): string {
  return text.includes('\ufeff') ? text.replaceAll(LONG, '$1') : text;
}

/** What is to be asked for a range of a text: the characters beside it tell whether it cuts one in two. */
export function around({ start, end }: Range, length: number): Range {
  return { start: Math.max(0, start - 1), end: Math.min(end + 1, length) };
}

/** The range out of `text`, which a toolkit gave for `asked`. A character that it cuts belongs to where its first half is. */
export function rangeOf(text: string, asked: Range, { start, end }: Range): string {
  const characters = [...text];
  const from = start - asked.start;
  const to = end - asked.start;
  const areHalves = characters.length < asked.end - asked.start && text.length === asked.end - asked.start;
  if (areHalves) return text.slice(isCut(text, from) ? from + 1 : from, isCut(text, to) ? to + 1 : to);
  const part = withoutPads(characters.slice(from, to).join(''));
  return from > 0 && isLong(characters[from - 1]) && part.startsWith('\ufeff') ? part.slice(1) : part;
}

/** Whether a place in a text of halves is in the middle of a character. */
function isCut(text: string, at: number): boolean {
  return at > 0 && at < text.length && isLong(String.fromCodePoint(text.codePointAt(at - 1) ?? 0));
}

function isLong(character = ''): boolean {
  return character.length > 1;
}
