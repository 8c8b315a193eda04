/** Asks what lies at a point, and what may lie over an element by the order of children. */
import type { Point } from '../../../../../protocol/geometry.ts';
import type { Bus } from '../../../../platform/dbus/bus.ts';
import { encodeBody } from '../../../../platform/dbus/bus-message.ts';
import type { AtPoint } from '../../../backend.ts';
import { keyOf, type Node, type ObjectRef } from '../../../model/node.ts';
import { CALL, parse } from '../calls.ts';
import { runPipeline } from '../pipeline.ts';
import { createNode, isNull } from '../read/describe.ts';
import { type Toolkit, toolkitOf } from '../toolkits.ts';

/** Most children of one object that are considered: what floats over others comes last. */
const MAX_SIBLINGS = 50;

/** A point of a window in the coordinates that its toolkit takes. `scale` is that of the window's screen. */
export function hitPoint({ x, y }: Point, { hitsInPixels }: Pick<Toolkit, 'hitsInPixels'>, scale: number): Point {
  return hitsInPixels ? { x: x * scale, y: y * scale } : { x, y };
}

/** Asks several objects what lies in them at a point. Fails like `runPipeline`. */
export async function askHits(
  bus: Bus,
  refs: readonly ObjectRef[],
  { app, point, scale, signal }: AtPoint,
): Promise<(ObjectRef | undefined)[]> {
  const toolkit = toolkitOf(app.toolkit);
  const { x, y } = hitPoint(point, toolkit, scale);
  const body = encodeBody('iiu', [Math.floor(x), Math.floor(y), toolkit.coordinates]);
  const hits: (ObjectRef | undefined)[] = refs.map(() => undefined);
  await runPipeline(bus, signal, (pipeline) => {
    for (const [index, ref] of refs.entries()) {
      pipeline.askWith({ template: CALL.childAt, ref, body }, (reply) => {
        const hit = parse.ref(reply);
        hits[index] = isNull(hit) ? undefined : hit;
      });
    }
  });
  return hits;
}

/** Asks each object on the way but the last for its children after the next one on it; the last first. */
export async function askAfter(
  bus: Bus,
  way: readonly ObjectRef[],
  signal: AbortSignal | undefined,
): Promise<Node[][]> {
  const later: ObjectRef[][] = way.slice(0, -1).map(() => []);
  await runPipeline(bus, signal, (pipeline) => {
    for (const [level, parent] of way.slice(0, -1).entries()) {
      pipeline.ask(CALL.children, parent, (body) => {
        const children = parse.refs(body);
        const next = children.findIndex((child) => keyOf(child) === keyOf(way[level + 1] ?? parent));
        if (next >= 0)
          later[level] = children
            .slice(next + 1)
            .slice(-MAX_SIBLINGS)
            .toReversed();
      });
    }
  });
  return later.map((refs) => refs.map((ref) => createNode(ref, undefined)));
}

/** Names of the classes of Qt Quick in the ids that Qt 6.8 makes of an object and what it is in. QQuickWidget is a widget. */
const QUICK = /(?:^|\.)QQuick(?!Widget|View|Window)|_QML(?:TYPE)?_\d/;

/** Whether an object is an item of Qt Quick, as its id says. Fails like `runPipeline`. */
export async function isQuickItem(bus: Bus, ref: ObjectRef, signal: AbortSignal | undefined): Promise<boolean> {
  let id = '';
  await runPipeline(bus, signal, (pipeline) =>
    pipeline.ask(CALL.accessibleId, ref, (body) => void (id = parse.variantText(body))),
  );
  return QUICK.test(id);
}
