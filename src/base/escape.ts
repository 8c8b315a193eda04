/**
 * Application text on one line. No application can forge a line of a reply: line breaks and control characters are
 * escaped; bidi controls, zero-width and tag characters and the object placeholder are dropped.
 */
const DROPPED =
  /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffc\u{e0000}-\u{e01ef}]/gu;
// oxlint-disable-next-line no-control-regex -- control characters are what it is about
const ESCAPED = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\\"]/gu;
const NAMED: Record<string, string> = { '\n': '\\n', '\t': '\\t', '\r': '\\r', '\\': '\\\\', '"': '\\"' };

/** Escapes line breaks and control characters; drops bidi controls and zero-width characters. */
export function escape(text: string): string {
  return text.replace(DROPPED, '').replace(ESCAPED, escaped);
}

/** A sentence of ours, whose quotes stand for themselves, on one line whatever it holds. */
export function oneLine(text: string): string {
  return escapeControls(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

// oxlint-disable-next-line no-control-regex -- control characters are what it is about
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu;

/** Escapes control characters but line breaks and tabs, so that a text cannot drive a terminal. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, escaped);
}

function escaped(char: string): string {
  return NAMED[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Quotes a text, cut after `limit` characters; `…` after the closing quote marks that it goes on. */
export function quote(text: string, limit = 80): string {
  const characters = [...text];
  if (characters.length <= limit) return `"${escape(text)}"`;
  return `"${escape(characters.slice(0, limit).join(''))}"…`;
}
