/** Session names and their sets of workers. */
import { DesktopError } from '../../base/errors.ts';
import { log } from '../../base/log.ts';
import type { SessionInfo, SessionRequest } from '../../protocol/session.ts';
import { host } from '../host/host.ts';
import { createSession, type Session, startDesktop } from './session.ts';

export type { Session } from './session.ts';

export interface StartRequest extends SessionRequest {
  name?: string | undefined;
}

export interface StartControl {
  signal: AbortSignal;
  progress(done: number, total: number | undefined, text: string): void;
}

export interface Sessions {
  /** Starts a virtual session. Fails with `invalid_params` when the name is taken. */
  start(request: StartRequest, control: StartControl): Promise<Session>;
  /** The session of that name, or the default one. Fails with `not_found`. */
  get(name: string | undefined): Promise<Session>;
  /** Stops a session; without a name the default virtual one. Undefined when there is none to stop. */
  stop(name: string | undefined): Promise<{ name: string; processes: number } | undefined>;
  stopAll(): Promise<void>;
  list(): SessionInfo[];
}

export const LIVE = 'live';
const START_FIRST = 'Call session_start for a private virtual desktop.';

/**
 * Keeps the sessions of one server. `environment` is that of the server's process; the live session is attached to at
 * its first use, when there is a desktop.
 */
export function createSessions(environment: Record<string, string>): Sessions {
  const idCounter = new SharedArrayBuffer(4);
  const sessions = new Map<string, Session>();
  /** Why sessions that are gone ended, for the error of the next call that names them. */
  const ended = new Map<string, string>();
  const starting = new Set<string>();
  let attaching: Promise<Session> | undefined;
  /** Set once the environment's desktop turned out not to be one we can act on; asking for "live" tries again. */
  let isLiveUnsupported = false;

  const lost = (name: string) => (reason: string) => {
    const session = sessions.get(name);
    if (!session) return;
    sessions.delete(name);
    ended.set(name, reason);
    log('warn', `session ${name} ended: ${reason}`);
    session.stop().catch((error: Error) => log('warn', `stopping session ${name}: ${error.message}`));
  };

  const attach = async (): Promise<Session> => {
    const desktop = startDesktop(environment, lost(LIVE));
    try {
      const wiring = await desktop.connection().call.attach();
      const session = createSession(LIVE, desktop, { wiring, idCounter });
      sessions.set(LIVE, session);
      return session;
    } catch (error) {
      await desktop.close();
      throw error;
    } finally {
      attaching = undefined;
    }
  };

  const live = async (): Promise<Session> => sessions.get(LIVE) ?? (attaching ??= attach());
  const hasLive = (): boolean => !isLiveUnsupported && host.hasLiveDesktop(environment);
  const newest = (): Session | undefined => [...sessions.values()].findLast(({ name }) => name !== LIVE);

  const start = async ({ name, ...request }: StartRequest, control: StartControl): Promise<Session> => {
    const chosen = name ?? freeName(new Set([...sessions.keys(), ...starting]));
    if (chosen === LIVE || sessions.has(chosen) || starting.has(chosen)) {
      throw new DesktopError(
        'invalid_params',
        `There is already a session "${chosen}".`,
        'Choose another name, or stop it with session_stop.',
      );
    }
    starting.add(chosen);
    const desktop = startDesktop(environment, lost(chosen));
    desktop.connection().on('progress', ({ step, total, text }) => control.progress(step, total, text));
    try {
      const wiring = await desktop.connection().call.start(request, control.signal);
      const session = createSession(chosen, desktop, { wiring, idCounter });
      sessions.set(chosen, session);
      ended.delete(chosen);
      return session;
    } catch (error) {
      await desktop.close();
      throw error;
    } finally {
      starting.delete(chosen);
    }
  };

  return {
    start,
    get: async (name) => {
      if (name === LIVE) return live();
      if (name !== undefined) {
        const session = sessions.get(name);
        if (session) return session;
        const known = [...sessions.keys()];
        const reason = ended.get(name);
        throw new DesktopError(
          'not_found',
          reason === undefined ? `There is no session "${name}".` : `The session "${name}" has ended: ${reason}`,
          known.length > 0 ? `Sessions: ${known.join(', ')}. ${START_FIRST}` : START_FIRST,
        );
      }
      if (sessions.has(LIVE) || hasLive()) {
        try {
          return await live();
        } catch (error) {
          if (!(error instanceof DesktopError) || error.code !== 'unsupported') throw error;
          isLiveUnsupported = true;
          log('info', `no live desktop: ${error.message}`);
        }
      }
      const session = newest();
      if (session) return session;
      const [last] = [...ended].slice(-1);
      throw new DesktopError(
        'not_found',
        last ? `No session is running; "${last[0]}" has ended: ${last[1]}` : 'No session is running.',
        START_FIRST,
      );
    },
    stop: async (name) => {
      const session = name === undefined ? (newest() ?? sessions.get(LIVE)) : sessions.get(name);
      if (!session) return undefined;
      sessions.delete(session.name);
      const { processes } = await session.stop();
      return { name: session.name, processes };
    },
    stopAll: async () => {
      const all = [...sessions.values()];
      sessions.clear();
      await Promise.all(all.map((session) => session.stop()));
    },
    list: () => {
      const first = sessions.get(LIVE) ?? newest();
      return [...sessions.values()].map((session) => infoOf(session, session === first));
    },
  };
}

function infoOf(session: Session, isDefault: boolean): SessionInfo {
  const { kind, compositor, folder } = session.wiring;
  return { name: session.name, kind, compositor, isDefault, ...(folder === undefined ? {} : { folder }) };
}

function freeName(taken: Set<string>): string {
  for (let number = 1; ; number++) if (!taken.has(`s${number}`)) return `s${number}`;
}
