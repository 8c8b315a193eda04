/** Session names and their sets of workers. */

import { DesktopError } from '../../base/errors.ts';
import { quote } from '../../base/escape.ts';
import { log } from '../../base/log.ts';
import type { SessionInfo, SessionRequest, SessionWiring } from '../../protocol/session.ts';
import { host } from '../host/host.ts';
import { createKnownSessions, type KnownSessions, LIVE } from './known-sessions.ts';
import { createSession, type Session } from './session.ts';
import { type DesktopHandle, startDesktop } from './workers.ts';

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

/** What sessions are made with. */
interface Makers {
  /** Of the server's process. */
  environment: Record<string, string>;
  /** One shared word, so that an element id is never given twice over all sessions. */
  idCounter: SharedArrayBuffer;
  known: KnownSessions;
}

/** Keeps the sessions of one server. The live session is attached to at its first use, when there is a desktop. */
export function createSessions(environment: Record<string, string>): Sessions {
  const known = createKnownSessions();
  const makers: Makers = { environment, idCounter: new SharedArrayBuffer(4), known };
  const live = createLive(makers);
  const byName = (name: string): Session => {
    const session = known.find(name);
    if (!session) throw known.unknown(name);
    return session;
  };
  const byDefault = async (): Promise<Session> => {
    const session = (await live.getIfSupported()) ?? known.newest();
    if (!session) throw known.none();
    return session;
  };
  return {
    start: createStarter(makers),
    get: async (name) => {
      if (name === undefined) return byDefault();
      return name === LIVE ? live.get() : byName(name);
    },
    stop: async (name) => {
      const session = name === undefined ? (known.newest() ?? known.find(LIVE)) : known.find(name);
      if (!session) return undefined;
      known.remove(session.name);
      const { processes } = await session.stop();
      return { name: session.name, processes };
    },
    stopAll: async () => {
      const all = known.all();
      for (const { name } of all) known.remove(name);
      await Promise.all(all.map((session) => session.stop()));
    },
    list: () => {
      const first = known.find(LIVE) ?? known.newest();
      return known.all().map((session) => infoOf(session, session === first));
    },
  };
}

/** Attaches to the live desktop once, at the first use. */
function createLive(makers: Makers) {
  const { environment, known } = makers;
  let attaching: Promise<Session> | undefined;
  /** Set once the desktop turned out not to be supported; asking for "live" tries again. */
  let isUnsupported = false;

  const attach = (): Promise<Session> =>
    open(LIVE, makers, (desktop) => desktop.connection().call.attach()).finally(() => {
      attaching = undefined;
    });
  const get = async (): Promise<Session> => known.find(LIVE) ?? (attaching ??= attach());
  return {
    get,
    /** Undefined where there is no desktop, or one that is not supported. */
    getIfSupported: async (): Promise<Session | undefined> => {
      if (!known.has(LIVE) && (isUnsupported || !host.hasLiveDesktop(environment))) return undefined;
      try {
        return await get();
      } catch (error) {
        if (!(error instanceof DesktopError) || error.code !== 'unsupported') throw error;
        isUnsupported = true;
        log('info', `no live desktop: ${error.message}`);
        return undefined;
      }
    },
  };
}

function createStarter(makers: Makers): Sessions['start'] {
  const { known } = makers;
  const starting = new Set<string>();
  return async ({ name, ...request }, control) => {
    const chosen = name ?? freeName(new Set([...known.all().map((session) => session.name), ...starting]));
    if (chosen === LIVE || known.has(chosen) || starting.has(chosen)) {
      throw new DesktopError(
        'invalid_params',
        `There is already a session ${quote(chosen)}.`,
        'Choose another name, or stop it with session_stop.',
      );
    }
    starting.add(chosen);
    return open(chosen, makers, (desktop) => {
      desktop.connection().on('progress', ({ step, total, text }) => control.progress(step, total, text));
      return desktop.connection().call.start(request, control.signal);
    }).finally(() => starting.delete(chosen));
  };
}

/** Starts a desktop worker and makes a session of what it brings up; nothing is left when that fails. */
async function open(
  name: string,
  { environment, idCounter, known }: Makers,
  bringUp: (desktop: DesktopHandle) => Promise<SessionWiring>,
): Promise<Session> {
  const troubles: string[] = [];
  const desktop = startDesktop(environment, {
    onLost: known.onLost(name),
    onTrouble: (text) => void troubles.push(text),
  });
  try {
    const session = createSession(name, desktop, { wiring: await bringUp(desktop), idCounter, troubles });
    known.add(session);
    return session;
  } catch (error) {
    await desktop.close();
    throw error;
  }
}

function infoOf(session: Session, isDefault: boolean): SessionInfo {
  const { kind, compositor, folder } = session.wiring;
  return { name: session.name, kind, compositor, isDefault, ...(folder === undefined ? {} : { folder }) };
}

function freeName(taken: Set<string>): string {
  for (let number = 1; ; number++) if (!taken.has(`s${number}`)) return `s${number}`;
}
