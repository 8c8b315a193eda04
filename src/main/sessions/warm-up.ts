/** Reads that nobody waits for yet, so that the first one that somebody waits for is as fast as the later ones. */

import { DesktopError, throwIfAborted } from '../../base/errors.ts';
import { log } from '../../base/log.ts';
import type { TreeQuery } from '../../protocol/atspi.ts';
import { outline } from '../render/outline.ts';
import type { Session } from './sessions.ts';

/**
 * Our own code is compiled by use, and compiling takes the second core away from bus and program: the first five reads
 * of Kate take 20 to 30 ms, later ones 15. These reads of the compositor's few elements, a millisecond each, come before.
 */
const WARM_UPS = 200;
/** Reads of a program that has just shown its window. */
const READS_AHEAD = 6;

/** Reads the compositor of a new private session, and forgets what it read. */
export async function warmUpSession(session: Session): Promise<void> {
  const app = session.wiring.compositorApp;
  if (app === undefined) return;
  for (let read = 0; read < WARM_UPS; read++) if (!(await readOnce(session, { app, allowedPids: 'all' }))) return;
}

/**
 * Waits until a program that has just shown its window can be named, a second at most: it comes to the accessibility bus
 * later, and some never do. Fails with `aborted`.
 */
export async function untilPresent(session: Session, pid: number, signal: AbortSignal): Promise<void> {
  try {
    await session.atspi.isPresent(pid, signal);
  } catch (error) {
    throwIfAborted(signal);
    if (!(error instanceof DesktopError)) throw error;
    log('debug', `a program that was launched: ${error.message}`);
  }
}

/**
 * Reads a program that has just shown its window, and forgets what it read: programs build their accessibility
 * objects at the first read. The next call to the session ends it.
 */
export async function warmUpProgram(session: Session, pid: number): Promise<void> {
  const { signal } = (session.warmUp = new AbortController());
  for (let read = 0; read < READS_AHEAD; read++)
    if (!(await readOnce(session, { pid, allowedPids: [pid] }, signal))) return;
}

/** One read; false when it failed, which is only logged: the next call that somebody waits for says why. */
async function readOnce(
  session: Session,
  what: Partial<TreeQuery> & Pick<TreeQuery, 'allowedPids'>,
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    const query = { interactive: false, bounds: false, maxNodes: 600, ...what };
    outline((await session.atspi.tree(query, signal)).elements, 20_000);
    return true;
  } catch (error) {
    if (!(error instanceof DesktopError)) throw error;
    log('debug', `read ahead: ${error.message}`);
    return false;
  }
}
