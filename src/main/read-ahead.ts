import { log } from './log.ts';
import { outline } from './render/outline.ts';
import type { Session } from './sessions.ts';

/**
 * Reads a program that has just shown its window, in the background, and forgets what it read. Programs build their
 * accessibility objects at the first read, and our own code runs at full speed only after one: the reads that
 * an agent waits for come later. A read that fails is only logged; the next one says why.
 */
export function readAhead(session: Session, pid: number): void {
  const query = { pid, interactive: false, bounds: false, maxNodes: 600, visible: [pid], windows: [] };
  session.atspi
    .tree(query)
    .then(({ elements }) => outline(elements, 20_000))
    .catch((error: Error) => log('debug', `read ahead: ${error.message}`));
}
