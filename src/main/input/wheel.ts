/** How far a wheel must turn to bring an element into view. Pure. */
import type { Wheel } from '../../protocol/atspi.ts';
import type { Point } from '../../protocol/geometry.ts';

/** Notches of a wheel at a place, and what was away by how much then. */
export interface Turn {
  wheel: Wheel;
  notches: Point;
  /** Pixels that a notch is taken to scroll by. */
  pxPerNotch: number;
  /** How many turns there were, with this one. */
  count: number;
}

/** What a notch scrolls by at first: three lines of a list. */
const PX_PER_NOTCH = 60;
const MAX_NOTCHES = 500;
const MAX_TURNS = 6;

/** The next turn; undefined when the last one brought nothing, or when there were enough. */
export function nextTurn(wheel: Wheel, last: Turn | undefined): Turn | undefined {
  if (!last) return turnBy(wheel, PX_PER_NOTCH, 1);
  const axis = last.notches.y === 0 ? 'x' : 'y';
  const movedPx = Math.abs(last.wheel.by[axis] - wheel.by[axis]);
  if (movedPx < 1 || last.count >= MAX_TURNS) return undefined;
  return turnBy(wheel, movedPx / Math.abs(last.notches[axis]), last.count + 1);
}

/** One axis at a time: down first. */
function turnBy(wheel: Wheel, pxPerNotch: number, count: number): Turn | undefined {
  const { x, y } = wheel.by;
  if (x === 0 && y === 0) return undefined;
  const notches = y === 0 ? { x: notchesFor(x, pxPerNotch), y: 0 } : { x: 0, y: notchesFor(y, pxPerNotch) };
  return { wheel, notches, pxPerNotch, count };
}

function notchesFor(px: number, pxPerNotch: number): number {
  return Math.sign(px) * Math.min(MAX_NOTCHES, Math.max(1, Math.round(Math.abs(px) / pxPerNotch)));
}
