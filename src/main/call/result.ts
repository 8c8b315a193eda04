/** The result of a call: a reply, an error or a question to the user, with warnings. */
import { DesktopError, fromWireError, toWireError } from '../../base/errors.ts';
import { escapeControls } from '../../base/escape.ts';
import { log } from '../../base/log.ts';
import { ConsentNeeded, ConsentRefused, type Question } from '../access/consents.ts';
import type { Allowlist } from '../policy/allowlist.ts';
import type { Session } from '../sessions/sessions.ts';
import { errorText, type Reply } from '../tool/tool.ts';

export interface CallResult extends Reply {
  isError: boolean;
  /** Nothing was done: the user has to answer this first, then the call is made again with the answer. */
  question?: Question;
}

/** Makes the result of a call that threw. Missing consent is no error; unknown errors are logged. */
export function resultOf(thrown: unknown, tool: string): CallResult {
  const nothing = { text: '', facts: {}, images: [], isError: false };
  if (thrown instanceof ConsentNeeded) return { ...nothing, question: thrown.question };
  if (thrown instanceof ConsentRefused) {
    const facts = { result: 'refused', refusal: 'no_consent', consent: thrown.refusal };
    return { ...nothing, text: errorText(thrown.words), facts };
  }
  const error = fromWireError(toWireError(thrown));
  if (error.code === 'internal')
    log('error', `${tool}: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : error.message}`);
  return { ...nothing, text: errorText(error), isError: true };
}

/** Mistakes of the allowlist that one reply names; doctor counts the others. */
const MAX_MISTAKES = 5;

/** Adds the mistakes of the allowlist to a reply. */
export function withAllowlistMistakes<T extends Reply>(reply: T, { problems }: Allowlist): T {
  const mistakes = problems
    .slice(0, MAX_MISTAKES)
    .map(({ line, text }) => `allowlist line ${line}: ${escapeControls(text)}`);
  return withWarnings(reply, mistakes);
}

/** Adds warnings to a reply or an error. */
export function withWarnings<T extends Reply>(reply: T, warnings: readonly string[]): T {
  if (warnings.length === 0) return reply;
  const text = `${reply.text}\n${warnings.map((warning) => `warning: ${warning}`).join('\n')}`;
  const before = Array.isArray(reply.facts['warnings']) ? reply.facts['warnings'] : [];
  return { ...reply, text, facts: { ...reply.facts, warnings: [...before, ...warnings] } };
}

/** Adds to a reply or an error what has gone wrong in its session and no reply has told yet. */
export async function withTroubles(session: Session, run: () => Promise<Reply>): Promise<Reply> {
  try {
    return withWarnings(await run(), session.takeUntold());
  } catch (error) {
    // A lost worker's call may be repeated: then the second attempt tells.
    if (!(error instanceof DesktopError) || error.code === 'worker_lost') throw error;
    throw new DesktopError(error.code, error.message, [error.hint, ...session.takeUntold()].join(' '));
  }
}
