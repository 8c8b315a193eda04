/** One session: the set of workers that act on one desktop. Tools do not know which kind it is. */

import { DesktopError } from '../../base/errors.ts';
import { quote } from '../../base/escape.ts';
import { log } from '../../base/log.ts';
import type { AtspiActor, InputSent } from '../../protocol/atspi.ts';
import type { CaptureActor, Picture } from '../../protocol/capture.ts';
import type { Remote } from '../../protocol/channel.ts';
import type { DesktopActor } from '../../protocol/desktop.ts';
import type { Held, InputActor, TicketEvents } from '../../protocol/input.ts';
import type { SessionWiring } from '../../protocol/session.ts';
import { createStopFlag, type StopFlag } from '../../protocol/stop-flag.ts';
import type { Screen } from '../../protocol/window.ts';
import type { WorkerHandle } from './supervisor.ts';
import { type DesktopHandle, superviseWorkers } from './workers.ts';

export interface Session {
  readonly name: string;
  readonly wiring: SessionWiring;
  readonly stopFlag: StopFlag;
  /** What the last picture of it showed, for calls that name pixels of that picture. */
  lastPicture: LastPicture | undefined;
  /** The workers' actors. Each thread is started at its first use and again after a loss. */
  readonly atspi: Remote<AtspiActor>;
  readonly input: Remote<InputActor>;
  readonly capture: Remote<CaptureActor>;
  readonly desktop: Remote<DesktopActor>;
  /** What its input worker holds down; a worker that does not run holds nothing, and is not started for this. */
  held(): Promise<Held>;
  /** A warm-up that runs; the next call ends it. */
  warmUp: AbortController | undefined;
  /** Tells the atspi worker that input was sent; nobody waits for it. */
  inputSent(input: InputSent): void;
  /** Ends the ticket of a call that succeeded; nobody waits for it. */
  inputDone(ticket: number): void;
  /** When a key that may type a character was last sent, on the clock of `performance.now`. */
  charactersSentMs: number;
  /** Services of it that have ended, and what no longer works. */
  readonly troubles: readonly string[];
  /** Gives the troubles that no reply has told yet. */
  takeUntold(): string[];
  /** Ends everything of the session; safe to repeat. */
  stop(): Promise<{ processes: number }>;
}

/** A picture with the screens that it shows: once they change, its pixels mean nothing. */
export type LastPicture = Pick<Picture, 'area' | 'widthPx' | 'heightPx'> & { screens: Screen[] };
/** How long letting go may take before its worker is ended. */
const RELEASE_TIMEOUT_MS = 200;

/** Makes a session of a running desktop worker and its wiring. */
export function createSession(
  name: string,
  desktop: DesktopHandle,
  parts: { wiring: SessionWiring; idCounter: SharedArrayBuffer; troubles?: readonly string[] },
): Session {
  const { wiring, idCounter, troubles = [] } = parts;
  const stopFlag = createStopFlag();
  const workers = superviseWorkers({ wiring, idCounter, desktop, stopFlag });
  const { atspi, input, capture } = workers;
  let isOver = false;
  let told = 0;
  const actorOf = <Actor extends object, Events, Received>(
    worker: WorkerHandle<Actor, Events, Received>,
  ): Remote<Actor> =>
    lazily(() => {
      if (isOver) throw stopped(name);
      return worker.connection().call;
    });
  return {
    name,
    wiring,
    stopFlag,
    lastPicture: undefined,
    warmUp: undefined,
    atspi: actorOf(atspi),
    input: actorOf(input),
    capture: actorOf(capture),
    desktop: actorOf(desktop),
    charactersSentMs: Number.NEGATIVE_INFINITY,
    inputSent: (input) => {
      if (!isOver && atspi.isRunning()) atspi.emit('inputSent', input);
    },
    inputDone: (ticket) => {
      if (!isOver && input.isRunning()) input.emit('done', { ticket });
    },
    held: async () => (!isOver && input.isRunning() ? (await input.connection().call.status()).held : []),
    troubles,
    takeUntold: () => {
      const untold = troubles.slice(told);
      told = troubles.length;
      return untold;
    },
    stop: async () => {
      isOver = true;
      stopFlag.end();
      if (input.isRunning()) await releaseInput(input);
      await Promise.all(Object.values(workers).map((worker) => worker.close()));
      if (!desktop.isRunning()) return { processes: 0 };
      try {
        return await desktop.connection().call.stop();
      } finally {
        await desktop.close();
      }
    },
  };
}

/** Releases what is pressed: a live compositor outlives this server. A worker that hangs is ended without it. */
async function releaseInput(input: WorkerHandle<InputActor, object, TicketEvents>): Promise<void> {
  try {
    await input.connection().call.release(AbortSignal.timeout(RELEASE_TIMEOUT_MS));
  } catch (error) {
    log('warn', `letting go: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** An actor that is connected to at each call, not before: so its thread starts at the first one. */
function lazily<Actor extends object>(connect: () => Remote<Actor>): Remote<Actor> {
  return new Proxy({} as Remote<Actor>, {
    get:
      (_none, method) =>
      async (...args: unknown[]) =>
        Reflect.apply(Reflect.get(connect(), method), undefined, args),
  });
}

function stopped(name: string): DesktopError {
  return new DesktopError(
    'not_found',
    `The session ${quote(name)} was stopped.`,
    'Start another one with session_start.',
  );
}
