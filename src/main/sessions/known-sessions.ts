/** The sessions that run, and why others have ended. */

import { DesktopError } from '../../base/errors.ts';
import { quote } from '../../base/escape.ts';
import { log } from '../../base/log.ts';
import type { Session } from './session.ts';

/** Name of the session on the desktop that the server runs in. */
export const LIVE = 'live';
const START_FIRST = 'Call session_start for a private virtual desktop.';

export interface KnownSessions {
  has(name: string): boolean;
  find(name: string): Session | undefined;
  all(): Session[];
  /** The virtual session that was started last. */
  newest(): Session | undefined;
  add(session: Session): void;
  remove(name: string): void;
  /** Gives what is to be called when a session has ended by itself: it is stopped and its reason kept. */
  onLost(name: string): (reason: string) => void;
  /** Makes the error for a name that no session has. */
  unknown(name: string): DesktopError;
  /** Makes the error for a call without a session to act on. */
  none(): DesktopError;
}

/** Makes an empty list. */
export function createKnownSessions(): KnownSessions {
  const sessions = new Map<string, Session>();
  const ended = new Map<string, string>();
  return {
    has: (name) => sessions.has(name),
    find: (name) => sessions.get(name),
    all: () => [...sessions.values()],
    newest: () => [...sessions.values()].findLast(({ name }) => name !== LIVE),
    add: (session) => {
      sessions.set(session.name, session);
      ended.delete(session.name);
    },
    remove: (name) => void sessions.delete(name),
    onLost: (name) => (reason) => {
      const session = sessions.get(name);
      if (!session) return;
      sessions.delete(name);
      ended.set(name, reason);
      log('warn', `session ${name} ended: ${reason}`);
      session.stop().catch((error: Error) => log('warn', `stopping session ${name}: ${error.message}`));
    },
    unknown: (name) => {
      const reason = ended.get(name);
      const known = [...sessions.keys()];
      return new DesktopError(
        'not_found',
        reason === undefined
          ? `There is no session ${quote(name)}.`
          : `The session ${quote(name)} has ended: ${reason}`,
        known.length > 0 ? `Sessions: ${known.join(', ')}. ${START_FIRST}` : START_FIRST,
      );
    },
    none: () => {
      const [last] = [...ended].slice(-1);
      return new DesktopError(
        'not_found',
        last ? `No session is running; ${quote(last[0])} has ended: ${last[1]}` : 'No session is running.',
        START_FIRST,
      );
    },
  };
}
