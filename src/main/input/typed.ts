/** What came of a text that was typed: what its field holds, and whether it went elsewhere. */
import { DesktopError } from '../../base/errors.ts';
import { quote } from '../../base/escape.ts';
import type { Element } from '../../protocol/element.ts';
import type { TypingEnd, TypingStart } from '../../protocol/typing.ts';
import { counted } from '../render/counted.ts';
import type { ToolContext } from '../tool/tool.ts';
import { unlessUnknown } from './unless-unknown.ts';
import type { WhatToType } from './what-to-type.ts';

export interface Typed {
  /** Characters of the text that were sent. */
  sent: number;
  /** The field, where it holds something else than what was typed, or says that this is not valid. */
  field?: Element | undefined;
  /** What it holds then. */
  holds?: string | undefined;
}

/** A text that was sent. */
export interface SentText extends WhatToType {
  sent: number;
  start: TypingStart | undefined;
  durationMs: number;
}

/** Characters of a field that a reply shows. */
const SHOWN_CHARS = 200;

/** Waits until the program has the text. Fails with `failed` when the focus has left the field before all of it was there. */
export async function reportTyped(text: SentText, context: ToolContext): Promise<Typed> {
  const { sent } = text;
  if (!text.start?.isFollowed) return { sent };
  const end = await ending(text, context);
  context.input.inputReported();
  const isPart = sent < lengthOf(text);
  if (!end) {
    if (isPart) throw programGone(sent);
    return { sent };
  }
  const { field, holds, hasLeft = false } = end;
  if (isPart || (hasLeft && holds !== undefined)) throw focusLost(text, end);
  if (!field) {
    context.warn('what arrived is not known: the field can no longer be read');
    return { sent };
  }
  if (holds !== undefined) return { sent, field, holds };
  return field.states.includes('invalid') || isOutOfRange(field) ? { sent, field, holds: field.text } : { sent };
}

async function ending(
  { durationMs }: SentText,
  { session, signal, warn }: ToolContext,
): Promise<TypingEnd | undefined> {
  try {
    return await unlessUnknown(session.atspi.endTyping({ durationMs }, signal));
  } catch (error) {
    if (!(error instanceof DesktopError) || !['timeout', 'failed'].includes(error.code)) throw error;
    warn(`what arrived is not known: ${error.message}`);
    return undefined;
  }
}

/** The error for a program that cannot be asked any more, before all of a text was sent. */
function programGone(sent: number): DesktopError {
  return new DesktopError(
    'failed',
    'The program that this was for is no longer in front, or does not answer.',
    `${counted(sent, 'character')} were sent before: look at what arrived before you repeat it.`,
  );
}

function focusLost(text: SentText, { arrived, field, focused }: TypingEnd): DesktopError {
  const { sent, start } = text;
  const place = field ?? start?.focused;
  const thief = focused ? `${nameOf(focused)} took the focus` : 'its field lost the focus';
  const there = arrived === undefined || !place ? '' : `; ${arrived} of them are in ${nameOf(place)}`;
  return new DesktopError(
    'failed',
    `Typing ended after ${counted(sent, 'character')} of ${lengthOf(text)}: ${thief}${there}.`,
    'Look at what has the focus now. To go on, focus the field again and type the rest.',
  );
}

function nameOf({ id, role, name }: Element): string {
  return `[${id}] ${role} ${quote(name)}`;
}

function lengthOf({ text }: WhatToType): number {
  return [...text.replaceAll('\r\n', '\n')].length;
}

/** Whether a number in a field is outside the range that the field gives. */
function isOutOfRange({ text = '', value }: Element): boolean {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return value !== undefined && Number.isFinite(number) && (number < value.min || number > value.max);
}

/** Words what a field holds; empty where that is what was typed. */
export function fieldText({ field, holds }: Typed): string {
  if (!field || holds === undefined) return '';
  const what = `; the field holds ${quote(holds, SHOWN_CHARS)}`;
  if (isOutOfRange(field) && field.value)
    return `${what}, which is out of its range ${field.value.min} to ${field.value.max}`;
  return field.states.includes('invalid') ? `${what}, which it says is not valid` : what;
}
