/** When an element is at rest, so that a pointer meets it where it was measured. */
import { isSameRect, type Rect } from '../../../../protocol/geometry.ts';

/** A few frames: an element that kept its place for that time does not move. */
export const FRAMES_MS = 40;
/**
 * Time during which an element must keep its place. Pages are drawn by another process than the one that answers,
 * which on a busy machine reports a move 100 ms late.
 */
const REST_MS = { page: 150, other: FRAMES_MS };
/** Quiet time after which one measurement is enough. */
export const QUIET_MS = 300;
const MAX_SIGHTINGS = 5_000;

/** Where elements were seen, and since when. All times are of one clock. */
export interface Sightings {
  /** Notes where an element is, and returns since when it has been seen there. */
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

/** An element that was just measured. */
export interface Evidence {
  /** Time for which it has been seen at this place. */
  seenMs: number;
  /** Its application is a browser. */
  isBrowser: boolean;
  /** Time since its application last announced a change and input was last sent; undefined when it announces nothing. */
  quietMs: number | undefined;
  /** Time for which its window has had its place and size. */
  placedMs: number;
}

/**
 * Whether an element is at rest. Only GTK 3 announces that something moves; but what a program of one process reports
 * is true at that moment, so a click a few milliseconds later meets even what a timer moves.
 */
export function isAtRest({ seenMs, isBrowser, quietMs, placedMs }: Evidence): boolean {
  if (seenMs >= (isBrowser ? REST_MS.page : REST_MS.other)) return true;
  return !isBrowser && quietMs !== undefined && Math.min(quietMs, placedMs) >= QUIET_MS;
}
