/** Pastes a text through the clipboard, which is put back, and presses Return for its line breaks. */
import { abortedError, DesktopError, type ErrorCode, throwIfAborted } from '../../base/errors.ts';
import type { TypingStart } from '../../protocol/typing.ts';
import { counted } from '../render/counted.ts';
import type { ToolContext } from '../tool/tool.ts';
import { reachableWindow } from './active-window.ts';
import { pasteChord } from './paste-chord.ts';
import { afterCharacters } from './shortcut.ts';

const LINE_BREAK = /(\r\n|\r|\n)/;

/**
 * Pastes a text into what has the focus, and gives the number of its characters. Fails with `unsupported`, nothing sent, where
 * that is not possible.
 */
export async function paste(text: string, start: TypingStart | undefined, context: ToolContext): Promise<number> {
  const activeWindow = start?.activeWindow ?? (await reachableWindow(context));
  if (!activeWindow) throw noActiveWindow();
  const { atspi } = context.session;
  const { chord, isTerminal } = pasteChord({ app: activeWindow.app, role: start?.focused?.role });
  const { pid } = activeWindow;
  await afterCharacters(chord, context);
  // The chord would pass a Return that is still there, as any shortcut passes characters.
  const returnTaken = (): Promise<void> => atspi.inputTaken({ of: { pid }, before: 'action' }, context.signal);
  // A pasted line break is no Return. An editor would indent after one.
  const pieces = start?.isEditor && !isTerminal ? [text] : text.split(LINE_BREAK).filter((piece) => piece !== '');
  let sent = 0;
  for (const piece of pieces) {
    const done = /^[\r\n]+$/.test(piece)
      ? press('Return', context).then(returnTaken)
      : pasteOnce({ text: piece, pid, chord }, context);
    await done.catch((error: unknown) => {
      throw withCount(error, sent);
    });
    sent += [...piece].length;
  }
  return sent;
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
