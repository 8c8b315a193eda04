/** How fast events may go. Pure: time is an argument. */
import type { EventRate } from './traits.ts';

export interface RateLimit {
  /** Counts one event at `nowMs`. Gives the time to wait before it, in milliseconds; 0 while the burst lasts. */
  take(nowMs: number, rate: EventRate): number;
}

/** Makes a limit whose burst is unused. Time without events fills the burst again. */
export function createRateLimit(): RateLimit {
  let left = Number.POSITIVE_INFINITY;
  let lastMs = 0;
  return {
    take: (nowMs, { burst, perSecond }) => {
      left = Math.min(burst, left + ((nowMs - lastMs) * perSecond) / 1000) - 1;
      lastMs = nowMs;
      return left >= 0 ? 0 : (-left * 1000) / perSecond;
    },
  };
}
