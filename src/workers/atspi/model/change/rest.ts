/**
 * Decides from an application's change events whether it is at rest: no change for a while, or only the same few elements
 * that change over and over, as clocks, counters and animations do. Times are milliseconds of any clock that only rises.
 */

/** What of a change event matters here; see `ChangeEvent`. */
export interface RestEvent {
  path: string;
  member: string;
  detail: string;
}

export interface Rest {
  /** Takes note of an event; what is no change of the tree is passed over. */
  note(event: RestEvent, nowMs: number): void;
  /** Something changed that no event told of. */
  touch(nowMs: number): void;
  verdict(nowMs: number): Verdict;
  /** Objects that changed lately, those that changed most often first. */
  lately(nowMs: number): string[];
  /** Counts changes: equal numbers mean that nothing changed in between. */
  count(): number;
}

/** `restless` goes with the few objects that will not stop; `changing` with the time from which on it may be at rest. */
export type Verdict =
  | { state: 'quiet' }
  | { state: 'restless'; paths: string[] }
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

/** Changes that no tree shows. `accessible-parent`, `widget` and `defunct` come with objects being made and thrown away. */
const UNSEEN_MEMBERS = new Set(['TextCaretMoved', 'TextSelectionChanged', 'BoundsChanged', 'TextAttributesChanged']);
const UNSEEN_DETAILS = new Set(['accessible-parent', 'accessible-role', 'widget', 'defunct']);

interface Tick {
  atMs: number;
  added: number;
  removed: number;
}

/** Watches an application from `startMs` on; it is quiet when nothing has changed for `quietMs`. */
export function createRest(quietMs: number, startMs: number): Rest {
  const observedMs = Math.max(OBSERVED_MS, 3 * quietMs);
  const ticks = new Map<string, Tick[]>();
  let lastMs = startMs;
  let changes = 0;

  const forget = (beforeMs: number): void => {
    for (const [path, all] of ticks) {
      const kept = all.filter(({ atMs }) => atMs > beforeMs);
      if (kept.length === 0) ticks.delete(path);
      else if (kept.length < all.length) ticks.set(path, kept);
    }
  };

  return {
    count: () => changes,
    touch: (nowMs) => {
      changes++;
      lastMs = nowMs;
    },
    note: (event, nowMs) => {
      if (!isSeen(event)) return;
      changes++;
      lastMs = nowMs;
      addTick(ticks, event.path, { atMs: nowMs, ...growth(event) });
    },
    verdict: (nowMs) => {
      if (nowMs - lastMs >= quietMs) return { state: 'quiet' };
      forget(nowMs - observedMs);
      const paths = [...ticks.keys()];
      const isRestless =
        nowMs - startMs >= observedMs &&
        paths.length <= MAX_RESTLESS &&
        [...ticks.values()].every((all) => isRepeating(all, observedMs) && !isGrowing(all));
      return isRestless ? { state: 'restless', paths } : { state: 'changing', untilMs: lastMs + quietMs };
    },
    lately: (nowMs) => {
      const fromMs = nowMs - Math.max(LATELY_MS, 2 * quietMs);
      return [...ticks]
        .map(([path, all]) => ({ path, count: all.filter(({ atMs }) => atMs > fromMs).length }))
        .filter(({ count }) => count > 0)
        .toSorted((a, b) => b.count - a.count)
        .map(({ path }) => path);
    },
  };
}

function isSeen({ member, detail }: RestEvent): boolean {
  return !UNSEEN_MEMBERS.has(member) && !UNSEEN_DETAILS.has(detail);
}

/** Firefox appends `/system` to the detail of what the user did not do. */
function growth({ member, detail }: RestEvent): Pick<Tick, 'added' | 'removed'> {
  const isContent = member === 'ChildrenChanged' || member === 'TextChanged';
  return {
    added: isContent && /^(add|insert)/.test(detail) ? 1 : 0,
    removed: isContent && /^(remove|delete)/.test(detail) ? 1 : 0,
  };
}

function addTick(ticks: Map<string, Tick[]>, path: string, tick: Tick): void {
  const all = ticks.get(path) ?? [];
  ticks.set(path, all);
  const last = all.at(-1);
  if (!last || tick.atMs - last.atMs >= TICK_MS) {
    all.push(tick);
    return;
  }
  last.added += tick.added;
  last.removed += tick.removed;
}

/** Once is a change; three times, over half of the time that was watched, is a habit. */
function isRepeating(all: Tick[], observedMs: number): boolean {
  const [first] = all;
  const last = all.at(-1);
  return all.length >= MIN_TICKS && !!first && !!last && last.atMs - first.atMs >= observedMs / 2;
}

/** Content that only becomes more, such as an answer that is being written, is no clock. */
function isGrowing(all: Tick[]): boolean {
  const added = all.reduce((sum, tick) => sum + tick.added, 0);
  const removed = all.reduce((sum, tick) => sum + tick.removed, 0);
  return added >= MIN_TICKS && removed <= added / 4;
}
