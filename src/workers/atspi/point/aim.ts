/** From an element to the point where a pointer meets it: it is at rest, and nothing lies over it. */

import { sleep } from '../../../base/abortable.ts';
import { monotonicMs } from '../../../base/clock.ts';
import type { AimRefusal, AimReply, ElementQuery, PlacedState } from '../../../protocol/atspi.ts';
import { isSameRect } from '../../../protocol/geometry.ts';
import { keyOf, type Node } from '../model/node.ts';
import { obstacleAt } from '../model/place/obstacle.ts';
import { FRAMES_MS, isAtRest, QUIET_MS } from '../model/place/rest.ts';
import type { Parts } from '../parts.ts';
import { hiddenOf } from '../place/hidden.ts';
import { measure } from '../place/measure.ts';
import { askIntoView, wheelTo } from './into-view.ts';
import { type Look, lookAt } from './look.ts';

/** How long a target may move, or be covered or without a place while its program is busy, before the call fails. */
const PATIENCE_MS = 800;
/** How long the same thing must keep a pointer from a target: of a program at rest, and of one that does not say so. */
const SETTLED_MS = { atRest: 100, unknown: 300 };
/** How often a program that shows an element without a place is left alone, to get on with what it opens, and for how long. */
const PLACELESS_LOOKS = 4;
const PLACELESS_POLL_MS = 150;
/** How long an element may be hidden yet: its page or dialog is being laid out. */
const LAYOUT_MS = 200;

/** As AtspiActor says of `aim`. */
export async function findPoint(parts: Parts, query: ElementQuery, signal?: AbortSignal): Promise<AimReply> {
  let startMs = monotonicMs();
  let inTheWay: InTheWay | undefined;
  const scrolling: Scrolling = { looks: 0, isAsked: false, isDone: false };
  let hasMoved = false;
  for (let looks = 1; ; looks++) {
    const desktopState = await parts.desktop.state(signal);
    const look = await lookAt(parts, { query, desktopState }, signal);
    const { at, element, app, others } = look;
    // What is only just being laid out may come into view by itself.
    if (isAway(look) && !scrolling.isAsked && ++scrolling.looks > 1) {
      scrolling.isAsked = true;
      scrolling.isDone = await askIntoView(parts, look.target, signal);
      startMs = monotonicMs();
      if (scrolling.isDone) continue;
    }
    const reason = refusalOf(parts, { look, desktopState, hasMoved, isToPress: query.isToPress });
    const moves = reason === undefined && !(await isStill(parts, look, signal));
    hasMoved ||= moves;
    const refusal = reason ?? (moves ? MOVING : undefined);
    if (at && !refusal) return { element, app, others, aim: { point: at.point, isScrolled: scrolling.isDone } };
    inTheWay = noted(inTheWay, keyOfRefusal(refusal));
    const isStuck = inTheWay !== undefined && isSettled(parts, { look, desktopState, hasMoved }, inTheWay.sinceMs);
    const isFinal = isStuck || (look.isOutOfView && scrolling.isAsked && !scrolling.isDone);
    const isOver = isFinal || monotonicMs() > startMs + patienceMs(look);
    if (refusal && isOver && looks >= (isPlaceless(look) ? PLACELESS_LOOKS : 1)) {
      return {
        element,
        app,
        others,
        aim: { refusal: await explained(parts, { look, desktopState, refusal }, signal) },
      };
    }
    await sleep(isPlaceless(look) ? PLACELESS_POLL_MS : FRAMES_MS, signal);
  }
}

/** How long what keeps a pointer from a target is looked at again. A menu that opens has no place before it is there. */
function patienceMs({ isHidden, isOutOfView }: Look): number {
  return isHidden || isOutOfView ? LAYOUT_MS : PATIENCE_MS;
}

/** Whether an element shows and has no place, as the entries of a menu that opens. */
function isPlaceless({ at, isHidden, isOutOfView }: Look): boolean {
  return !at && !isHidden && !isOutOfView;
}

/** What was done to bring a target into view. */
interface Scrolling {
  /** Looks that found it away. */
  looks: number;
  isAsked: boolean;
  isDone: boolean;
}

/**
 * Whether scrolling may help: what is out of view in a box of a page seems to be covered by what comes after the box, and what
 * is half out of view by what is at the edge.
 */
function isAway({ isOutOfView, isCut, cover, target: { node, app } }: Look): boolean {
  if (cover === undefined) return isOutOfView === true;
  return isCut === true || (app.traits.isBrowser && !node.states.has('showing'));
}

/** Adds to a refusal what can be done about it. */
async function explained(
  parts: Parts,
  { look, desktopState, refusal }: { look: Look; desktopState: PlacedState; refusal: AimRefusal },
  signal: AbortSignal | undefined,
): Promise<AimRefusal> {
  const { target, isHidden, isOutOfView, isCut } = look;
  const hidden = isHidden && (await hiddenOf(parts, target, signal));
  if (hidden) return { kind: 'hidden', hidden };
  const wheel = isOutOfView || isCut ? await wheelTo(parts, { target, desktopState }, signal) : undefined;
  return isOutOfView || wheel ? { kind: 'outOfView', wheel } : refusal;
}

/** What keeps a pointer from a target, and since when it has been the same. */
interface InTheWay {
  key: string;
  sinceMs: number;
}

function noted(before: InTheWay | undefined, key: string | undefined): InTheWay | undefined {
  if (key === undefined) return undefined;
  return before?.key === key ? before : { key, sinceMs: monotonicMs() };
}

const CHANGING: ReadonlySet<AimRefusal['kind']> = new Set(['moving', 'hidden', 'outOfView']);

/** What tells a reason from another one; undefined of what may pass by itself. */
function keyOfRefusal(refusal: AimRefusal | undefined): string | undefined {
  if (!refusal || CHANGING.has(refusal.kind)) return undefined;
  if (refusal.kind === 'overlapped') return `overlapped ${refusal.element.id}`;
  return 'window' in refusal ? `${refusal.kind} ${refusal.window.id}` : refusal.kind;
}

/** Whether what has kept a pointer from a target since then will stay: nothing has changed for a while. */
function isSettled({ backend }: Parts, { look: { target, at }, desktopState }: Seen, sinceMs: number): boolean {
  const nowMs = monotonicMs();
  const quietMs = backend.quietMs(target.app.key);
  const placedMs = desktopState.windows.map(({ id }) => nowMs - (desktopState.placedAtMs.get(id) ?? nowMs));
  // What opens a menu may announce nothing of it before it is there.
  if (quietMs === undefined || !at) return nowMs - sinceMs >= SETTLED_MS.unknown;
  return nowMs - sinceMs >= SETTLED_MS.atRest && Math.min(quietMs, ...placedMs) >= QUIET_MS;
}

const MOVING: AimRefusal = { kind: 'moving' };

type At = NonNullable<Look['at']>;

/** What is known of a target after a look. */
interface Seen {
  look: Look;
  desktopState: PlacedState;
  /** This call has seen it move, so that a quiet program proves nothing. */
  hasMoved: boolean;
  isToPress?: boolean | undefined;
}

/**
 * Whether the element is still where the look found it. On a busy machine, where the pointer comes late, a look takes so long
 * that what moves has moved by its end.
 */
async function isStill(
  { backend }: Parts,
  { target: { node, app } }: Look,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const now: Node = { ...node };
  await measure(backend, [now], { app, signal });
  return now.extents !== undefined && node.extents !== undefined && isSameRect(now.extents, node.extents);
}

/** Why a pointer would not meet the element: it moves, another window is there, or another element of the same one. */
function refusalOf(parts: Parts, seen: Seen): AimRefusal | undefined {
  const { desktopState, look, isToPress } = seen;
  const { at, app, cover, element } = look;
  if (!at) {
    const minimized = desktopState.windows.filter((window) => window.pid === app.pid && window.minimized);
    return { kind: 'placeless', minimized };
  }
  if (!rests(parts, seen, at)) return MOVING;
  if (isToPress && element.states.includes('disabled')) return { kind: 'disabled' };
  return obstacleAt(at.point, at.windowId, desktopState) ?? (cover && { kind: 'overlapped', element: cover });
}

function rests({ backend, sightings }: Parts, { look, desktopState, hasMoved }: Seen, at: At): boolean {
  const { node, app } = look.target;
  const { placedAtMs } = desktopState;
  const nowMs = monotonicMs();
  return isAtRest({
    seenMs: nowMs - sightings.note(keyOf(node.ref), at.rect, nowMs),
    isBrowser: app.traits.isBrowser,
    quietMs: hasMoved ? undefined : backend.quietMs(app.key),
    placedMs: nowMs - (placedAtMs.get(at.windowId) ?? nowMs),
  });
}
