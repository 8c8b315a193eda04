/** Waits that a signal ends. */
import { setTimeout as delay } from 'node:timers/promises';
import { abortedError } from '../../protocol/errors.ts';

/** Repeats `check` until it gives something. Ends only by its signal: with `aborted`. */
export async function pollUntil<T>(
  check: () => Promise<T | undefined>,
  everyMs: number,
  signal: AbortSignal,
): Promise<T> {
  for (;;) {
    if (signal.aborted) throw abortedError();
    const found = await check();
    if (found !== undefined) return found;
    await delay(everyMs);
  }
}

/** What `work` gives, or the signal's reason once it fires; the work itself goes on and nobody hears of it. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
