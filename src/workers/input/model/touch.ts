/** Plans touch gestures. Pure. */
import type { Point } from '../../../protocol/geometry.ts';
import type { TouchRequest } from '../../../protocol/input.ts';
import type { Control, Touch } from './events.ts';
import { between, STEP_MS } from './path.ts';
import type { Plan, Step } from './steps.ts';
import type { InputTraits, ReservedGestures } from './traits.ts';

/** Distance between two fingers of a tap or swipe. */
export const FINGER_GAP_PX = 24;
/** Shortest tap: every toolkit recognizes it, and none takes it for a long press. */
const TAP_MS = 40;

/** Where a finger goes down, and where it is lifted. */
interface FingerPath {
  from: Point;
  to: Point;
}

/**
 * Puts the fingers down, moves them together and lifts them together. Where the compositor reserves gestures of that many
 * fingers, the first one goes down early.
 */
export function planTouch(request: TouchRequest, traits: Pick<InputTraits, 'reservedGestures'>): Plan {
  const paths = fingerPathsOf(request);
  return {
    steps: touchSteps(paths, request, traits.reservedGestures),
    controls: paths.map((_path, code): Control => ({ device: 'finger', code })),
    points: paths.flatMap(({ from, to }) => [from, to]),
  };
}

function fingerPathsOf(request: TouchRequest): FingerPath[] {
  if (request.gesture === 'tap')
    return row(request.point, request.fingers).map((point) => ({ from: point, to: point }));
  if (request.gesture === 'swipe') {
    const ends = row(request.to, request.fingers);
    return row(request.point, request.fingers).map((from, finger) => ({ from, to: ends[finger] ?? request.to }));
  }
  const { point, fingers, startDistance, endDistance } = request;
  const ends = ring(point, fingers, endDistance);
  return ring(point, fingers, startDistance).map((from, finger) => ({ from, to: ends[finger] ?? from }));
}

/** Points side by side whose centre is `middle`. */
function row(middle: Point, count: number): Point[] {
  return Array.from({ length: count }, (_none, finger) => ({
    x: middle.x + (finger - (count - 1) / 2) * FINGER_GAP_PX,
    y: middle.y,
  }));
}

/** Points on a circle around `middle`. Two points are left and right of it. */
function ring(middle: Point, count: number, diameter: number): Point[] {
  return Array.from({ length: count }, (_none, finger) => {
    const angle = Math.PI + (2 * Math.PI * finger) / count;
    return {
      x: hundredths(middle.x + (Math.cos(angle) * diameter) / 2),
      y: hundredths(middle.y + (Math.sin(angle) * diameter) / 2),
    };
  });
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

function* touchSteps(
  paths: FingerPath[],
  request: TouchRequest,
  reserved: ReservedGestures | undefined,
): Generator<Step> {
  const at = (fraction: number): Touch[] =>
    paths.map(({ from, to }, finger) => ({ finger, point: between(from, to, fraction) }));
  const [first, ...others] = at(0);
  if (first && reserved && paths.length >= reserved.fingers) {
    yield { kind: 'touch-down', touches: [first], counts: true };
    yield { kind: 'pause', ms: reserved.leadMs };
    yield { kind: 'touch-down', touches: others };
  } else yield { kind: 'touch-down', touches: at(0), counts: true };
  if (request.gesture === 'tap') yield { kind: 'pause', ms: Math.max(TAP_MS, request.holdMs) };
  else yield* moveSteps(at, request.durationMs);
  yield { kind: 'touch-up', fingers: paths.map((_path, finger) => finger) };
}

function* moveSteps(at: (fraction: number) => Touch[], durationMs: number): Generator<Step> {
  const count = Math.max(2, Math.round(durationMs / STEP_MS));
  for (let step = 1; step <= count; step++) {
    yield { kind: 'pause', ms: durationMs / count };
    yield { kind: 'touch-move', touches: at(step / count), counts: true };
  }
}
