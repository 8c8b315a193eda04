/** From an element to the point where a pointer meets it: it is at rest, and nothing lies over it. */

import { sleep } from '../../../base/abortable.ts';
import { monotonicMs } from '../../../base/clock.ts';
import type { AimRefusal, AimReply, ElementQuery, PlacedState } from '../../../protocol/atspi.ts';
import { keyOf } from '../model/node.ts';
import { obstacleAt } from '../model/place/obstacle.ts';
import { FRAMES_MS, isAtRest } from '../model/place/rest.ts';
import type { Parts } from '../parts.ts';
import { type Look, lookAt } from './look.ts';

/** How long a target may move, or be covered, before the call fails. */
const PATIENCE_MS = 1_000;
/** How long an element may have no place yet: its page or dialog is being laid out. */
const LAYOUT_MS = 200;

/** As AtspiActor says of `aim`. */
export async function findPoint(parts: Parts, query: ElementQuery, signal?: AbortSignal): Promise<AimReply> {
  const startMs = monotonicMs();
  for (;;) {
    const desktopState = await parts.desktop.state(signal);
    const look = await lookAt(parts, { query, desktopState }, signal);
    const refusal = refusalOf(parts, look, desktopState);
    const { at, element, app, others } = look;
    if (at && !refusal) return { element, app, others, aim: { point: at.point } };
    if (refusal && monotonicMs() > startMs + (at ? PATIENCE_MS : LAYOUT_MS))
      return { element, app, others, aim: { refusal } };
    await sleep(FRAMES_MS, signal);
  }
}

/** Why a pointer would not meet the element: it moves, another window is there, or another element of the same one. */
function refusalOf(parts: Parts, look: Look, desktopState: PlacedState): AimRefusal | undefined {
  const { at, app, cover } = look;
  if (!at) {
    const minimized = desktopState.windows.filter((window) => window.pid === app.pid && window.minimized);
    return { kind: 'placeless', minimized };
  }
  if (!rests(parts, { ...look, at }, desktopState)) return { kind: 'moving' };
  return obstacleAt(at.point, at.windowId, desktopState) ?? (cover && { kind: 'overlapped', element: cover });
}

function rests(
  { backend, sightings }: Parts,
  { target: { node, app }, at }: Look & { at: NonNullable<Look['at']> },
  { placedAtMs }: PlacedState,
): boolean {
  const nowMs = monotonicMs();
  return isAtRest({
    seenMs: nowMs - sightings.note(keyOf(node.ref), at.rect, nowMs),
    isBrowser: app.traits.isBrowser,
    quietMs: backend.quietMs(app.key),
    placedMs: nowMs - (placedAtMs.get(at.windowId) ?? nowMs),
  });
}
