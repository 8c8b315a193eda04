/**
 * Decides from an application's change events whether it is at rest: no change for a while, or only the same few elements
 * that change over and over, as clocks, counters and animations do. Times are milliseconds of any clock that only rises.
 */
import { keyOf, type ObjectRef } from '../node.ts';

/** Something that changed in an application. */
export interface Change {
  ref: ObjectRef;
  /** Content came or went; a caret moved; something else changed; or it is nothing that a tree shows. */
  kind: 'added' | 'removed' | 'caret' | 'other' | 'unseen';
}

export interface IdleDetector {
  /** Takes note of a change; what no tree shows is passed over. */
  note(change: Change, nowMs: number): void;
  /** Something changed that was not announced. */
  touch(nowMs: number): void;
  verdict(nowMs: number): Verdict;
  /** Objects that changed lately, those that changed most often first. */
  lately(nowMs: number): ObjectRef[];
  /** Counts changes: equal numbers mean that nothing changed in between. */
  count(): number;
}

/** `restless` goes with the few objects that will not stop; `changing` with the time from which on it may be at rest. */
export type Verdict =
  | { state: 'quiet' }
  | { state: 'restless'; objects: ObjectRef[] }
  | { state: 'changing'; untilMs: number };

/** Objects that may go on changing in a program that counts as settled. */
const MAX_RESTLESS = 5;
/**
 * How long only they must have changed: longer than a page that fills itself in steps takes as a rule, and a clock that
 * ticks every second ticks three times.
 */
const OBSERVED_MS = 3500;
const MIN_TICKS = 3;
/** How far back `lately` looks, or twice the quiet time. */
const LATELY_MS = 1000;
/** Changes of one object that are closer together count as one tick. */
const TICK_MS = 50;

interface Tick {
  atMs: number;
  added: number;
  removed: number;
}

/** What one object did while it was watched. */
interface History {
  ref: ObjectRef;
  ticks: Tick[];
}

/** Watches an application from `startMs` on; it is quiet when nothing has changed for `quietMs`. */
export function createIdleDetector(quietMs: number, startMs: number): IdleDetector {
  const observedMs = Math.max(OBSERVED_MS, 3 * quietMs);
  const histories = new Map<string, History>();
  let lastMs = startMs;
  let changes = 0;
  const verdict = (nowMs: number): Verdict => {
    if (nowMs - lastMs >= quietMs) return { state: 'quiet' };
    forgetTicks(histories, nowMs - observedMs);
    const all = [...histories.values()];
    const isRestless =
      nowMs - startMs >= observedMs &&
      all.length <= MAX_RESTLESS &&
      all.every(({ ticks }) => isRepeating(ticks, observedMs) && !isGrowing(ticks));
    return isRestless
      ? { state: 'restless', objects: all.map(({ ref }) => ref) }
      : { state: 'changing', untilMs: lastMs + quietMs };
  };
  return {
    count: () => changes,
    touch: (nowMs) => {
      changes++;
      lastMs = nowMs;
    },
    note: (change, nowMs) => {
      if (change.kind === 'caret' || change.kind === 'unseen') return;
      changes++;
      lastMs = nowMs;
      addTick(histories, change, nowMs);
    },
    verdict,
    lately: (nowMs) => latelyIn(histories, nowMs - Math.max(LATELY_MS, 2 * quietMs)),
  };
}

function forgetTicks(histories: Map<string, History>, beforeMs: number): void {
  for (const [key, history] of histories) {
    history.ticks = history.ticks.filter(({ atMs }) => atMs > beforeMs);
    if (history.ticks.length === 0) histories.delete(key);
  }
}

function latelyIn(histories: Map<string, History>, fromMs: number): ObjectRef[] {
  return [...histories.values()]
    .map(({ ref, ticks }) => ({ ref, count: ticks.filter(({ atMs }) => atMs > fromMs).length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .map(({ ref }) => ref);
}

function addTick(histories: Map<string, History>, { ref, kind }: Change, atMs: number): void {
  const key = keyOf(ref);
  const history = histories.get(key) ?? { ref, ticks: [] };
  histories.set(key, history);
  const tick = { atMs, added: kind === 'added' ? 1 : 0, removed: kind === 'removed' ? 1 : 0 };
  const last = history.ticks.at(-1);
  if (!last || atMs - last.atMs >= TICK_MS) {
    history.ticks.push(tick);
    return;
  }
  last.added += tick.added;
  last.removed += tick.removed;
}

/** Once is a change; three times, over half of the time that was watched, is a habit. */
function isRepeating(ticks: Tick[], observedMs: number): boolean {
  const [first] = ticks;
  const last = ticks.at(-1);
  return ticks.length >= MIN_TICKS && !!first && !!last && last.atMs - first.atMs >= observedMs / 2;
}

/** Content that only becomes more, such as an answer that is being written, is no clock. */
function isGrowing(ticks: Tick[]): boolean {
  const added = ticks.reduce((sum, tick) => sum + tick.added, 0);
  const removed = ticks.reduce((sum, tick) => sum + tick.removed, 0);
  return added >= MIN_TICKS && removed <= added / 4;
}
