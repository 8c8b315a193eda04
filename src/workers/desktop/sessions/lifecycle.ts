/** The one desktop of a worker: opened once, used, and ended once, by us or by itself. */
import { DesktopError } from '../../../base/errors.ts';
import { log } from '../../../base/log.ts';
import type { SessionWiring } from '../../../protocol/session.ts';
import type { AttachedDesktop } from './attached-desktop.ts';
import type { Program } from './program.ts';

export interface Lifecycle {
  /** Programs that were launched, by process id. */
  readonly launched: Map<number, Program>;
  /** Starts or attaches to the desktop. Fails as `make` does, and with `failed` the second time. */
  open(make: () => Promise<AttachedDesktop>): Promise<SessionWiring>;
  /** The open desktop. Fails with `failed` and the reason when there is none, or it has ended. */
  desktop(): Promise<AttachedDesktop>;
  /** The desktop has ended by itself: reports it and ends what is left. */
  end(reason: string): void;
  /** Calls before the desktop is ended. */
  beforeStop(listener: () => void): void;
  /** Ends the desktop and the programs that were launched. Safe to repeat. */
  stop(): Promise<{ processes: number }>;
}

export interface LifecycleListeners {
  onOpened(desktop: AttachedDesktop): void;
  /** The desktop has ended by itself. */
  onEnded(reason: string): void;
}

/** Makes the lifecycle of a worker. */
export function createLifecycle({ onOpened, onEnded }: LifecycleListeners): Lifecycle {
  const launched = new Map<number, Program>();
  const stopListeners: (() => void)[] = [];
  let opening: Promise<AttachedDesktop> | undefined;
  let endedBecause: string | undefined;
  let stopping: Promise<{ processes: number }> | undefined;

  const stopNow = async (): Promise<{ processes: number }> => {
    const desktop = await opening?.catch(() => undefined); // whoever opened it got the error
    for (const listener of stopListeners) listener();
    return { processes: desktop ? await desktop.end([...launched.values()]) : 0 };
  };
  const stop = (): Promise<{ processes: number }> => (stopping ??= stopNow());

  return {
    launched,
    open: async (make) => {
      if (opening)
        throw new DesktopError('failed', 'This desktop was started before.', 'Give the session another name.');
      opening = make();
      try {
        const desktop = await opening;
        onOpened(desktop);
        return desktop.wiring;
      } catch (error) {
        opening = undefined;
        throw error;
      }
    },
    desktop: async () => {
      if (endedBecause === undefined && !stopping && opening) return opening;
      const why = endedBecause ?? (stopping ? 'It was stopped.' : 'It was not started.');
      throw new DesktopError('failed', `The session has ended: ${why}`, 'Start another one with session_start.');
    },
    end: (reason) => {
      endedBecause = reason;
      onEnded(reason);
      stop().catch((error: unknown) => log('warn', `ending: ${String(error)}`));
    },
    beforeStop: (listener) => void stopListeners.push(listener),
    stop,
  };
}
