/** Who reads what we offer for a paste: whether the program that it is for has it. */
import type { Processes } from '../../platform/linux/processes.ts';
import type { DataRequest } from '../backend.ts';
import { SECRET_TYPE } from '../model/clipboard.ts';

/**
 * A program may ask several times for one paste, and what comes back too early it would paste: Chromium asks again after 1
 * to 50 ms. Silent for so long, or twice as long as it took to ask first, it has what it wanted.
 */
const QUIET_MS = { least: 100, most: 1_000 };
/**
 * Other processes read too: clipboard managers, and KWin in the name of X programs. That counts as the program's reading
 * when it has not read by itself so long after.
 */
const OTHERS_MS = 300;
/** A program that asks again and again is not waited for longer. */
const READING_MS = 2_000;

export interface PasteReading {
  /** Serves a request, and notes it. */
  onRequest(request: DataRequest): void;
  /** Forgets what was read so far, which clipboard managers did; waits until they are silent. */
  start(): Promise<void>;
  /** Waits until the program has read a text, at most `timeoutMs` or until the signal; false when it has not. */
  finished(timeoutMs: number, signal?: AbortSignal): Promise<boolean>;
}

/** Watches the requests for our data; `pid` is the program's process. */
export function watchReading(processes: Processes, pid: number): PasteReading {
  let reader: 'nobody' | 'other' | 'program' = 'nobody';
  let times = { startMs: 0, firstMs: 0, lastMs: 0 };
  let wake = (): void => undefined;
  /** When it is over, if nobody asks any more. */
  const dueMs = (): number => {
    if (reader === 'nobody') return Number.POSITIVE_INFINITY;
    const { startMs, firstMs, lastMs } = times;
    const quietMs = Math.max(QUIET_MS.least, Math.min(QUIET_MS.most, 2 * (firstMs - startMs)));
    return Math.min(lastMs + (reader === 'program' ? quietMs : OTHERS_MS), firstMs + READING_MS);
  };
  const note = (isProgram: boolean): void => {
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
  const serve = async ({ type, pipe, serve: hand }: DataRequest): Promise<void> => {
    // Looked up before the data goes: a reader that has everything closes its end.
    const isProgram = processes.hasOpen(pid, pipe);
    if ((await hand()) && type !== SECRET_TYPE) note(isProgram);
  };
  const isSilent = (): boolean => reader === 'nobody' || performance.now() >= times.lastMs + QUIET_MS.least;
  return {
    onRequest: (request) => void serve(request),
    start: async () => {
      while (!isSilent()) await sleep(QUIET_MS.least);
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
