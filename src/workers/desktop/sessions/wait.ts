/** Waits that a signal ends. */
import { setTimeout as delay } from 'node:timers/promises';
import { abortedError } from '../../../base/errors.ts';

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
