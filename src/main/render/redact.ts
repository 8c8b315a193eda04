/** Secret values taken out of replies, and what a cut has left of them. */
import { escape } from './escape.ts';

export const REDACTED = '••••';

/** A shorter piece of a secret is left: it could be of anything. */
const MIN_PIECE_CHARS = 2;
/** The key under which outcomes hold texts that may be cut without a mark. */
const CUT_KEY = 'text';
/** Says that a text goes on; in a reply after the closing quote. */
const MARK = '…';

/**
 * The value with every text in it freed of the secrets, as they are and as replies escape them, and of their beginnings
 * before an end mark and their ends after one.
 */
export function redact<T>(value: T, secrets: ReadonlySet<string>): T {
  if (secrets.size === 0) return value;
  const forms = formsOf(secrets);
  return mapTexts(value, (text) => atMarks(wholes(text, forms), forms)) as T;
}

/**
 * What a tool hands to its rendering, freed of the secrets as `redact` does. Besides, a text that may be cut anywhere loses
 * the beginning of a secret at its end, the end of one at its start, and is nothing else when it is a piece of one.
 */
export function redactOutcome<T>(outcome: T, secrets: ReadonlySet<string>): T {
  if (secrets.size === 0) return outcome;
  const forms = formsOf(secrets);
  return mapTexts(outcome, (text, key) => {
    const rest = wholes(text, forms);
    return atMarks(key === CUT_KEY ? atEdges(rest, forms) : rest, forms);
  }) as T;
}

/** Longest first: a secret may be a part of another. */
function formsOf(secrets: ReadonlySet<string>): string[] {
  const forms = new Set([...secrets].flatMap((secret) => [secret, escape(secret)]));
  return [...forms].toSorted((a, b) => b.length - a.length);
}

function wholes(text: string, forms: readonly string[]): string {
  return forms.reduce((rest, form) => rest.replaceAll(form, REDACTED), text);
}

function atEdges(text: string, forms: readonly string[]): string {
  if (text.length >= MIN_PIECE_CHARS && forms.some((form) => form.includes(text))) return REDACTED;
  return withoutEndOf(withoutBeginningOf(text, forms), forms);
}

function atMarks(text: string, forms: readonly string[]): string {
  if (!text.includes(MARK)) return text;
  const parts = text.split(MARK).map((part, index, { length }) => {
    const rest = index === 0 ? part : withoutEndOf(part, forms);
    if (index === length - 1) return rest;
    const quote = rest.endsWith('"') ? '"' : '';
    return withoutBeginningOf(rest.slice(0, rest.length - quote.length), forms) + quote;
  });
  return parts.join(MARK);
}

/** Takes the longest beginning of a secret from the end of a text. */
function withoutBeginningOf(text: string, forms: readonly string[]): string {
  const lengths = forms.map((form) => pieceLength(form, text, (length) => text.endsWith(form.slice(0, length))));
  const longest = Math.max(...lengths);
  return longest > 0 ? text.slice(0, -longest) + REDACTED : text;
}

/** Takes the longest end of a secret from the start of a text. */
function withoutEndOf(text: string, forms: readonly string[]): string {
  const lengths = forms.map((form) => pieceLength(form, text, (length) => text.startsWith(form.slice(-length))));
  const longest = Math.max(...lengths);
  return longest > 0 ? REDACTED + text.slice(longest) : text;
}

function pieceLength(form: string, text: string, isThere: (length: number) => boolean): number {
  for (let length = Math.min(form.length - 1, text.length); length >= MIN_PIECE_CHARS; length--)
    if (isThere(length)) return length;
  return 0;
}

function mapTexts(value: unknown, map: (text: string, key: string) => string, key = ''): unknown {
  if (typeof value === 'string') return map(value, key);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, map, key));
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (value instanceof Map) return new Map([...value].map(([name, one]) => [mapTexts(name, map), mapTexts(one, map)]));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, map, name)]));
}
