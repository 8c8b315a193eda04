/** Gestures of pointer and fingers as text. */

import { quote } from '../../base/escape.ts';
import type { Element } from '../../protocol/element.ts';
import type { Point } from '../../protocol/geometry.ts';
import { elementLine } from './outline.ts';

/** Names a click: "double clicked", "right clicked", "moved". */
export function clickWord({ clicks, button }: { clicks: number; button: string }): string {
  if (clicks === 0) return 'moved';
  return [button === 'left' ? [] : button, ['', [], 'double', 'triple'][clicks] ?? [], 'clicked'].flat().join(' ');
}

/** Words a point: `10,20`. */
export function pointText({ x, y }: Point): string {
  return `${Math.round(x)},${Math.round(y)}`;
}

/** Words the place of a gesture: `at 10,20 (scrolled into view)`. */
export function placeText(point: Point, isScrolled = false): string {
  return `at ${pointText(point)}${isScrolled ? ' (scrolled into view)' : ''}`;
}

/** Words where a gesture went: `at 10,20: [55] button "Save"`. */
export function aimText(aim: {
  point: Point;
  element?: Element | undefined;
  window?: string | undefined;
  isScrolled?: boolean;
}): string {
  const { point, element, window, isScrolled = false } = aim;
  const where = placeText(point, isScrolled);
  if (element) return `${where}: ${plainLine(element)}`;
  return window === undefined ? where : `${where} in the window ${quote(window)}`;
}

/** Words an element on one line without its rectangle, which the sentence around it has. */
export function plainLine(element: Element): string {
  const { rect: _rect, rectUnavailable: _reason, ...plain } = element;
  return elementLine(plain);
}
