/** Gestures of pointer and fingers as text. */

import { quote } from '../../base/escape.ts';
import type { Element } from '../../protocol/element.ts';
import type { Point } from '../../protocol/geometry.ts';
import { elementLine } from './outline.ts';

/** What was done with a button: "double clicked", "right clicked", "moved". */
export function clickWord({ clicks, button }: { clicks: number; button: string }): string {
  if (clicks === 0) return 'moved';
  return [button === 'left' ? [] : button, ['', [], 'double', 'triple'][clicks] ?? [], 'clicked'].flat().join(' ');
}

/** A point as `10,20`. */
export function pointText({ x, y }: Point): string {
  return `${Math.round(x)},${Math.round(y)}`;
}

/** Where a gesture went and what is there: `at 10,20: [55] button "Save"`. */
export function aimText(aim: { point: Point; element?: Element | undefined; window?: string | undefined }): string {
  const { point, element, window } = aim;
  const where = `at ${pointText(point)}`;
  if (element) return `${where}: ${plainLine(element)}`;
  return window === undefined ? where : `${where} in the window ${quote(window)}`;
}

/** An element on one line without its place, which the sentence around it tells. */
export function plainLine(element: Element): string {
  const { rect: _rect, rectUnavailable: _reason, ...plain } = element;
  return elementLine(plain);
}
