/** The right to send input to a session, one call at a time, and what is held down when the call ends. */
import { DesktopError } from '../../base/errors.ts';
import { log } from '../../base/log.ts';
import type { Held } from '../../protocol/input.ts';
import { ConsentNeeded, ConsentRefused } from '../access/consents.ts';
import type { Session } from '../sessions/sessions.ts';
import type { InputRights, Reply } from '../tool/tool.ts';
import type { CallContext } from './pipeline.ts';

/** What a call has while it alone may send input. */
export type InputLock = Omit<InputRights, 'grant'>;

/** Runs `action` while it alone may send input to the session; a cancel stops it before its next event. */
export async function withInputLock(
  session: Session,
  { signal, takeTicket }: Pick<CallContext, 'signal' | 'takeTicket'>,
  action: (lock: InputLock) => Promise<Reply>,
): Promise<Reply> {
  const ticket = takeTicket();
  const { input } = session;
  const onAbort = (): void => session.stopFlag.cancel(ticket);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    let held = await input.begin(ticket, signal);
    const noteHeld = (now: Held): void => void (held = now);
    let isReported = false;
    const inputReported = (): void => void (isReported = true);
    const lock = { ticket, noteHeld, inputReported, isReported: () => isReported };
    const reply = await action(lock).catch(async (error: unknown) => {
      // Nothing was done when the user is asked first, or does not agree.
      const isRefusal = error instanceof ConsentNeeded || error instanceof ConsentRefused;
      const outcome = isRefusal ? 'done' : 'failed';
      throw withReleased(error, await endFailed(input, { ticket, outcome }));
    });
    session.inputDone(ticket);
    return withHeld(reply, held);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Ends the ticket of a call that has no reply, and gives what was released with it. */
async function endFailed(
  input: Session['input'],
  { ticket, outcome }: { ticket: number; outcome: 'done' | 'failed' },
): Promise<Held> {
  try {
    return (await input.end(ticket, outcome)).released;
  } catch (error) {
    // The client gets the failure of the call itself.
    log('warn', `ending input: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}

/** Every reply of a tool that sends input ends with what is held. */
function withHeld(reply: Reply, held: Held): Reply {
  const joint = reply.text.includes('\n') ? '\n' : '; ';
  const text = held.length > 0 ? `${reply.text}${joint}held: ${held.join(', ')}` : reply.text;
  return { ...reply, text, facts: { ...reply.facts, held } };
}

function withReleased(error: unknown, released: Held): unknown {
  if (released.length === 0 || !(error instanceof DesktopError)) return error;
  const hint = `${error.hint} What was held (${released.join(', ')}) was let go.`;
  return new DesktopError(error.code, error.message, hint);
}
