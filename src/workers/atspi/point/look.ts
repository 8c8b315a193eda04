/** One look at an element: where a pointer would meet it, and what lies over it. */
import type { ElementQuery, PlacedState, ResolvedElement } from '../../../protocol/atspi.ts';
import type { Element } from '../../../protocol/element.ts';
import { centreOf, contains, type Point, type Rect } from '../../../protocol/geometry.ts';
import { scaleOf } from '../../../protocol/window.ts';
import type { App } from '../backend.ts';
import { named } from '../failure.ts';
import { ancestorsOf, type Node } from '../model/node.ts';
import { hiddenPart } from '../model/place/hidden.ts';
import { encloses, visiblePart } from '../model/place/place.ts';
import { BOX_ROLES, CLIP_ROLES } from '../model/roles.ts';
import { type Parts, publicApp } from '../parts.ts';
import { hiddenPartOf } from '../place/hidden.ts';
import { type Placed, placesOf } from '../place/rects.ts';
import { coverAt, laterThan } from './cover.ts';
import { pageDialogs } from './page-dialog.ts';

/** An element as a look saw it. */
export interface Look extends ResolvedElement {
  target: { node: Node; app: App };
  /** The middle of what shows of it, and all of it; undefined when it has no place, and `element` says why. */
  at?: { point: Point; rect: Rect; windowId: string } | undefined;
  /** Its program does not show it, or it is scrolled out of view. */
  isHidden?: true;
  isOutOfView?: boolean | undefined;
  /** Only a part of it shows. */
  isCut?: boolean;
  /** What lies over that point in the same window: the pointer would reach it instead. */
  cover?: Element | undefined;
}

/** Finds the one element that a query means, the middle of what shows of it, and what lies over that. */
export async function lookAt(
  parts: Parts,
  { query, desktopState }: { query: ElementQuery; desktopState: PlacedState },
  signal?: AbortSignal,
): Promise<Look> {
  const { backend, elements, resolver } = parts;
  const { windows, screens } = desktopState;
  const { node, app, others } = await resolver.toActOn({ ...query, windows }, signal);
  const around = ancestorsOf(node);
  const clips = around.filter(({ role }) => CLIP_ROLES.has(role));
  const boxes = app.traits.clipsInBoxes ? around.filter(({ role }) => BOX_ROLES.has(role)) : [];
  const bounds = { windows, signal };
  const [hidden, places, later, dialogs, element] = await Promise.all([
    hiddenPartOf(backend, { node, app }, signal),
    placesOf(backend, { nodes: [node, ...clips, ...boxes], app, bounds }),
    laterThan(backend, { node, app }, signal),
    pageDialogs(backend, { node, app }, signal),
    elements.one(node, app, undefined),
  ]);
  const place: Placed = places.get(node) ?? { unavailable: 'it was not measured' };
  const reply = { app: publicApp(app), others, target: { node, app } };
  if (hidden) return { ...reply, element, isHidden: true };
  if ('unavailable' in place) {
    const isOutOfView = place.isOutOfView ?? hiddenPart(node, app.traits) !== undefined;
    return { ...reply, element: { ...element, rectUnavailable: place.unavailable }, isOutOfView };
  }
  const { rect, origin } = place;
  const window = windows.find(({ id }) => id === origin.windowId);
  const shown = visiblePart(
    rect,
    [window?.client, ...clipsOf(place, clips, places)],
    screens.map((screen) => screen.rect),
  );
  const point = shown && centreOf(shown);
  if (!point || (await isClipped(parts, { app, place, point, boxes, places }, signal)))
    return { ...reply, element: { ...element, rectUnavailable: 'it is scrolled out of view' }, isOutOfView: true };
  const scale = window ? scaleOf(window, screens) : 1;
  const cover = await coverAt(parts, { node, app, place, point, later, dialogs, scale }, signal);
  return {
    ...reply,
    element: { ...element, rect },
    at: { point, rect, windowId: origin.windowId },
    isCut: !encloses(shown, rect),
    cover,
  };
}

interface Clipped {
  app: App;
  place: Exclude<Placed, { unavailable: string }>;
  point: Point;
  boxes: readonly Node[];
  places: ReadonlyMap<Node, Placed>;
}

/** Whether a point is outside of a box around it that clips; items of Qt Quick do not. */
async function isClipped(
  { backend }: Parts,
  { app, place, point, boxes, places }: Clipped,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const clip = boxes.find((box) => {
    const around = places.get(box);
    if (!around || !('rect' in around) || around.origin.windowId !== place.origin.windowId) return false;
    return !contains(around.rect, point);
  });
  return clip !== undefined && !(await named(app.name, backend.letsThrough(clip.ref, signal)));
}

/** The rectangles of what shows only a part of an element: a popup that is a window of its own leaves what it is in. */
export function clipsOf(
  { origin }: Exclude<Placed, { unavailable: string }>,
  clips: readonly Node[],
  places: ReadonlyMap<Node, Placed>,
): Rect[] {
  return clips.flatMap((clip) => {
    const place = places.get(clip);
    return place && 'rect' in place && place.origin.windowId === origin.windowId ? [place.rect] : [];
  });
}
