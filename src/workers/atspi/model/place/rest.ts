/** When an element is at rest, so that a pointer meets it where it was measured. */
import { isSameRect, type Rect } from '../../../../protocol/geometry.ts';

/** Some frames: an element that has kept its place for so long does not move. */
export const FRAMES_MS = 40;
/**
 * How long an element must keep its place. Pages are drawn by another process than the one that answers, which on a busy
 * machine says that they move 100 ms late.
 */
const REST_MS = { page: 150, other: FRAMES_MS };
/** Where nothing has happened for so long, what is measured once is at rest. */
const QUIET_MS = 300;
const MAX_SIGHTINGS = 5_000;

/** Where elements were seen, and since when. All times are on one clock. */
export interface Sightings {
  /** Takes note of where an element is, and gives since when it has been seen there. */
  note(key: string, rect: Rect, nowMs: number): number;
}

/** Makes an empty record of the last few thousand elements. */
export function createSightings(): Sightings {
  const sightings = new Map<string, { rect: Rect; sinceMs: number }>();
  return {
    note: (key, rect, nowMs) => {
      const before = sightings.get(key);
      sightings.delete(key);
      const sinceMs = before && isSameRect(before.rect, rect) ? before.sinceMs : nowMs;
      sightings.set(key, { rect, sinceMs });
      const [oldest] = sightings.keys();
      if (sightings.size > MAX_SIGHTINGS && oldest !== undefined) sightings.delete(oldest);
      return sinceMs;
    },
  };
}

/** What is known of an element that was just measured. */
export interface Evidence {
  /** For how long it has been seen where it is. */
  seenMs: number;
  /** Its application is a browser. */
  isBrowser: boolean;
  /** For how long its application has announced nothing and no input was sent; undefined when it does not announce. */
  quietMs: number | undefined;
  /** For how long its window has had its place and size. */
  placedMs: number;
}

/**
 * Whether an element is at rest. No toolkit but GTK 3 announces that something moves; but what a program of one process says
 * is so when it says it, so that a click a few milliseconds later meets even what a timer moves.
 */
export function isAtRest({ seenMs, isBrowser, quietMs, placedMs }: Evidence): boolean {
  if (seenMs >= (isBrowser ? REST_MS.page : REST_MS.other)) return true;
  return !isBrowser && quietMs !== undefined && Math.min(quietMs, placedMs) >= QUIET_MS;
}
