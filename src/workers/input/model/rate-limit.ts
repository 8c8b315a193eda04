/** How fast events may go. Pure: time is an argument. */

export interface RateLimit {
  /** Counts one event at `nowMs` and says how long to wait before it, in milliseconds; 0 while the burst lasts. */
  take(nowMs: number): number;
}

/** Lets `burst` events through at once and `perSecond` from then on; unused time fills the burst again. */
export function createRateLimit({ burst, perSecond }: { burst: number; perSecond: number }): RateLimit {
  let left = burst;
  let lastMs: number | undefined;
  return {
    take: (nowMs) => {
      left = Math.min(burst, left + ((nowMs - (lastMs ?? nowMs)) * perSecond) / 1000) - 1;
      lastMs = nowMs;
      return left >= 0 ? 0 : (-left * 1000) / perSecond;
    },
  };
}
