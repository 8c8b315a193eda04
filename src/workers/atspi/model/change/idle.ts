/**
 * Decides from an application's changes whether it is idle: nothing changed for a while, or only a few elements that
 * change over and over (clocks, counters, animations). Times are milliseconds of any clock that only rises.
 */
import { keyOf, type ObjectRef } from '../node.ts';

/** A change in an application. */
export interface Change {
  ref: ObjectRef;
  /** `added` and `removed`: content came or went. `unseen`: no tree shows it. */
  kind: 'added' | 'removed' | 'caret' | 'other' | 'unseen';
}

export interface IdleDetector {
  /** Notes a change; ignores what no tree shows. */
  note(change: Change, nowMs: number): void;
  /** Notes a change that was not announced. */
  touch(nowMs: number): void;
  verdict(nowMs: number): Verdict;
  /** Objects that changed lately, most frequent first. */
  lately(nowMs: number): ObjectRef[];
  /** Number of changes so far. */
  count(): number;
}

/** `restless` names the few objects that keep changing; `changing` gives the earliest time at which it may be quiet. */
export type Verdict =
  | { state: 'quiet' }
  | { state: 'restless'; objects: ObjectRef[] }
  | { state: 'changing'; untilMs: number };

/** Most objects that may keep changing in an idle application. */
const MAX_RESTLESS = 5;
/**
 * Time during which nothing else must have changed: a page that fills itself in steps takes less as a rule, and a
 * clock ticks three times.
 */
const OBSERVED_MS = 3500;
const MIN_TICKS = 3;
/** How far back `lately` looks, at least. */
const LATELY_MS = 1000;
/** Changes of one object that are closer together count as one tick. */
const TICK_MS = 50;

interface Tick {
  atMs: number;
  added: number;
  removed: number;
}

/** The changes of one object. */
interface History {
  ref: ObjectRef;
  ticks: Tick[];
}

/** Makes a detector that watches from `startMs` on. Quiet means that nothing changed for `quietMs`. */
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

/** Whether an object keeps changing: three times at least, spread over half of the time. */
function isRepeating(ticks: Tick[], observedMs: number): boolean {
  const [first] = ticks;
  const last = ticks.at(-1);
  return ticks.length >= MIN_TICKS && !!first && !!last && last.atMs - first.atMs >= observedMs / 2;
}

/** Whether content only grows, as an answer that is being written does: that is no clock. */
function isGrowing(ticks: Tick[]): boolean {
  const added = ticks.reduce((sum, tick) => sum + tick.added, 0);
  const removed = ticks.reduce((sum, tick) => sum + tick.removed, 0);
  return added >= MIN_TICKS && removed <= added / 4;
}
