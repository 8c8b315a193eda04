/** What a call is answered with: its reply, its failure, a question to the user; and the warnings that go with it. */
import { fromWireError, toWireError } from '../../base/errors.ts';
import { escapeControls } from '../../base/escape.ts';
import { log } from '../../base/log.ts';
import { ConsentNeeded, ConsentRefused, type Question } from '../access/consents.ts';
import type { Allowlist } from '../policy/allowlist.ts';
import { errorText, type Reply } from '../tool/tool.ts';

export interface CallResult extends Reply {
  isError: boolean;
  /** Nothing was done: the user has to answer this first, then the call is made again with the answer. */
  question?: Question;
}

/** The result of a call that threw. A consent that is missing is no failure; what is not a DesktopError is logged. */
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

/** The same with what is wrong with the lines of the allowlist. */
export function withAllowlistMistakes<T extends Reply>(reply: T, { problems }: Allowlist): T {
  const mistakes = problems
    .slice(0, MAX_MISTAKES)
    .map(({ line, text }) => `allowlist line ${line}: ${escapeControls(text)}`);
  return withWarnings(reply, mistakes);
}

/** A reply or an error with these warnings after those that it has. */
export function withWarnings<T extends Reply>(reply: T, warnings: readonly string[]): T {
  if (warnings.length === 0) return reply;
  const text = `${reply.text}\n${warnings.map((warning) => `warning: ${warning}`).join('\n')}`;
  const before = Array.isArray(reply.facts['warnings']) ? reply.facts['warnings'] : [];
  return { ...reply, text, facts: { ...reply.facts, warnings: [...before, ...warnings] } };
}
