/** Waits that an AbortSignal ends. */
import { setTimeout as delay } from 'node:timers/promises';
import { abortedError } from './errors.ts';

/**
 * Gives what `work` gives. Once the signal fires it fails with what `errorOf` makes of the signal's reason, by default the
 * reason itself; the work goes on, and its result is dropped.
 */
export function abortable<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  errorOf: (reason: unknown) => unknown = (reason) => reason,
): Promise<T> {
  if (!signal) return work;
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => reject(errorOf(signal.reason));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Waits. Fails with `aborted`. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {
    throw abortedError();
  });
}

/** Repeats `check` every `pollMs` until it gives something. Fails with `aborted`; there is no other end. */
export async function pollUntil<T>(
  check: () => Promise<T | undefined>,
  pollMs: number,
  signal: AbortSignal,
): Promise<T> {
  for (;;) {
    if (signal.aborted) throw abortedError();
    const found = await check();
    if (found !== undefined) return found;
    await sleep(pollMs, signal);
  }
}
