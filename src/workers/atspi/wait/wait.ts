/**
 * Waiting for an element. Change events wake it; behind them it looks again by itself, as often as a budget of calls
 * allows, because not every toolkit announces everything: an idle program gets at most about 20 calls a second.
 */

import { sleep } from '../../../base/abortable.ts';
import { abortedError, DesktopError, throwIfAborted } from '../../../base/errors.ts';
import type { WaitQuery, WaitReply } from '../../../protocol/atspi.ts';
import type { WindowInfo } from '../../../protocol/window.ts';
import { isOfCode } from '../failure.ts';
import type { Resolved } from '../find/by-id.ts';
import type { Searched } from '../find/search.ts';
import { best } from '../model/match/match.ts';
import { breakTies } from '../model/match/ties.ts';
import { nodesOf } from '../model/node.ts';
import { isCallerState, matchesState } from '../model/states.ts';
import { fold, quoted } from '../model/text.ts';
import type { Parts } from '../parts.ts';
import { windowById } from '../place/meant-window.ts';
import { windowsFor } from '../read/shown-windows.ts';

/** Time between two looks while events keep coming: as long as a look takes, within these bounds. */
const MIN_PAUSE_MS = 2;
const MAX_BUSY_PAUSE_MS = 15;
/** Calls a second to a program that announces nothing, and calls per element of a read. */
const IDLE_CALLS_PER_S = 20;
const CALLS_PER_ELEMENT = 6;
const MAX_PAUSE_MS = 30_000;
/** A second look soon after the first: something may have changed while events were being asked for. */
const FIRST_PAUSE_MS = 300;

/** Time between two looks at a window that the compositor does not show yet: its program may announce nothing of it. */
const WINDOW_POLL_MS = 1_000;

/** Time to look for what comes closest to what did not come. */
const CLOSEST_MS = 500;

/** Time that a first look has where less is waited. */
const FIRST_LOOK_MS = 250;

/** What one look saw. */
interface Look {
  found: Resolved | undefined;
  searched: Searched | undefined;
  /** Why nothing was looked through. */
  missing?: string | undefined;
  calls: number;
  /** The compositor shows no window of the title that is waited for. */
  isWindowMissing?: boolean;
}

const NOTHING_SEEN: Look = { found: undefined, searched: undefined, calls: 0 };

/**
 * Waits until the element is there, is gone, or has (or lost) a state. Time running out is an answer: `met: false`.
 * Fails with `stale_id` when an id was never given, and when an element that is gone is to have a state.
 */
export async function waitForElement(parts: Parts, query: WaitQuery, signal?: AbortSignal): Promise<WaitReply> {
  const started = performance.now();
  checkState(query.state);
  if (query.target.id !== undefined) parts.ids.known(query.target.id);
  const changeSignal = createChangeSignal();
  const unwatch = parts.backend.watch(changeSignal.raise);
  const timeUp = AbortSignal.timeout(Math.max(query.timeoutMs, FIRST_LOOK_MS));
  const ended = signal ? AbortSignal.any([signal, timeUp]) : timeUp;
  let look: Look = NOTHING_SEEN;
  try {
    for (let looks = 0; ; looks++) {
      changeSignal.reset();
      const lookedAt = performance.now();
      look = await lookOnce(parts, query, ended);
      const waitedMs = performance.now() - started;
      if (isMet(look, query))
        return { met: true, waitedMs, closest: [], ...missingIn(look), ...(await elementOf(parts, look.found)) };
      const leftMs = query.timeoutMs - waitedMs;
      if (leftMs <= 0) return { met: false, waitedMs, ...(await atTheEnd(parts, { query, look, signal })) };
      const longestMs = look.isWindowMissing ? WINDOW_POLL_MS : MAX_PAUSE_MS;
      const idleMs = looks === 0 ? FIRST_PAUSE_MS : Math.min(longestMs, (look.calls * 1000) / IDLE_CALLS_PER_S);
      const tookMs = performance.now() - lookedAt;
      const leastMs = Math.min(leftMs, MAX_BUSY_PAUSE_MS, Math.max(MIN_PAUSE_MS, tookMs));
      await changeSignal.wait({ leastMs, mostMs: Math.min(leftMs, Math.max(leastMs, idleMs)) }, signal);
    }
  } catch (error) {
    // A look that is not over when the time is up: the one before it counts.
    if (!timeUp.aborted || signal?.aborted) throw error;
    const seen = look.found ? await elementOf(parts, look.found) : missingIn(look);
    return { met: false, waitedMs: performance.now() - started, closest: [], ...seen };
  } finally {
    unwatch();
  }
}

function checkState(state: string | undefined): void {
  if (state === undefined || isCallerState(state)) return;
  throw new DesktopError(
    'invalid_params',
    `There is no state ${quoted(state)}.`,
    'Use enabled, focused, checked, selected, expanded, visible or editable.',
  );
}

async function lookOnce(parts: Parts, query: WaitQuery, signal: AbortSignal | undefined): Promise<Look> {
  throwIfAborted(signal);
  const { target, allowedPids } = query;
  if (target.id !== undefined) {
    const found = await parts.resolver.byId(target.id, { allowedPids, signal }).catch((error: unknown) => {
      if (query.state === undefined && isOfCode(error, 'stale_id')) return undefined;
      throw error;
    });
    return { found, searched: undefined, calls: CALLS_PER_ELEMENT };
  }
  const windows = await windowsFor(parts.desktop, target.window, signal);
  const isWindowMissing = target.window !== undefined && !isShown(target.window, windows);
  const scope = { allowedPids, windows, signal };
  const searched = await parts.resolver.searchAll({ ...target, states: [] }, scope).catch((error: unknown) => {
    if (isOfCode(error, 'not_found')) return error;
    throw error;
  });
  if (searched instanceof DesktopError) {
    const missing = `${searched.message} ${searched.hint}`;
    return { found: undefined, searched: undefined, missing, calls: 1, isWindowMissing };
  }
  const apps = new Map(searched.found.map(({ node, app }) => [node, app]));
  const nodes = breakTies(best(searched.found));
  const node = nodes.find((one) => query.state === undefined || matchesState(one, query.state)) ?? nodes[0];
  const app = node && apps.get(node);
  const found = node && app ? { node, app, others: nodes.length - 1 } : undefined;
  const elements = searched.trees.reduce((sum, { root }) => sum + nodesOf(root).length, 0);
  return { found, searched, calls: elements * CALLS_PER_ELEMENT, isWindowMissing };
}

function isShown(part: string, windows: readonly WindowInfo[]): boolean {
  return windowById(part, windows) !== undefined || windows.some(({ title }) => fold(title).includes(fold(part)));
}

function missingIn({ missing }: Look): Pick<WaitReply, 'missing'> {
  return missing === undefined ? {} : { missing };
}

function isMet({ found }: Look, { state, gone }: WaitQuery): boolean {
  if (state === undefined) return gone ? found === undefined : found !== undefined;
  if (!found) return false;
  return matchesState(found.node, state) !== gone;
}

async function elementOf({ elements }: Parts, found: Resolved | undefined): Promise<Pick<WaitReply, 'element'>> {
  return found ? { element: await elements.one(found.node, found.app, undefined) } : {};
}

async function atTheEnd(
  parts: Parts,
  { query, look, signal }: { query: WaitQuery; look: Look; signal: AbortSignal | undefined },
): Promise<Omit<WaitReply, 'met' | 'waitedMs'>> {
  if (look.found || !look.searched) return { closest: [], ...missingIn(look), ...(await elementOf(parts, look.found)) };
  // A hint: where it takes long there is none.
  const timeUp = AbortSignal.timeout(CLOSEST_MS);
  const ended = signal ? AbortSignal.any([signal, timeUp]) : timeUp;
  try {
    const { closest, isOutOfView } = await parts.resolver.closest(query.target, look.searched, ended);
    return { closest, isOutOfView };
  } catch (error) {
    if (!timeUp.aborted || signal?.aborted) throw error;
    return { closest: [] };
  }
}

/** Wakes one sleeper when something changed; what changed during a look counts too. */
function createChangeSignal() {
  let hasChanged = false;
  let wake: (() => void) | undefined;
  return {
    raise: (): void => {
      hasChanged = true;
      wake?.();
    },
    reset: (): void => {
      hasChanged = false;
    },
    /** Sleeps until it rings or `mostMs` have passed, `leastMs` in any case. Fails with `aborted`. */
    wait: async (
      { leastMs, mostMs }: { leastMs: number; mostMs: number },
      signal: AbortSignal | undefined,
    ): Promise<void> => {
      await sleep(leastMs, signal);
      if (!hasChanged)
        await sleepUntilWoken(mostMs - leastMs, signal, (end) => {
          wake = end;
        });
      wake = undefined;
    },
  };
}

/** Sleeps until it is woken by `end`. Fails with `aborted`. */
function sleepUntilWoken(
  ms: number,
  signal: AbortSignal | undefined,
  onStart: (end: () => void) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      resolve();
    };
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(abortedError());
    };
    const timer = setTimeout(end, Math.max(0, ms));
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
    onStart(end);
  });
}
