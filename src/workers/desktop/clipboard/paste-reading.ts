/** Watches who reads the text of a paste, to know when the program that it is for has it. */
import type { Processes } from '../../platform/linux/processes.ts';
import type { SendRequest } from '../backend.ts';
import { SECRET_TYPE } from '../model/clipboard.ts';

/**
 * Time without a request after which the program has what it wanted; within these limits, twice the time that it took to ask
 * first. It may ask several times for one paste (Chromium again after 1 to 50 ms), and would paste content that was restored
 * too early.
 */
const QUIET_MS = { least: 100, most: 1_000 };
/**
 * Time after which the reading of another process counts as the program's: the compositor reads in the name of X programs. Until
 * then it may be a clipboard manager.
 */
const OTHERS_MS = 300;
/** Longest wait for a program that asks again and again. */
const READING_MAX_MS = 2_000;

export interface PasteReading {
  /** Serves a request and remembers when it came. */
  onSend(request: SendRequest): void;
  /** Waits until clipboard managers have read, and forgets that they did. */
  start(): Promise<void>;
  /** Waits until the program has read a text, for at most `timeoutMs` and until the signal; false when it has not. */
  finished(timeoutMs: number, signal?: AbortSignal): Promise<boolean>;
}

/** Watches the requests for our data; `pid` is the program's process. */
export function watchReading(processes: Processes, pid: number): PasteReading {
  let reader: 'nobody' | 'other' | 'program' = 'nobody';
  let times = { startMs: 0, firstMs: 0, lastMs: 0 };
  let wake = (): void => undefined;
  /** Time at which the reading is over if nobody asks again. */
  const dueMs = (): number => {
    if (reader === 'nobody') return Number.POSITIVE_INFINITY;
    const { startMs, firstMs, lastMs } = times;
    const quietMs = Math.max(QUIET_MS.least, Math.min(QUIET_MS.most, 2 * (firstMs - startMs)));
    return Math.min(lastMs + (reader === 'program' ? quietMs : OTHERS_MS), firstMs + READING_MAX_MS);
  };
  const noteRead = (isProgram: boolean): void => {
    const lastMs = performance.now();
    if (reader !== 'program') {
      if (isProgram || reader === 'nobody') times = { ...times, firstMs: lastMs };
      reader = isProgram ? 'program' : 'other';
    }
    times = { ...times, lastMs };
    wake();
  };
  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const serve = async ({ mimeType, pipe, send }: SendRequest): Promise<void> => {
    // Before the data goes: a reader that has everything closes its end.
    const isProgram = processes.hasOpen(pid, pipe);
    if ((await send()) && mimeType !== SECRET_TYPE) noteRead(isProgram);
  };
  const isQuiet = (): boolean => reader === 'nobody' || performance.now() >= times.lastMs + QUIET_MS.least;
  return {
    onSend: (request) => void serve(request),
    start: async () => {
      while (!isQuiet()) await sleep(QUIET_MS.least);
      reader = 'nobody';
      times = { ...times, startMs: performance.now() };
    },
    finished: async (timeoutMs, signal) => {
      const endMs = performance.now() + timeoutMs;
      const onAbort = (): void => wake();
      signal?.addEventListener('abort', onAbort, { once: true });
      try {
        for (;;) {
          const nowMs = performance.now();
          const untilMs = reader === 'nobody' ? endMs : dueMs();
          if (nowMs >= untilMs || signal?.aborted) return nowMs >= dueMs();
          await sleep(untilMs - nowMs);
        }
      } finally {
        signal?.removeEventListener('abort', onAbort);
      }
    },
  };
}
