/** Takes secrets out of replies, and the parts that a cut has left. */
import { escape } from '../../base/escape.ts';

export const REDACTED = '••••';

/** Shorter pieces of a secret stay: they could belong to anything. */
const MIN_PIECE_CHARS = 2;
/** Key of texts that may be cut without a mark; keys beside it say whether they are. */
const CUT_KEY = 'text';
/** Marks a text that goes on; replies have it after the closing quote. */
const MARK = '…';

/**
 * The value with every text in it freed of the secrets, as they are and as replies escape them, and of their beginnings
 * before an end mark and their ends after one.
 */
export function redact<T>(value: T, secrets: ReadonlySet<string>): T {
  if (secrets.size === 0) return value;
  const forms = formsOf(secrets);
  return mapTexts(value, (text) => without(forms, text, WHOLE)) as T;
}

/**
 * What a tool hands to its rendering, freed of the secrets as `redact` does. Besides, a `text` that is a part of a longer
 * one loses the beginning of a secret at its end and the end of one at its start, wherever it was cut, and is nothing else
 * when it is a piece of one. Its start was cut when `offset` beside it is more than 0; its end when `textGoesOn` or `isCut`
 * says so, or `length` counts more characters than lie before that end.
 */
export function redactOutcome<T>(outcome: T, secrets: ReadonlySet<string>): T {
  if (secrets.size === 0) return outcome;
  const forms = formsOf(secrets);
  return mapTexts(outcome, (text, key, beside) => without(forms, text, key === CUT_KEY ? cutsOf(beside) : WHOLE)) as T;
}

/** Ends at which a text was cut. */
interface Cuts {
  start: boolean;
  end: boolean;
}

const WHOLE: Cuts = { start: false, end: false };

function cutsOf(outcome: object): Cuts {
  const { text, textGoesOn, isCut, offset, length } = outcome as Record<string, unknown>;
  const from = typeof offset === 'number' ? offset : 0;
  const isShort = typeof length === 'number' && from + [...String(text)].length < length;
  return { start: from > 0, end: textGoesOn === true || isCut === true || isShort };
}

/** Lists each secret as it is, as replies escape it, and as errors quote it. */
function formsOf(secrets: ReadonlySet<string>): string[] {
  return [...new Set([...secrets].flatMap((secret) => [secret, escape(secret)]))];
}

/** Of a text; `to` is not in it. */
interface Range {
  from: number;
  to: number;
}

/** Looks for all in the text as it was: a secret that is taken out first could be a part of another, or overlap one. */
function without(forms: readonly string[], text: string, cuts: Cuts): string {
  const parts = partsOf(text, cuts);
  const ranges = forms.flatMap((form) => [
    ...occurrences(form, text),
    ...parts.flatMap((part) => piecesIn(part, form, text)),
  ]);
  let rest = '';
  let at = 0;
  for (const { from, to } of joined(ranges)) {
    rest += text.slice(at, from) + REDACTED;
    at = to;
  }
  return rest + text.slice(at);
}

/** What of a text lies between two marks, without the quote before one, and at which of its ends it was cut. */
type Part = Range & Cuts;

function partsOf(text: string, { start, end }: Cuts): Part[] {
  const parts: Part[] = [];
  let part = { from: 0, start };
  for (let at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, at + 1)) {
    parts.push({ ...part, to: text[at - 1] === '"' ? at - 1 : at, end: true });
    part = { from: at + 1, start: true };
  }
  return [...parts, { ...part, to: text.length, end }];
}

/** What cuts have left of a secret in a part of a text. */
function piecesIn({ from, to, start, end }: Part, form: string, text: string): Range[] {
  const isInside = start && end && to - from >= MIN_PIECE_CHARS && form.includes(text.slice(from, to));
  return [
    ...(isInside ? [{ from, to }] : []),
    ...(start ? [endingAfter(from, form, text)] : []),
    ...(end ? [beginningBefore(to, form, text)] : []),
  ];
}

function occurrences(form: string, text: string): Range[] {
  const found: Range[] = [];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1))
    found.push({ from: at, to: at + form.length });
  return found;
}

/** The longest beginning of a secret that ends at `end`. */
function beginningBefore(end: number, form: string, text: string): Range {
  for (let length = Math.min(form.length - 1, end); length >= MIN_PIECE_CHARS; length--)
    if (text[end - 1] === form[length - 1] && text.startsWith(form.slice(0, length), end - length))
      return { from: end - length, to: end };
  return { from: end, to: end };
}

/** The longest end of a secret that begins at `start`. */
function endingAfter(start: number, form: string, text: string): Range {
  for (let length = form.length - 1; length >= MIN_PIECE_CHARS; length--)
    if (text[start] === form.at(-length) && text.startsWith(form.slice(-length), start))
      return { from: start, to: start + length };
  return { from: start, to: start };
}

/** Ranges in their order, those that overlap as one, without the empty ones. */
function joined(ranges: readonly Range[]): Range[] {
  const all: Range[] = [];
  for (const range of ranges.filter(({ from, to }) => to > from).toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && range.from < last.to) last.to = Math.max(last.to, range.to);
    else all.push({ ...range });
  }
  return all;
}

type MapText = (text: string, key: string, beside: object) => string;

function mapTexts(
  value: unknown,
  map: MapText,
  { key = '', beside = {} }: { key?: string; beside?: object } = {},
): unknown {
  if (typeof value === 'string') return map(value, key, beside);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, map, { key, beside }));
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (value instanceof Map) return new Map([...value].map(([name, one]) => [mapTexts(name, map), mapTexts(one, map)]));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, mapTexts(one, map, { key: name, beside: value })]),
  );
}
