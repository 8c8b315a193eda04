/** One session: the set of workers that act on one desktop. Tools do not know which kind it is. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { DesktopError } from '../../base/errors.ts';
import { log } from '../../base/log.ts';
import type { AtspiActor, AtspiOptions, InputSent } from '../../protocol/atspi.ts';
import type { CaptureActor, CaptureOptions, Picture } from '../../protocol/capture.ts';
import type { Remote } from '../../protocol/channel.ts';
import type { DesktopActor, DesktopClient, DesktopEvents, DesktopOptions } from '../../protocol/desktop.ts';
import type { Held, InputActor, InputOptions } from '../../protocol/input.ts';
import type { SessionWiring } from '../../protocol/session.ts';
import { createStopFlag, type StopFlag } from '../../protocol/stop-flag.ts';
import type { Screen } from '../../protocol/window.ts';
import type { PortEvents } from '../../protocol/worker.ts';
import { superviseWorker, type WorkerHandle } from './supervisor.ts';

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
  /** A read ahead that runs; the next call ends it. */
  warmUp: AbortController | undefined;
  /** Tells the readers that input was sent. */
  inputSent(input: InputSent): void;
  /** When a key that may be a character was last sent, on the clock of `performance.now`. */
  charactersSentMs: number;
  /** Ends everything of the session; safe to repeat. */
  stop(): Promise<{ processes: number }>;
}

/** A picture, and the screens that it shows: once these are others, its pixels mean nothing. */
export type LastPicture = Pick<Picture, 'area' | 'widthPx' | 'heightPx'> & { screens: Screen[] };
/** How long letting go may take before its worker is ended. */
const RELEASE_TIMEOUT_MS = 200;

export type DesktopHandle = WorkerHandle<DesktopActor, DesktopEvents, PortEvents<DesktopClient>>;

/** Starts the desktop worker, from which a session is made. `onLost` is told when the session is over. */
export function startDesktop(environment: Record<string, string>, onLost: (reason: string) => void): DesktopHandle {
  const options: DesktopOptions = { environment };
  const desktop: DesktopHandle = superviseWorker({
    ...bundleOf('desktop'),
    start: () => ({ options, environment: own() }),
    onLost,
  });
  desktop.connection().on('ended', ({ reason }) => onLost(reason));
  return desktop;
}

/** A worker's name and its bundle, which the build puts beside the core. */
function bundleOf(name: string): { name: string; url: URL } {
  return { name, url: new URL(`./worker-${name}.mjs`, import.meta.url) };
}

/** The environment that every worker sees: the log level. */
function own(): Record<string, string> {
  const level = process.env['DESKTOP_MCP_LOG'];
  return level === undefined ? {} : { DESKTOP_MCP_LOG: level };
}

/** Makes a session of a running desktop worker and its wiring. */
export function createSession(
  name: string,
  desktop: DesktopHandle,
  parts: { wiring: SessionWiring; idCounter: SharedArrayBuffer },
): Session {
  const { wiring, idCounter } = parts;
  const stopFlag = createStopFlag();
  /** A port at which the desktop worker serves what this worker may ask of it. */
  const desktopPort = (client: DesktopClient): MessagePort => {
    const { port1, port2 } = new MessageChannel();
    desktop.emit('port', { client, port: port1 }, [port1]);
    return port2;
  };
  const atspi = superviseWorker<AtspiActor>({
    ...bundleOf('atspi'),
    start: () => ({
      options: { source: wiring.reader, idCounter } satisfies AtspiOptions,
      ports: { desktop: desktopPort('atspi') },
      environment: own(),
    }),
  });
  const input = superviseWorker<InputActor>({
    ...bundleOf('input'),
    start: () => {
      const options: InputOptions = { source: wiring.input, stopFlag: stopFlag.memory };
      return { options, ports: { desktop: desktopPort('input') }, environment: own() };
    },
  });
  const capture = superviseWorker<CaptureActor>({
    ...bundleOf('capture'),
    start: () => ({ options: { source: wiring.capture } satisfies CaptureOptions, environment: own() }),
  });
  const workers = [atspi, input, capture];
  let isOver = false;
  /** A worker's actor; its thread starts at the first call, not before. */
  const lazy = <Actor extends object, Events, Received>(
    worker: WorkerHandle<Actor, Events, Received>,
  ): Remote<Actor> => {
    const call = (): Remote<Actor> => {
      if (!isOver) return worker.connection().call;
      throw new DesktopError(
        'not_found',
        `The session "${name}" was stopped.`,
        'Start another one with session_start.',
      );
    };
    return new Proxy({} as Remote<Actor>, {
      get:
        (_none, method) =>
        async (...args: unknown[]) =>
          Reflect.apply(Reflect.get(call(), method), undefined, args),
    });
  };
  return {
    name,
    wiring,
    stopFlag,
    lastPicture: undefined,
    warmUp: undefined,
    atspi: lazy(atspi),
    input: lazy(input),
    capture: lazy(capture),
    desktop: lazy(desktop),
    charactersSentMs: Number.NEGATIVE_INFINITY,
    inputSent: (input) => {
      if (isOver || !atspi.isRunning()) return;
      atspi
        .connection()
        .call.inputSent(input)
        .catch((error: Error) => log('debug', `input sent: ${error.message}`));
    },
    held: async () => (!isOver && input.isRunning() ? (await input.connection().call.status()).held : []),
    stop: async () => {
      isOver = true;
      stopFlag.end();
      if (input.isRunning()) await releaseInput(input);
      await Promise.all(workers.map((worker) => worker.close()));
      if (!desktop.isRunning()) return { processes: 0 };
      try {
        return await desktop.connection().call.stop();
      } finally {
        await desktop.close();
      }
    },
  };
}

/** A live compositor outlives us: nothing may stay pressed in it. A worker that hangs is ended without. */
async function releaseInput(input: WorkerHandle<InputActor>): Promise<void> {
  try {
    await input.connection().call.release(AbortSignal.timeout(RELEASE_TIMEOUT_MS));
  } catch (error) {
    log('warn', `letting go: ${error instanceof Error ? error.message : String(error)}`);
  }
}
