/**
 * The stop flag of a session: shared memory that the input queue reads before every event.
 *
 * Word 0 stops everything (a takeover, the stop chord); a sleeper waits on it. The other words are slots for cancelled
 * tickets: input call N is cancelled while slot N % SLOTS holds N, so that cancelling one call never hides another.
 */
const SLOTS = 64;
/** What word 0 holds while everything is stopped. */
const STOPPED = 1;
const ENDED = 2;

export interface StopFlag {
  readonly memory: SharedArrayBuffer;
  /** Stops the running and all waiting input of the session until `clear`. */
  stop(): void;
  /** The same for good: the session is over. */
  end(): void;
  clear(): void;
  /** Stops the input of one ticket, within the next event. */
  cancel(ticket: number): void;
  /** True when this ticket may send nothing more. */
  isStopped(ticket: number): boolean;
  /** True while everything is stopped. */
  isAllStopped(): boolean;
  isEnded(): boolean;
  /** Blocks this thread; ends at once when anything is stopped or cancelled. Never call it on the main thread. */
  sleep(ms: number): void;
}

/** Makes a flag, or the other end of one from its memory. */
export function createStopFlag(memory = new SharedArrayBuffer(4 * (1 + SLOTS))): StopFlag {
  const words = new Int32Array(memory);
  const slot = (ticket: number): number => 1 + (ticket % SLOTS);
  const stopAs = (what: number): void => {
    Atomics.store(words, 0, what);
    Atomics.notify(words, 0);
  };
  return {
    memory,
    stop: () => stopAs(STOPPED),
    end: () => stopAs(ENDED),
    clear: () => void Atomics.store(words, 0, 0),
    cancel: (ticket) => {
      Atomics.store(words, slot(ticket), ticket);
      Atomics.notify(words, 0);
    },
    isStopped: (ticket) => Atomics.load(words, 0) !== 0 || Atomics.load(words, slot(ticket)) === ticket,
    isAllStopped: () => Atomics.load(words, 0) !== 0,
    isEnded: () => Atomics.load(words, 0) === ENDED,
    sleep: (ms) => void Atomics.wait(words, 0, 0, ms),
  };
}
