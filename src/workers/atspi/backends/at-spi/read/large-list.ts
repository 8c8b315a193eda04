/**
 * Reads lists and tables with many entries part by part: a list of 10,000 rows costs what shows of it and a few calls
 * to find that. A node with `unreadEntries` stands for what was not read.
 */
import type { Rect } from '../../../../../protocol/geometry.ts';
import type { EntryRange, Node } from '../../../model/node.ts';
import { CALL, numbersBody, parse } from '../calls.ts';
import type { Pipeline } from '../pipeline.ts';
import { createNode, isNull } from './describe.ts';

/** Entries read at a time. */
const PART = 64;
/** Entries measured at a time when looking for what shows. */
const PROBES = 16;
/** Longest list that is read as a whole. */
const LARGE = 200;

/** Whether a list with this many entries is read in parts. */
export function isLarge(count: number): boolean {
  return count > LARGE;
}

/** Makes the node that stands for entries that were not read. */
export function standInFor(list: Node, unreadEntries: EntryRange): Node {
  return { ...createNode(list.ref, list), unreadEntries };
}

/** What replaces a stand-in: the entries that show, and a stand-in for those after them, if there may be more. */
export interface PartRead {
  entries: Node[];
  next: Node | undefined;
}

/** Reads the first entries of a range, or finds the first ones that may show. Their states are known afterwards. */
export function readPart(
  pipeline: Pipeline,
  list: Node,
  { from, to }: EntryRange,
  onEnd: (part: PartRead) => void,
): void {
  const last = Math.min(from + PART, to);
  const entries: Node[] = [];
  let place: Rect | undefined;
  const start = (calls: Pipeline): void => {
    for (let index = from; index < last; index++)
      askEntry(calls, { list, index }, (entry) => {
        entries[index - from] = entry;
        calls.ask(CALL.states, entry.ref, (body) => void (entry.states = parse.states(body)));
        if (index === last - 1) calls.ask(CALL.extents[1], entry.ref, (body) => void (place = parse.extents(body)));
      });
  };
  pipeline.group(start, () => {
    const showing = Object.values(entries).filter(({ states }) => states.has('showing'));
    const goOn = (next: number): void =>
      onEnd({ entries: showing, next: next < to ? standInFor(list, { from: next, to }) : undefined });
    if (showing.length > 0 || !place || last === to) return goOn(last);
    const seenAt = place;
    measureView(pipeline, list, (view) => {
      if (isBelow(seenAt, view)) goOn(to);
      else if (isAbove(seenAt, view)) findFirst(pipeline, { list, view, after: last - 1, to }, goOn);
      else goOn(last);
    });
  });
}

function askEntry(
  calls: Pipeline,
  { list, index }: { list: Node; index: number },
  onEntry: (entry: Node) => void,
): void {
  const request = { template: CALL.childAtIndex, ref: list.ref, body: numbersBody(index) };
  calls.askWith(request, (body) => {
    const ref = parse.ref(body);
    if (!isNull(ref)) onEntry(createNode(ref, list));
  });
}

/** A vertical range in the coordinates of the window. */
interface View {
  top: number;
  bottom: number;
}

/** The visible part of a list: the intersection of its extents and those of its ancestors. */
function measureView(pipeline: Pipeline, list: Node, onEnd: (view: View) => void): void {
  const view: View = { top: Number.NEGATIVE_INFINITY, bottom: Number.POSITIVE_INFINITY };
  const start = (calls: Pipeline): void => {
    for (let node = list; node.parent; node = node.parent)
      calls.ask(CALL.extents[1], node.ref, (body) => {
        const { y, height } = parse.extents(body);
        if (height <= 0) return;
        view.top = Math.max(view.top, y);
        view.bottom = Math.min(view.bottom, y + height);
      });
  };
  pipeline.group(start, () => onEnd(view));
}

function isAbove({ y, height }: Rect, { top }: View): boolean {
  return height > 0 && y + height <= top;
}

function isBelow({ y, height }: Rect, { bottom }: View): boolean {
  return height > 0 && y >= bottom;
}

interface Search {
  list: Node;
  view: View;
  /** The last entry that is known to lie above the view. */
  after: number;
  to: number;
}

/** Finds the first entry that is not above the view, where entries lie below each other in order. */
function findFirst(pipeline: Pipeline, search: Search, onEnd: (index: number) => void): void {
  const { list, view, after, to } = search;
  if (to - after <= PART) return onEnd(after + 1);
  const above = { last: after, next: to };
  const step = (to - after) / (PROBES + 1);
  const start = (calls: Pipeline): void => {
    for (let probe = 1; probe <= PROBES; probe++) {
      const index = after + Math.round(probe * step);
      askEntry(calls, { list, index }, ({ ref }) =>
        calls.ask(CALL.extents[1], ref, (body) => {
          if (isAbove(parse.extents(body), view)) above.last = Math.max(above.last, index);
          else above.next = Math.min(above.next, index);
        }),
      );
    }
  };
  pipeline.group(start, () => {
    // Entries in no order are read one after the other.
    if (above.next <= above.last || (above.last === after && above.next === to)) return onEnd(after + 1);
    findFirst(pipeline, { list, view, after: above.last, to: above.next }, onEnd);
  });
}
