/** Compares what a field holds with what was typed into it. Pure. */

/** What a field held before, where that is known, what was typed, and what the field holds now. */
export interface TypedText {
  before: string | undefined;
  text: string;
  content: string;
}

/** Longest text for which the characters that arrived are counted. */
const MAX_COUNTED = 5_000;

/**
 * How many characters of a text stand in its field. Undefined where that cannot be told. The text may have replaced a
 * selection, so that any part of what was there before may be gone.
 */
export function arrivedOf({ before, text, content }: TypedText): number | undefined {
  const [was, typed, is] = [before, text, content].map((one) => plain(one ?? '')) as [string, string, string];
  const places = before === undefined ? undefined : was;
  // A selection that is replaced by itself looks the same: only of a whole field it is likely.
  if (places === is) return typed === is ? lengthOf(typed) : 0;
  if (stands(places, typed, is)) return lengthOf(typed);
  if (places === undefined || typed.length > MAX_COUNTED) return undefined;
  for (let end = typed.length - 1; end > 0; end--)
    if (stands(places, typed.slice(0, end), is)) return lengthOf(typed.slice(0, end));
  return 0;
}

function lengthOf(text: string): number {
  return [...text].length;
}

/** Whether `content` is what was there before with `typed` in it, in place of nothing or of a part; the latter is not asked for. */
function stands(before: string | undefined, typed: string, content: string): boolean {
  for (let at = content.indexOf(typed); at >= 0; at = content.indexOf(typed, at + 1)) {
    if (before === undefined) return true;
    const rest = content.slice(at + typed.length);
    if (before.startsWith(content.slice(0, at)) && before.slice(at).endsWith(rest)) return true;
  }
  return false;
}

/** Line breaks are one character, and spaces of pages are spaces. */
function plain(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll('\u00a0', ' ');
}
