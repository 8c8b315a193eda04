import { z } from 'zod';

/** A point in global logical pixels of one session's desktop. */
export const pointSchema = z.strictObject({ x: z.number(), y: z.number() });
export type Point = z.output<typeof pointSchema>;

/** A rectangle in global logical pixels of one session's desktop. */
export const rectSchema = z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type Rect = z.output<typeof rectSchema>;

/** The middle of a rectangle. */
export function centreOf(rect: Rect): Point {
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
}

/** Whether a point lies in a rectangle; its right and lower edges do not belong to it. */
export function contains(rect: Rect, point: Point): boolean {
  return point.x >= rect.x && point.y >= rect.y && point.x < rect.x + rect.width && point.y < rect.y + rect.height;
}

/** Whether two rectangles have the same place and size. */
export function isSameRect(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

/** The common part of two rectangles, or undefined when they do not overlap. */
export function intersect(a: Rect, b: Rect): Rect | undefined {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}
