/** Plans clicks, drags and scrolls. Pure. */
import { contains, type Point, type Rect } from '../../../protocol/geometry.ts';
import type { Button, ClickRequest, DragRequest, ScrollRequest } from '../../../protocol/input.ts';
import type { Control, Delta } from './events.ts';
import { pathOf, STEP_MS, type Waypoint } from './path.ts';
import { key, type Plan, type Step } from './steps.ts';

/** What a plan needs beside its request. */
export interface PointerContext {
  /** Evdev codes of the modifiers' keys. */
  modifiers: number[];
  /** Areas that the pointer can be in; global logical pixels. */
  regions: Rect[];
}

/** Time between the clicks of a double click: programs take two at the same moment for one. */
export const CLICK_GAP_MS = 20;
/** Time before the first motion of a drag, and before its release, so that programs recognize a drag. */
export const DRAG_REST_MS = 50;
/** Pixels of smooth scrolling for a notch of a wheel, as in libinput. */
export const NOTCH_PX = 15;
/** Units of a `wheel` event for one notch. */
const NOTCH_UNITS = 120;

/** Evdev codes (linux/input-event-codes.h). */
const BUTTON_CODES: Record<Button, number> = { left: 0x110, right: 0x111, middle: 0x112 };

/** The control of a mouse button. */
export function button(name: Button): Control {
  return { device: 'button', code: BUTTON_CODES[name] };
}

/** Moves to the point and clicks `clicks` times while the modifiers are down. With 0 clicks it only moves. */
export function planClick(request: ClickRequest, context: PointerContext): Plan {
  const control = button(request.button);
  const touched = request.clicks > 0 ? [control] : [];
  return planWithModifiers(clickSteps(request, { control, context }), {
    ...context,
    controls: touched,
    points: [request.point],
  });
}

/** Presses at `from`, moves through the waypoints to `to`, and releases there. */
export function planDrag(request: DragRequest, context: PointerContext): Plan {
  const control = button(request.button);
  const { from, to, waypoints } = request;
  const points = [from, ...waypoints.map(({ point }) => point), to];
  const steps = dragSteps(request, { control, context });
  const way = [...pathOf(placesOf(request), request.durationMs)].flatMap((step) =>
    step.kind === 'move' ? [step.point] : [],
  );
  return { ...planWithModifiers(steps, { ...context, controls: [control], points }), drag: { from, way } };
}

function placesOf({ from, to, waypoints }: DragRequest): Waypoint[] {
  return [{ point: from, dwellMs: 0 }, ...waypoints, { point: to, dwellMs: 0 }];
}

/** Turns the wheel over a point notch by notch, or scrolls smoothly. */
export function planScroll(request: ScrollRequest, context: PointerContext): Plan {
  const { point, by, smooth } = request;
  const turning = smooth ? smoothSteps(by) : wheelSteps(by);
  return planWithModifiers(chain(approach(point, context.regions), turning), {
    ...context,
    controls: [],
    points: [point],
  });
}

/** Steps with the modifiers pressed before and released after them. */
function planWithModifiers(
  steps: Iterable<Step>,
  { modifiers, controls, points }: PointerContext & Pick<Plan, 'controls' | 'points'>,
): Plan {
  const keys = modifiers.map(key);
  const presses = keys.map((control): Step => ({ kind: 'press', control }));
  const releases = keys.toReversed().map((control): Step => ({ kind: 'release', control }));
  return { steps: chain(presses, steps, releases), controls: [...keys, ...controls], points };
}

function* clickSteps(
  { point, clicks, holdMs }: ClickRequest,
  { control, context }: { control: Control; context: PointerContext },
): Generator<Step> {
  yield* approach(point, context.regions);
  for (let click = 1; click <= clicks; click++) {
    if (click > 1) yield { kind: 'pause', ms: CLICK_GAP_MS };
    yield { kind: 'press', control, counts: true };
    if (click === clicks && holdMs > 0) yield { kind: 'pause', ms: holdMs };
    yield { kind: 'release', control };
  }
}

function* dragSteps(
  request: DragRequest,
  { control, context }: { control: Control; context: PointerContext },
): Generator<Step> {
  yield* approach(request.from, context.regions);
  yield { kind: 'press', control };
  yield { kind: 'pause', ms: DRAG_REST_MS };
  for (const step of pathOf(placesOf(request), request.durationMs)) {
    if (step.kind === 'pause') yield step;
    // Between screens of different sizes there are areas without any screen.
    else if (context.regions.some((region) => contains(region, step.point))) yield { ...step, counts: true };
  }
  yield { kind: 'pause', ms: DRAG_REST_MS };
  yield { kind: 'release', control };
}

function* wheelSteps({ dx, dy }: Delta): Generator<Step> {
  for (let left = { dx, dy }; left.dx !== 0 || left.dy !== 0; ) {
    const notch = { dx: atMostOne(left.dx), dy: atMostOne(left.dy) };
    left = { dx: left.dx - notch.dx, dy: left.dy - notch.dy };
    const by = { dx: Math.round(notch.dx * NOTCH_UNITS), dy: Math.round(notch.dy * NOTCH_UNITS) };
    yield { kind: 'wheel', by, counts: true };
  }
}

function* smoothSteps({ dx, dy }: Delta): Generator<Step> {
  const count = Math.max(1, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy))));
  const by = { dx: (dx * NOTCH_PX) / count, dy: (dy * NOTCH_PX) / count };
  for (let step = 0; step < count; step++) {
    if (step > 0) yield { kind: 'pause', ms: STEP_MS };
    yield { kind: 'scroll', by, counts: true };
  }
  yield { kind: 'scroll-stop' };
}

function atMostOne(value: number): number {
  return Math.max(-1, Math.min(1, value));
}

/** Moves to the point from a pixel beside it: a program that saw no motion may not know that the pointer is there. */
function* approach(point: Point, regions: Rect[]): Generator<Step> {
  yield { kind: 'move', point: neighbour(point, regions) };
  yield { kind: 'move', point };
}

/** A point on the screen one pixel beside another one. */
function neighbour(point: Point, regions: Rect[]): Point {
  const right = { x: point.x + 1, y: point.y };
  return regions.some((region) => contains(region, right)) ? right : { x: point.x - 1, y: point.y };
}

function* chain(...parts: Iterable<Step>[]): Generator<Step> {
  for (const part of parts) yield* part;
}
