/** The workers of one session: their bundles, and what each is given at its start. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { AtspiActor, AtspiOptions, ReaderEvents } from '../../protocol/atspi.ts';
import type { CaptureActor, CaptureOptions } from '../../protocol/capture.ts';
import type { DesktopActor, DesktopClient, DesktopEvents, DesktopOptions } from '../../protocol/desktop.ts';
import type { InputActor, InputOptions, TicketEvents } from '../../protocol/input.ts';
import type { SessionWiring } from '../../protocol/session.ts';
import type { StopFlag } from '../../protocol/stop-flag.ts';
import type { PortEvents } from '../../protocol/worker.ts';
import { superviseWorker, type WorkerHandle } from './supervisor.ts';

export type DesktopHandle = WorkerHandle<DesktopActor, DesktopEvents, PortEvents<DesktopClient>>;

export interface DesktopListeners {
  /** The session is over. */
  onLost(reason: string): void;
  /** A service of it has ended, and what no longer works. */
  onTrouble(text: string): void;
}

/** Starts the desktop worker, from which a session is made. */
export function startDesktop(
  environment: Record<string, string>,
  { onLost, onTrouble }: DesktopListeners,
): DesktopHandle {
  const options: DesktopOptions = { environment };
  const desktop: DesktopHandle = superviseWorker({
    ...bundleOf('desktop'),
    start: () => ({ options, environment: own() }),
    onLost,
  });
  desktop.connection().on('ended', ({ reason }) => onLost(reason));
  desktop.connection().on('trouble', ({ text }) => onTrouble(text));
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

/** What the workers of a session are started with. */
interface Rights {
  wiring: SessionWiring;
  idCounter: SharedArrayBuffer;
  desktop: DesktopHandle;
  stopFlag: StopFlag;
}

/** Makes the handles of all workers but desktop's; none is started yet. The caller closes them. */
export function superviseWorkers({ wiring, idCounter, desktop, stopFlag }: Rights) {
  /** A port at which the desktop worker serves what this worker may ask of it. */
  const desktopPort = (client: DesktopClient): MessagePort => {
    const { port1, port2 } = new MessageChannel();
    desktop.emit('port', { client, port: port1 }, [port1]);
    return port2;
  };
  const atspi = superviseWorker<AtspiActor, object, ReaderEvents>({
    ...bundleOf('atspi'),
    start: () => ({
      options: { source: wiring.reader, idCounter } satisfies AtspiOptions,
      ports: { desktop: desktopPort('atspi') },
      environment: own(),
    }),
  });
  const input = superviseWorker<InputActor, object, TicketEvents>({
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
  return { atspi, input, capture };
}
