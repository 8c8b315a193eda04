/**
 * The stop flag of a session: shared memory that the input queue reads before every event.
 *
 * Word 0 stops everything (a takeover, the stop chord); a sleeper waits on it. The other words are slots for cancelled
 * tickets: input call N is cancelled while slot N % SLOTS holds N, so that cancelling one call never hides another. It ends
 * early, which is no failure, while the slot holds -N.
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
  /** Ends the input of one ticket where it is: what it was for is no longer there. */
  leave(ticket: number): void;
  hasLeft(ticket: number): boolean;
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
  const mark = (ticket: number, as: number): void => {
    Atomics.store(words, slot(ticket), as);
    Atomics.notify(words, 0);
  };
  const stopAs = (what: number): void => {
    Atomics.store(words, 0, what);
    Atomics.notify(words, 0);
  };
  return {
    memory,
    stop: () => stopAs(STOPPED),
    end: () => stopAs(ENDED),
    clear: () => void Atomics.store(words, 0, 0),
    cancel: (ticket) => mark(ticket, ticket),
    leave: (ticket) => mark(ticket, -ticket),
    hasLeft: (ticket) => Atomics.load(words, slot(ticket)) === -ticket,
    isStopped: (ticket) => Atomics.load(words, 0) !== 0 || Math.abs(Atomics.load(words, slot(ticket))) === ticket,
    isAllStopped: () => Atomics.load(words, 0) !== 0,
    isEnded: () => Atomics.load(words, 0) === ENDED,
    sleep: (ms) => void Atomics.wait(words, 0, 0, ms),
  };
}
