/**
 * Places the labels of marked elements so that each is legible and clearly belongs to its element. A label stands in the corner
 * of its element where it hides least, or beside an element that it would cover. Labels do not overlap; one without room is
 * left out.
 */
import type { Mark } from '../../../protocol/capture.ts';
import { intersect, type Rect } from '../../../protocol/geometry.ts';
import type { PixelRect } from './crop.ts';
import type { Size } from './size.ts';

export interface Label {
  id: number;
  /** The part of the element that the image shows. */
  frame: PixelRect;
  /** The box of the number. */
  box: PixelRect;
}

/** An element that shows less is not marked. */
const MIN_SIDE_PX = 3;
/** A label that would cover more of its element than this stands beside it. */
const MAX_COVERED_SHARE = 0.4;

/** The image that is marked: its size, and the logical pixels that it shows. */
export interface MarkedImage {
  size: Size;
  area: Rect;
}

/** The labels of the marks for which there is room, in the order of the marks; `sizeOf` says how large a label is. */
export function layOutMarks(
  marks: readonly Mark[],
  { size, area }: MarkedImage,
  sizeOf: (id: number) => Size,
): Label[] {
  const whole = { x: 0, y: 0, width: size.widthPx, height: size.heightPx };
  const framed = marks.flatMap(({ id, rect }) => {
    const frame = intersect(toPixels(rect, { size, area }), whole);
    return frame && Math.min(frame.width, frame.height) >= MIN_SIDE_PX ? [{ id, frame }] : [];
  });
  // Small elements leave the least choice.
  const smallFirst = framed.toSorted((a, b) => areaOf(a.frame) - areaOf(b.frame));
  const boxes = new Map<number, PixelRect>();
  for (const { id, frame } of smallFirst) {
    const isFree = (box: PixelRect): boolean =>
      isInside(box, whole) && ![...boxes.values()].some((other) => intersect(box, other));
    const box = candidates(frame, sizeOf(id)).find(isFree);
    if (box) boxes.set(id, box);
  }
  return framed.flatMap(({ id, frame }) => {
    const box = boxes.get(id);
    return box ? [{ id, frame, box }] : [];
  });
}

/** Places for a label, the best first: text stands left or in the middle, so that the right corners hide the least. */
function candidates(frame: PixelRect, { widthPx: width, heightPx: height }: Size): PixelRect[] {
  const [right, bottom] = [frame.x + frame.width - width, frame.y + frame.height - height];
  const corners = [
    [right, frame.y],
    [frame.x, frame.y],
    [right, bottom],
    [frame.x, bottom],
  ] as const;
  const beside = [
    [frame.x, frame.y - height],
    [frame.x, frame.y + frame.height],
    [frame.x - width, frame.y],
    [frame.x + frame.width, frame.y],
  ] as const;
  const covers = width * height > areaOf(frame) * MAX_COVERED_SHARE;
  const places = covers ? [...beside, ...corners] : [...corners, ...beside];
  return places.map(([x, y]) => ({ x, y, width, height }));
}

/** The whole pixels of the image that show a rectangle for the greater part. */
function toPixels(rect: Rect, { size, area }: MarkedImage): PixelRect {
  const [perX, perY] = [size.widthPx / area.width, size.heightPx / area.height];
  const [left, top] = [Math.round((rect.x - area.x) * perX), Math.round((rect.y - area.y) * perY)];
  const [right, bottom] = [(rect.x + rect.width - area.x) * perX, (rect.y + rect.height - area.y) * perY];
  return { x: left, y: top, width: Math.round(right) - left, height: Math.round(bottom) - top };
}

function areaOf({ width, height }: PixelRect): number {
  return width * height;
}

function isInside(box: PixelRect, whole: PixelRect): boolean {
  const common = intersect(box, whole);
  return common !== undefined && areaOf(common) === areaOf(box);
}
