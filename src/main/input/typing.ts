/** How a text gets into what has focus: inserted through accessibility, by keys, or pasted. */
import { DesktopError } from '../../base/errors.ts';
import type { TypingStart } from '../../protocol/typing.ts';
import { keptToActive } from '../policy/grants.ts';
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
  method: Method | 'auto',
  context: ToolContext,
): Promise<Typed & { method: Method }> {
  const { atspi } = context.session;
  const start = await startTyping(what, method, context);
  if (start?.inserted) return { method: 'insert', sent: [...what.text].length };
  if (method === 'insert')
    throw new DesktopError('unsupported', `Not inserted: ${reasonOf(start)}.`, 'Use method "keys" or "paste".');
  warnOfFocus(start, context);
  const startedMs = performance.now();
  const send = async (): Promise<{ method: Method; sent: number }> => {
    if (method === 'paste') return { method, sent: await paste(what.text, start, context) };
    return method === 'keys' ? { method, sent: (await byKeys(what, context)).sent } : anyhow(what.text, start, context);
  };
  const done = await send().catch(async (error: unknown) => {
    // Without the signal, which may have fired: nobody waits for the focus any more.
    if (start?.isWatched) await atspi.endTyping({ durationMs: 0, isAbandoned: true });
    throw error;
  });
  const durationMs = performance.now() - startedMs;
  return { ...done, ...(await reportTyped({ ...what, ...done, start, durationMs }, context)) };
}

/** By keys, else by a paste. */
async function anyhow(
  text: string,
  start: TypingStart | undefined,
  context: ToolContext,
): Promise<{ method: Method; sent: number }> {
  const { input } = context.session;
  const { sent, missing } = await byKeys({ text, orMissing: true }, context);
  if (!missing) return { method: 'keys', sent };
  try {
    return { method: 'paste', sent: await paste(text, start, context) };
  } catch (error) {
    if (!(error instanceof DesktopError) || error.code !== 'unsupported') throw error;
    const { layouts } = await input.status();
    const lacks = `The keyboard layout in force (${layouts.join(', ')}) has no key for ${namesOf(missing)}.`;
    throw new DesktopError('unsupported', `${lacks} ${error.message}`, error.hint);
  }
}

function namesOf(characters: string[]): string {
  const names = characters.slice(0, MAX_NAMES).map((character) => JSON.stringify(character));
  const more = characters.length - names.length;
  return more > 0 ? `${names.join(' ')} and ${more} more` : names.join(' ');
}

async function byKeys(
  { text, orMissing = false }: { text: string; orMissing?: boolean },
  { session, input, signal }: ToolContext,
): Promise<{ sent: number; missing?: string[] }> {
  const { ticket, grant } = input;
  let isSent = true;
  try {
    const reply = await session.input.type({ text, orMissing }, { ticket, grant: keptToActive(grant), signal });
    isSent = reply.missing === undefined;
    return reply;
  } finally {
    if (isSent) noteCharacters(session);
  }
}

/** Looks what has the focus, and inserts there where that is asked for and possible; undefined without accessibility. */
async function startTyping(
  { text, isSecret }: WhatToType,
  method: Method | 'auto',
  { session, input, signal }: ToolContext,
): Promise<TypingStart | undefined> {
  const { grant, ticket } = input;
  const isInserted = method === 'auto' || method === 'insert';
  const query = { text: isSecret ? undefined : text, isInserted, grant, ticket };
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
