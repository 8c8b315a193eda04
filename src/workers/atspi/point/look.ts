/** One look at an element: where a pointer would meet it, and what lies over it. */
import type { ElementQuery, PlacedState, ResolvedElement } from '../../../protocol/atspi.ts';
import type { Element } from '../../../protocol/element.ts';
import { centreOf, contains, intersect, type Point, type Rect } from '../../../protocol/geometry.ts';
import { scaleOf } from '../../../protocol/window.ts';
import type { App, AtspiBackend } from '../backend.ts';
import { named } from '../failure.ts';
import { ancestorsOf, type Node, type ObjectRef } from '../model/node.ts';
import { hitsBesideWay, isCover } from '../model/place/hit.ts';
import { CLIP_ROLES, DOCUMENT_ROLES, MENU_ROLES, VIEW_ROLES } from '../model/roles.ts';
import { type Parts, publicApp } from '../parts.ts';
import { hiddenPartOf } from '../place/hidden.ts';
import { measure } from '../place/measure.ts';
import { type Placed, placesOf } from '../place/rects.ts';
import { pageDialogs } from './page-dialog.ts';

/** An element as a look saw it. */
export interface Look extends ResolvedElement {
  target: { node: Node; app: App };
  /** The middle of what shows of it, and all of it; undefined when it has no place, and `element` says why. */
  at?: { point: Point; rect: Rect; windowId: string } | undefined;
  /** Its program does not show it. */
  isHidden?: true;
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
  const clips = ancestorsOf(node).filter(({ role }) => CLIP_ROLES.has(role));
  const bounds = { windows, signal };
  const [hidden, places, later, dialogs, element] = await Promise.all([
    hiddenPartOf(backend, { node, app }, signal),
    placesOf(backend, { nodes: [node, ...clips], app, bounds }),
    laterThan(backend, { node, app }, signal),
    pageDialogs(backend, { node, app }, signal),
    elements.one(node, app, undefined),
  ]);
  const place = places.get(node) ?? { unavailable: 'it was not measured' };
  const reply = { app: publicApp(app), others, target: { node, app } };
  if (hidden) return { ...reply, element, isHidden: true };
  if ('unavailable' in place) return { ...reply, element: { ...element, rectUnavailable: place.unavailable } };
  const { rect, origin } = place;
  const window = windows.find(({ id }) => id === origin.windowId);
  const shown = visiblePart(
    rect,
    [window?.client, ...clipsOf(place, clips, places)],
    screens.map((screen) => screen.rect),
  );
  if (!shown) return { ...reply, element: { ...element, rectUnavailable: 'it is out of view' } };
  const point = centreOf(shown);
  const scale = window ? scaleOf(window, screens) : 1;
  const cover = await coverAt(parts, { node, app, place, point, later, dialogs, scale }, signal);
  return { ...reply, element: { ...element, rect }, at: { point, rect, windowId: origin.windowId }, cover };
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

/** The largest part of a rectangle that is within all of `clips` and in one of `areas`. */
export function visiblePart(
  rect: Rect,
  clips: readonly (Rect | undefined)[],
  areas: readonly Rect[],
): Rect | undefined {
  const within = clips.reduce<Rect | undefined>((part, clip) => (part && clip ? intersect(part, clip) : part), rect);
  const parts = areas.flatMap((area) => (within && intersect(within, area)) ?? []);
  return parts.toSorted((a, b) => b.width * b.height - a.width * a.height)[0];
}

interface Covering {
  node: Node;
  app: App;
  place: Exclude<Placed, { unavailable: string }>;
  point: Point;
  /** What may be stacked over it. */
  later: Node[];
  /** What its page waits for. */
  dialogs: ObjectRef[];
  /** Of the screen that it is on. */
  scale: number;
}

/** What may be stacked over an element, or over what it is in; of applications that do not say themselves what is on top. */
async function laterThan(
  backend: AtspiBackend,
  { node, app }: Pick<Covering, 'node' | 'app'>,
  signal: AbortSignal | undefined,
): Promise<Node[]> {
  if (app.traits.knowsStacking !== 'nowhere') return [];
  const refs = insideOneWindow(wayTo(node)).map(({ ref }) => ref);
  return named(app.name, backend.after(refs, signal));
}

/** The element that the pointer would meet at a point instead of `node`. */
async function coverAt(
  parts: Parts,
  { node, app, place, point, later, dialogs, scale }: Covering,
  signal: AbortSignal | undefined,
): Promise<Element | undefined> {
  const { backend, elements } = parts;
  const local = { x: point.x - place.origin.x, y: point.y - place.origin.y };
  const way = wayTo(node);
  await measure(backend, later, { app, signal });
  const stacked = later.filter(({ extents }) => extents && contains(extents, local)).map(({ ref }) => ref);
  const inspect = (ref: ObjectRef): Promise<Node | undefined> =>
    named(app.name, backend.inspect(ref, { withParents: true, signal }));
  for (const ref of [...dialogs, ...stacked]) {
    const found = await inspect(ref);
    if (found && isCover(found, way)) return elements.one(found, app, undefined);
  }
  const hits = await hitsAt(backend, { app, way, point: local, scale, base: place.base }, signal);
  for (const ref of hits) {
    const found = await inspect(ref);
    // GTK 4 names what is in a page at the back: then what is further in knows better.
    if (!found || (await hiddenPartOf(backend, { node: found, app }, signal))) continue;
    return isCover(found, way) ? elements.one(found, app, undefined) : undefined;
  }
  return undefined;
}

/** What an application that knows what is on top names at a point beside the way to the element, the outermost first. */
async function hitsAt(
  backend: AtspiBackend,
  { app, way, point, scale, base }: { app: App; way: Node[]; point: Point; scale: number; base: Node },
  signal: AbortSignal | undefined,
): Promise<ObjectRef[]> {
  const { isBrowser, knowsStacking } = app.traits;
  // A browser knows what lies in its pages better than what lies around them.
  const document = isBrowser ? way.findLastIndex(({ role }) => DOCUMENT_ROLES.has(role)) : -1;
  // A popup that it is not within lies over all of the page.
  if (!way.includes(base)) return [];
  if (knowsStacking === 'nowhere' || (knowsStacking === 'in pages' && document < 0)) return [];
  const asked = way.slice(document >= 0 ? document : way.indexOf(base));
  const refs = asked.slice(0, -1).map(({ ref }) => ref);
  return hitsBesideWay(asked, await named(app.name, backend.hits(refs, { app, point, scale, signal })));
}

/** From the window of an element down to it. */
function wayTo(node: Node): Node[] {
  return [node, ...ancestorsOf(node)].toReversed();
}

/** The part of a way that counts from the same origin as its end and is outside of views: below a menu, if it is in one. */
function insideOneWindow(way: readonly Node[]): readonly Node[] {
  const menu = way.findLastIndex(({ role }) => MENU_ROLES.has(role));
  const view = way.findIndex(({ role }) => VIEW_ROLES.has(role));
  return way.slice(Math.max(0, menu), view < 0 ? undefined : view + 1);
}
