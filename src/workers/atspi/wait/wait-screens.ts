/** What is written on terminals, of which Konsole 24.12 announces no more than that the caret has moved. */
import { log } from '../../../base/log.ts';
import type { App } from '../backend.ts';
import type { Rest } from '../model/change/rest.ts';
import type { Parts } from '../parts.ts';

/**
 * Gives what is to be called when a caret has moved: that of a terminal counts as a change in `rest`, as content that
 * becomes more. An object is asked once whether it is one.
 */
export function createScreens(
  { backend }: Parts,
  { app, rest, signal }: { app: App; rest: Rest; signal: AbortSignal | undefined },
): (path: string) => void {
  const answers = new Map<string, Promise<boolean>>();
  const isTerminal = async (path: string): Promise<boolean> => {
    try {
      const node = await backend.inspect({ bus: app.bus, path }, { withParents: false, signal });
      return node !== undefined && node.role === 'terminal';
    } catch (error) {
      log('debug', `an element with a caret was not asked: ${String(error)}`);
      return false;
    }
  };
  return (path) => {
    const atMs = performance.now();
    const answer = answers.get(path) ?? isTerminal(path);
    answers.set(path, answer);
    void answer.then((isOne) => isOne && rest.note({ path, member: 'TextChanged', detail: 'insert' }, atMs));
  };
}
