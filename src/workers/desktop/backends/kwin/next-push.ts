/** Waiting for a push of a script in KWin. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Push } from './window-model.ts';

/** Who hears the pushes, at once and in their order. */
export type PushListeners = Set<(push: Push) => void>;

/** Listens, until `end`, for the first push that `pick` finds something in. */
export function nextPush<T>(listeners: PushListeners, pick: (push: Push) => T | undefined) {
  let arrive: (found: T) => void = () => undefined;
  const arrived = new Promise<T>((resolve) => {
    arrive = resolve;
  });
  const listener = (push: Push): void => {
    const found = pick(push);
    if (found !== undefined) arrive(found);
  };
  listeners.add(listener);
  return {
    end: () => void listeners.delete(listener),
    /** What was found, or undefined after this time. */
    within: async (timeoutMs: number): Promise<T | undefined> => {
      const timer = new AbortController();
      try {
        return await Promise.race([arrived, delay(timeoutMs, undefined, { signal: timer.signal })]);
      } finally {
        timer.abort();
      }
    },
  };
}
