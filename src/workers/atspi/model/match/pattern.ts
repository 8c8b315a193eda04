/** Runs regular expressions of callers with a time limit: some take years for a short text. */
import { createContext, runInContext } from 'node:vm';
import { DesktopError } from '../../../../base/errors.ts';
import { quoted } from '../text.ts';

/** For all texts of an application together. Plain patterns take 13 ms for 100,000 names. */
const LIMIT_MS = 1000;

/** Reads a pattern that ignores case. Fails with `invalid_params` when it is no regular expression. */
export function parsePattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'iu');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DesktopError(
      'invalid_params',
      `The query is no regular expression: ${reason}.`,
      'Correct it, or leave match out.',
    );
  }
}

/** Whether a pattern matches each of the texts; never an undefined one. Fails with `invalid_params` after a second. */
export function testAll(pattern: RegExp, texts: readonly (string | undefined)[]): boolean[] {
  const hits = texts.map(() => false);
  const context = createContext({ pattern, texts, hits });
  try {
    runInContext(SCRIPT, context, { timeout: LIMIT_MS });
  } catch (error) {
    if (isTimeout(error)) throw tooLong(pattern);
    throw error;
  }
  return hits;
}

const SCRIPT = 'texts.forEach((text, at) => { hits[at] = text !== undefined && pattern.test(text); })';

/** Errors of the other context are no instances of this one's Error. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}

function tooLong({ source }: RegExp): DesktopError {
  return new DesktopError(
    'invalid_params',
    `The pattern ${quoted(source)} takes too long: it was stopped after ${LIMIT_MS} ms.`,
    'Write it without a repetition in a repetition, such as (a+)+, or leave match out.',
  );
}
