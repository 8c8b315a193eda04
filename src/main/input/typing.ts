/** How a text gets into what has focus: inserted through accessibility, by keys, or pasted. */
import { abortedError, DesktopError, type ErrorCode, throwIfAborted } from '../../base/errors.ts';
import { escape, quote } from '../../base/escape.ts';
import { covers, type Grant, mayReportTitle, whyNot } from '../../protocol/grant.ts';
import type { WindowInfo } from '../../protocol/window.ts';
import { keptToActive } from '../policy/grants.ts';
import { counted } from '../render/counted.ts';
import { elementLine } from '../render/outline.ts';
import type { ToolContext } from '../tool/tool.ts';
import { pasteChord } from './paste-chord.ts';
import { afterCharacters, noteCharacters } from './shortcut.ts';
import { takesNoText } from './takes-text.ts';
import { unlessUnknown } from './unless-unknown.ts';

export const METHODS = ['insert', 'keys', 'paste'] as const;
export type Method = (typeof METHODS)[number];

export interface Typed {
  method: Method;
  /** Characters of the text that were sent. */
  sent: number;
}

/** Characters that an error names at most. */
const MAX_NAMES = 40;

/** Types a text in one way. Fails with `unsupported`, nothing sent, where that way is not session. */
export async function typeBy(method: Method, text: string, context: ToolContext): Promise<Typed> {
  if (method === 'keys') return { method, sent: (await byKeys({ text }, context)).sent };
  if (method === 'paste') return paste(text, context);
  const refusal = await insert(text, context);
  if (refusal === undefined) return { method, sent: [...text].length };
  throw new DesktopError('unsupported', `Not inserted: ${refusal.reason}.`, 'Use method "keys" or "paste".');
}

/** Types a text in the first way that is session. Fails with `unsupported`, nothing sent, when none is. */
export async function typeAnyhow(text: string, context: ToolContext): Promise<Typed> {
  const refusal = await insert(text, context);
  if (refusal === undefined) return { method: 'insert', sent: [...text].length };
  if (refusal.warning !== undefined) context.warn(refusal.warning);
  const { input } = context.session;
  const { sent, missing } = await byKeys({ text, orMissing: true }, context);
  if (!missing) return { method: 'keys', sent };
  return paste(text, context).catch(async (error: unknown) => {
    if (!(error instanceof DesktopError) || error.code !== 'unsupported') throw error;
    const { layouts } = await input.status();
    const lacks = `The keyboard layout in force (${layouts.join(', ')}) has no key for ${namesOf(missing)}.`;
    throw new DesktopError('unsupported', `${lacks} ${error.message}`, error.hint);
  });
}

function namesOf(characters: string[]): string {
  const names = characters.slice(0, MAX_NAMES).map((character) => JSON.stringify(character));
  const more = characters.length - names.length;
  return more > 0 ? `${names.join(' ')} and ${more} more` : names.join(' ');
}

async function byKeys(
  request: { text: string; orMissing?: boolean },
  { session, input, signal }: ToolContext,
): Promise<{ sent: number; missing?: string[] }> {
  const { ticket, grant } = input;
  let isSent = true;
  try {
    const reply = await session.input.type(request, { ticket, grant: keptToActive(grant), signal });
    isSent = reply.missing === undefined;
    return reply;
  } finally {
    if (isSent) noteCharacters(session);
  }
}

/** Why a text was not inserted, and what there is to say when it is typed in another way. */
interface Refusal {
  reason: string;
  warning?: string;
}

/** Inserts through accessibility into the window in front; the reason when that is not possible. */
async function insert(text: string, context: ToolContext): Promise<Refusal | undefined> {
  const { atspi } = context.session;
  const { grant } = context.input;
  const reply = await unlessUnknown(atspi.insertText({ text, grant }, context.signal));
  if (!reply) return { reason: 'the program in front has no accessibility' };
  const { inserted, activeWindow, isDenied } = reply;
  if (inserted) return undefined;
  if (!activeWindow) return { reason: 'no window is in front', warning: 'no window was in front to take the text' };
  if (isDenied) throw deniedWindow(activeWindow, grant);
  const { focused, reason = 'the focused element takes no insertion' } = reply;
  if (!focused) return { reason, warning: 'nothing in the window in front is known to have had the focus' };
  if (!takesNoText(focused)) return { reason };
  return { reason, warning: `what had the focus takes no text: ${elementLine(focused)}` };
}

async function paste(text: string, context: ToolContext): Promise<Typed> {
  const activeWindow = await activeWindowOf(context);
  if (!activeWindow) throw noActiveWindow();
  const { atspi } = context.session;
  const role = (await unlessUnknown(atspi.focused(activeWindow.pid, context.signal)))?.role;
  const { chord, isTerminal } = pasteChord({ app: activeWindow.app, role });
  const { pid } = activeWindow;
  await afterCharacters(chord, context);
  // The chord would pass a Return that is still there, as any shortcut passes characters.
  const returnTaken = (): Promise<void> => atspi.inputTaken({ of: { pid }, before: 'action' }, context.signal);
  // A shell takes a pasted line break as text; typed, it is Return.
  const pieces = isTerminal ? text.split(/(\n)/).filter((piece) => piece !== '') : [text];
  let sent = 0;
  for (const piece of pieces) {
    const isReturn = isTerminal && piece === '\n';
    const done = isReturn
      ? press('Return', context).then(returnTaken)
      : pasteOnce({ text: piece, pid, chord }, context);
    await done.catch((error: unknown) => {
      throw withCount(error, sent);
    });
    sent += [...piece].length;
  }
  return { method: 'paste', sent };
}

function noActiveWindow(): DesktopError {
  return new DesktopError(
    'unsupported',
    'Not pasted: no window is in front; nothing was sent.',
    'Bring one in front with activate_window, or pass window; windows lists them.',
  );
}

/** Says how much was pasted before it failed. */
function withCount(error: unknown, sent: number): unknown {
  if (!(error instanceof DesktopError) || sent === 0) return error;
  const code = error.code === 'unsupported' ? 'failed' : error.code;
  return new DesktopError(code, `After ${counted(sent, 'character')}: ${error.message}`, error.hint);
}

async function press(chord: string, { session, input, signal }: ToolContext): Promise<void> {
  const { ticket, grant } = input;
  const startedMs = performance.now();
  await session.input.key({ chord, repeat: 1 }, { ticket, grant, signal });
  session.inputSent({ durationMs: performance.now() - startedMs, isText: true });
}

/**
 * Failures of a key before anything is sent. After any other the program may have the chord, and would paste what is put
 * back before it has read.
 */
const UNSENT: ReadonlySet<ErrorCode> = new Set(['denied', 'unsupported', 'not_found', 'invalid_params']);

/** Lends the clipboard to one paste. Fails with `failed` when the program does not read it. */
async function pasteOnce(piece: { text: string; pid: number; chord: string }, context: ToolContext): Promise<void> {
  const { signal } = context;
  const { desktop } = context.session;
  await desktop.beginPaste(piece, signal);
  if (signal.aborted) {
    await desktop.endPaste(false);
    throw abortedError();
  }
  await press(piece.chord, context).catch(async (error: unknown) => {
    await desktop.endPaste(!(error instanceof DesktopError && UNSENT.has(error.code)));
    throw error;
  });
  // A call with a signal that has fired is not sent, and the clipboard would stay ours.
  const { isRead, before, lost } = await (signal.aborted ? desktop.endPaste(true) : desktop.endPaste(true, signal));
  throwIfAborted(signal);
  if (lost.length > 0)
    context.warn(`not put back on the clipboard, since its owner did not hand it over: ${lost.join(', ')}`);
  if (before === 'replaced') context.warn('something was copied meanwhile; it is on the clipboard now');
  if (isRead) return;
  throw new DesktopError(
    'failed',
    `${piece.chord} was pressed, but the program has not read the text within 2 s.`,
    'Look at what has focus: it may take no text. What was on the clipboard is put back within 10 s.',
  );
}

/** The window in front. Fails with `denied` when this call may not reach it. */
async function activeWindowOf({ session, input, signal }: ToolContext): Promise<WindowInfo | undefined> {
  const activeWindow = await session.desktop.activeWindow(signal);
  const { grant } = input;
  if (!activeWindow || covers(grant, activeWindow, Date.now())) return activeWindow;
  throw deniedWindow(activeWindow, grant);
}

function deniedWindow(activeWindow: WindowInfo, grant: Grant): DesktopError {
  const name = mayReportTitle(grant, activeWindow)
    ? quote(activeWindow.title)
    : `a window of ${escape(activeWindow.app)}`;
  return new DesktopError(
    'denied',
    `In front is ${name}, ${whyNot(grant, activeWindow)}; nothing was sent.`,
    'Bring an allowed one in front; see apps.',
  );
}
