/** How a text gets into what has focus: inserted through accessibility, by keys, or pasted. */
import { DesktopError } from '../../base/errors.ts';
import type { TypingStart } from '../../protocol/typing.ts';
import { keptToActive, keptToProcess } from '../policy/grants.ts';
import { elementLine } from '../render/outline.ts';
import type { ToolContext } from '../tool/tool.ts';
import { deniedWindow } from './active-window.ts';
import { paste } from './paste.ts';
import { noteCharacters } from './shortcut.ts';
import { takesNoText } from './takes-text.ts';
import { reportTyped, type Typed } from './typed.ts';
import { unlessUnknown } from './unless-unknown.ts';
import type { WhatToType } from './what-to-type.ts';

export const METHODS = ['insert', 'keys', 'paste'] as const;
export type Method = (typeof METHODS)[number];

/** Characters that an error names at most. */
const MAX_NAMES = 40;

/**
 * Types a text in one way, or in the first way that is possible. Fails with `unsupported`, nothing sent, where none is, and
 * with `failed` when the focus leaves the field meanwhile.
 */
export async function typeText(
  what: WhatToType,
  { method, id }: { method: Method | 'auto'; id?: number | undefined },
  context: ToolContext,
): Promise<Typed & { method: Method }> {
  const start = await startTyping(what, { method, id }, context);
  if (start?.inserted) return { method: 'insert', sent: [...what.text].length };
  if (method === 'insert')
    throw new DesktopError('unsupported', `Not inserted: ${reasonOf(start)}.`, 'Use method "keys" or "paste".');
  warnOfFocus(start, context);
  const startedMs = performance.now();
  const done = await send(what.text, { method, start }, context);
  const durationMs = performance.now() - startedMs;
  return { ...done, ...(await reportTyped({ ...what, ...done, start, durationMs }, context)) };
}

interface Way {
  method: Exclude<Method, 'insert'> | 'auto';
  start: TypingStart | undefined;
}

/** Sends a text by keys or by a paste: `auto` by keys where the layout has them all. */
async function send(
  text: string,
  { method, start }: Way,
  context: ToolContext,
): Promise<{ method: Method; sent: number }> {
  if (method === 'paste') return { method, sent: await paste(text, start, context) };
  const { sent, missing } = await byKeys(text, { start, orMissing: method === 'auto' }, context);
  if (!missing) return { method: 'keys', sent };
  try {
    return { method: 'paste', sent: await paste(text, start, context) };
  } catch (error) {
    if (!(error instanceof DesktopError) || error.code !== 'unsupported') throw error;
    const { layouts } = await context.session.input.status();
    const lacks = `The keyboard layout in force (${layouts.join(', ')}) has no key for ${namesOf(missing)}.`;
    throw new DesktopError('unsupported', `${lacks} ${error.message}`, error.hint);
  }
}

function namesOf(characters: string[]): string {
  const names = characters.slice(0, MAX_NAMES).map((character) => JSON.stringify(character));
  const more = characters.length - names.length;
  return more > 0 ? `${names.join(' ')} and ${more} more` : names.join(' ');
}

/** Characters after which the focus of a field is looked at: soon after the beginning, where a dialog opens most often. */
const PIECES = [50, 100, 200];

/** Cuts a text that is typed into a field; no character, and no line end, is cut in two. */
export function piecesOf(text: string): string[] {
  const characters = text.match(/\r\n|[^]/gu) ?? [];
  const pieces: string[] = [];
  for (let from = 0; from < characters.length; ) {
    const length = PIECES[pieces.length] ?? PIECES.at(-1) ?? 1;
    pieces.push(characters.slice(from, from + length).join(''));
    from += length;
  }
  return pieces;
}

/** Types by keys, in a field piece by piece for as long as that has the focus. */
async function byKeys(
  text: string,
  { start, orMissing }: Pick<Way, 'start'> & { orMissing: boolean },
  { session, input, signal }: ToolContext,
): Promise<{ sent: number; missing?: string[] }> {
  const { ticket } = input;
  const field = start?.isFollowed ? start.activeWindow : undefined;
  const grant = field ? keptToProcess(input.grant, field.pid) : keptToActive(input.grant);
  let sent = 0;
  let startedMs = performance.now();
  for (const [index, piece] of (field ? piecesOf(text) : [text]).entries()) {
    if (index > 0 && !(await keepsFocus(performance.now() - startedMs, session, signal))) break;
    startedMs = performance.now();
    const request = { text: piece, sentBefore: sent, ...(orMissing && index === 0 ? { orMissing: text } : {}) };
    const reply = await session.input.type(request, { ticket, grant, signal }).catch((error: unknown) => {
      noteCharacters(session);
      throw error;
    });
    if (reply.missing) return reply;
    noteCharacters(session);
    sent = reply.sent;
  }
  return { sent };
}

/** Whether a field still has the focus; a program that does not say so is typed into no further. */
async function keepsFocus(
  durationMs: number,
  { atspi }: ToolContext['session'],
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return await atspi.keepsFocus({ durationMs }, signal);
  } catch (error) {
    if (error instanceof DesktopError && ['not_found', 'failed', 'timeout'].includes(error.code)) return false;
    throw error;
  }
}

/** Looks what has the focus, and inserts there where that is asked for and possible; undefined without accessibility. */
async function startTyping(
  { text, isSecret }: WhatToType,
  { method, id }: { method: Method | 'auto'; id: number | undefined },
  { session, input, signal }: ToolContext,
): Promise<TypingStart | undefined> {
  const { grant } = input;
  const isInserted = method === 'auto' || method === 'insert';
  const query = { text: isSecret ? undefined : text, isInserted, grant, id };
  const start = await unlessUnknown(session.atspi.startTyping(query, signal));
  if (start?.isDenied && start.activeWindow) throw deniedWindow(start.activeWindow, grant);
  return start;
}

function reasonOf(start: TypingStart | undefined): string {
  if (!start) return 'the program in front has no accessibility';
  return start.reason ?? 'the focused element takes no insertion';
}

function warnOfFocus(start: TypingStart | undefined, { warn }: ToolContext): void {
  if (!start) return;
  const { activeWindow, focused } = start;
  if (!activeWindow) warn('no window was in front to take the text');
  else if (!focused) warn('nothing in the window in front is known to have had the focus');
  else if (takesNoText(focused)) warn(`what had the focus takes no text: ${elementLine(focused)}`);
}
