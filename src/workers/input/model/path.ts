/** Paths of pointers. Pure. */
import type { Point } from '../../../protocol/geometry.ts';

/** A point of a path, and how long to rest there. */
export interface Waypoint {
  point: Point;
  dwellMs: number;
}

export type PathStep = { kind: 'move'; point: Point } | { kind: 'pause'; ms: number };

/** Time between two motions: 125 a second, the rate of an ordinary mouse. */
export const STEP_MS = 8;

/** Moves through the waypoints in even steps that take `durationMs` without the rests. Waypoints are met exactly. */
export function* pathOf(waypoints: readonly Waypoint[], durationMs: number): Generator<PathStep> {
  const legs = waypoints.slice(1).map((to, index) => ({ from: waypoints[index] ?? to, to }));
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

/** The point at a fraction of the way, 0 to 1. */
export function between(from: Point, to: Point, fraction: number): Point {
  if (fraction >= 1) return to;
  return { x: from.x + (to.x - from.x) * fraction, y: from.y + (to.y - from.y) * fraction };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}
