import { setTimeout as delay } from 'node:timers/promises';
import { abortedError } from './errors.ts';

/** Waits. Fails with `aborted`. */
export async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {
    throw abortedError();
  });
}
