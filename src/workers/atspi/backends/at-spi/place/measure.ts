/**
 * Measures elements in logical pixels of their window: Chromium reports those in its pages in pixels of the screen, LibreOffice
 * those below its menu bar without that.
 */
import type { Rect } from '../../../../../protocol/geometry.ts';
import type { Bus } from '../../../../platform/dbus/bus.ts';
import type { Body } from '../../../../platform/dbus/bus-calls.ts';
import type { MeasureOptions } from '../../../backend.ts';
import { keyOf, type Node, type ObjectRef, windowOf } from '../../../model/node.ts';
import { WINDOW_ROLES } from '../../../model/roles.ts';
import { CALL, parse } from '../calls.ts';
import { runPipeline } from '../pipeline.ts';
import { inspect } from '../read/inspect.ts';
import { toolkitOf } from '../toolkits.ts';
import { outerPageOf, pixelsPerLogical, toLogical } from './page-pixels.ts';
import { rootPaneOf, shiftOf } from './root-pane.ts';

/** Options; `parentsOf` returns the parents that an object had when it was last read. */
export interface Measuring extends MeasureOptions {
  parentsOf(ref: ObjectRef): readonly ObjectRef[];
}

/** Fills `extents` of nodes of one application, in logical pixels. Fails like `runPipeline`. */
export async function measure(bus: Bus, nodes: readonly Node[], measuring: Measuring): Promise<void> {
  const { pagesInPixels, omitsMenuBar } = toolkitOf(measuring.app.toolkit);
  const pixelsOf = pagesInPixels ? await pagePixels(bus, nodes, measuring) : () => 1;
  const shiftBelow = omitsMenuBar ? await menuBarHeights(bus, nodes, measuring) : () => 0;
  const correct = (node: Node, extents: Rect): Rect => {
    const { x, y, width, height } = toLogical(extents, pixelsOf(node));
    return { x, y: y + shiftBelow(node), width, height };
  };
  await askExtents(bus, nodes, { ...measuring, correct });
}

function askExtents(
  bus: Bus,
  nodes: readonly Node[],
  { app, correct, signal }: MeasureOptions & { correct: (node: Node, extents: Rect) => Rect },
): Promise<void> {
  const { coordinates } = toolkitOf(app.toolkit);
  return runPipeline(bus, signal, (pipeline) => {
    for (const node of nodes) {
      // Not cleared before: another call may be using them.
      let now: Rect | undefined;
      const onReply = (body: Body): void => void (now = correct(node, parse.extents(body)));
      pipeline.ask(CALL.extents[coordinates], node.ref, onReply, () => void (node.extents = now));
    }
  });
}

/** Makes a function that gives the pixels per logical pixel at each of `nodes`. */
async function pagePixels(bus: Bus, nodes: readonly Node[], measuring: Measuring): Promise<(node: Node) => number> {
  const pages = new Map(
    nodes.flatMap((node) => {
      const page = outerPageOf(node);
      return page ? [[keyOf(page.ref), page]] : [];
    }),
  );
  const pixels = new Map(
    await Promise.all([...pages].map(async ([key, page]) => [key, await pixelsOfPage(bus, page, measuring)] as const)),
  );
  return (node) => {
    const page = outerPageOf(node);
    return (page && pixels.get(keyOf(page.ref))) ?? 1;
  };
}

/** Makes a function that gives the height of the menu bar that each of `nodes` lies below without counting it. */
async function menuBarHeights(
  bus: Bus,
  nodes: readonly Node[],
  { app, signal }: Measuring,
): Promise<(node: Node) => number> {
  const panes = new Map(
    nodes.flatMap((node) => {
      const pane = rootPaneOf(node);
      return pane ? [[keyOf(pane.ref), { pane: { ...pane }, window: { ...windowOf(pane) } }] as const] : [];
    }),
  );
  const measured = [...panes.values()].flatMap(({ pane, window }) => [pane, window]);
  if (measured.length > 0) await askExtents(bus, measured, { app, correct: (_node, extents) => extents, signal });
  return (node) => {
    const pane = rootPaneOf(node);
    const { pane: own, window } = (pane && panes.get(keyOf(pane.ref))) ?? {};
    return own?.extents && window?.extents ? shiftOf(own.extents, window.extents) : 0;
  };
}

async function pixelsOfPage(bus: Bus, page: Node, { app, parentsOf, signal }: Measuring): Promise<number> {
  // A page that was read by itself has its window as its parent.
  const isByItself = page.parent === undefined || WINDOW_ROLES.has(page.parent.role);
  const whole = isByItself ? await inspect(bus, page.ref, { parents: parentsOf(page.ref), signal }) : page;
  if (!whole?.parent) return 1;
  // Copies: other calls may be measuring the same nodes.
  const [own, view] = [{ ...whole }, { ...whole.parent }];
  await askExtents(bus, [own, view], { app, correct: (_node, extents) => extents, signal });
  return own.extents && view.extents ? pixelsPerLogical(own.extents, view.extents) : 1;
}
