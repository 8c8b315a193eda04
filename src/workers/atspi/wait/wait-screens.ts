/** What is written on terminals, of which Konsole 24.12 announces no more than that the caret has moved. */
import { log } from '../../../base/log.ts';
import type { IdleDetector } from '../model/change/idle.ts';
import { keyOf, type ObjectRef } from '../model/node.ts';
import type { Parts } from '../parts.ts';

/**
 * Gives what is to be called when a caret has moved: that of a terminal counts for `idle` as a change, as content that
 * becomes more. An object is asked once whether it is one.
 */
export function createScreens(
  { backend }: Parts,
  { idle, signal }: { idle: IdleDetector; signal: AbortSignal | undefined },
): (ref: ObjectRef) => void {
  const answers = new Map<string, Promise<boolean>>();
  const isTerminal = async (ref: ObjectRef): Promise<boolean> => {
    try {
      const node = await backend.inspect(ref, { withParents: false, signal });
      return node !== undefined && node.role === 'terminal';
    } catch (error) {
      log('debug', `an element with a caret was not asked: ${String(error)}`);
      return false;
    }
  };
  return (ref) => {
    const atMs = performance.now();
    const answer = answers.get(keyOf(ref)) ?? isTerminal(ref);
    answers.set(keyOf(ref), answer);
    void answer.then((isOne) => isOne && idle.note({ ref, kind: 'added' }, atMs));
  };
}
