/** Ways of pointers and fingers from place to place. Pure. */
import type { Point } from '../../../protocol/geometry.ts';

/** A place on the way, and how long to rest there. */
export interface Waypoint {
  point: Point;
  dwellMs: number;
}

export type PathStep = { kind: 'move'; point: Point } | { kind: 'pause'; ms: number };

/** Time between two motions: 125 a second, as a mouse sends them. */
export const STEP_MS = 8;

/** Goes from the first place to the last in even steps, `durationMs` in all without the rests; the ends are exact. */
export function* pathOf(places: readonly Waypoint[], durationMs: number): Generator<PathStep> {
  const legs = places.slice(1).map((to, index) => ({ from: places[index] ?? to, to }));
  const whole = legs.reduce((sum, { from, to }) => sum + distance(from.point, to.point), 0);
  for (const { from, to } of legs) {
    const share = whole > 0 ? distance(from.point, to.point) / whole : 1 / legs.length;
    const count = Math.max(1, Math.round((durationMs * share) / STEP_MS));
    for (let step = 1; step <= count; step++) {
      yield { kind: 'pause', ms: (durationMs * share) / count };
      yield { kind: 'move', point: between(from.point, to.point, step / count) };
    }
    if (to.dwellMs > 0) yield { kind: 'pause', ms: to.dwellMs };
  }
}

/** The point at a part of the way, 0 to 1. */
export function between(from: Point, to: Point, part: number): Point {
  if (part >= 1) return to;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}
