/** MIME types of the clipboard, and texts in them. Pure. */

/** A MIME type and the data of it. */
export interface Format {
  type: string;
  bytes: Uint8Array;
}

/** Types of plain text in UTF-8, the surest first. */
const TEXT_TYPES = ['text/plain;charset=utf-8', 'UTF8_STRING', 'text/plain'];
/** With the value `secret` it says that the clipboard holds a password (KeePassXC, Klipper and others). */
export const SECRET_TYPE = 'x-kde-passwordManagerHint';
const SECRET_VALUE = 'secret';

/**
 * What GTK 3 offers beside the types of its data, out of the X selection protocol, and never hands over (measured with
 * Firefox 153 and GTK 3.24).
 */
const NO_DATA = new Set(['TARGETS', 'MULTIPLE', 'TIMESTAMP', 'SAVE_TARGETS', 'COMPOUND_TEXT']);

/** The types of an offer that stand for data, each once. */
export function dataTypes(offered: readonly string[]): string[] {
  return [...new Set(offered)].filter((type) => !NO_DATA.has(type));
}

/** The type to read the text from; undefined when there is none. */
export function textTypeOf(types: readonly string[]): string | undefined {
  return TEXT_TYPES.map((wanted) => types.find((type) => type.toLowerCase() === wanted.toLowerCase())).find(Boolean);
}

/** Whether the data of the hint marks the clipboard as secret; a hint that cannot be read does. */
export function isSecretMark(data: Uint8Array | undefined): boolean {
  return data === undefined || new TextDecoder().decode(data).trim() === SECRET_VALUE;
}

/** A text in the types that programs ask for; `isSecret` keeps it out of the history of clipboard managers. */
export function textFormats(text: string, { isSecret }: { isSecret: boolean }): Format[] {
  const encoder = new TextEncoder();
  const bytes = encoder.encode(text);
  const formats: Format[] = TEXT_TYPES.map((type) => ({ type, bytes }));
  return isSecret ? [...formats, { type: SECRET_TYPE, bytes: encoder.encode(SECRET_VALUE) }] : formats;
}

/** The first `limit` characters of a text, and how many it has. */
export function cutText(text: string, limit: number): { text: string; length: number } {
  let length = 0;
  let end = 0;
  for (let at = 0; at < text.length; length++) {
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1; // a surrogate pair is one character
    if (length < limit) end = at;
  }
  return { text: text.slice(0, end), length };
}
