/** What a pointer would meet at a point instead of an element, of the same application. */
import type { Element } from '../../../protocol/element.ts';
import { contains, type Point } from '../../../protocol/geometry.ts';
import type { App, AtspiBackend } from '../backend.ts';
import { named } from '../failure.ts';
import { ancestorsOf, type Node, type ObjectRef } from '../model/node.ts';
import { hitsBesideWay, isCover, isTakenAway, leadsTo } from '../model/place/hit.ts';
import { CLIP_ROLES, DOCUMENT_ROLES, MENU_ROLES, VIEW_ROLES } from '../model/roles.ts';
import type { Parts } from '../parts.ts';
import { hiddenPartOf } from '../place/hidden.ts';
import { measure } from '../place/measure.ts';
import type { Placed } from '../place/rects.ts';

/** Innermost objects are found one at a time by some. */
const MAX_DEPTH = 40;

interface Target {
  node: Node;
  app: App;
}

/** What may be stacked over an element or over what it is in, with the object that it is a child of. */
export interface Later {
  parent: Node;
  child: Node;
}

/** An element at a point of the desktop. */
export interface Pointed extends Target {
  place: Exclude<Placed, { unavailable: string }>;
  point: Point;
  later: Later[];
  /** What its page waits for. */
  dialogs: ObjectRef[];
  /** Of the screen that it is on. */
  scale: number;
}

/** What may be stacked over an element, or over what it is in; of applications that do not say themselves what is on top. */
export async function laterThan(
  backend: AtspiBackend,
  { node, app }: Target,
  signal: AbortSignal | undefined,
): Promise<Later[]> {
  if (app.traits.knowsStacking !== 'nowhere') return [];
  const way = insideOneWindow(wayTo(node));
  const refs = way.map(({ ref }) => ref);
  const levels = await named(app.name, backend.after(refs, signal));
  return way.flatMap((parent, level) =>
    (levels[level] ?? []).map((child) => ({ parent, child: { ...child, parent } })),
  );
}

/** The element that the pointer would meet at a point instead of `node`. */
export async function coverAt(
  parts: Parts,
  pointed: Pointed,
  signal: AbortSignal | undefined,
): Promise<Element | undefined> {
  const { backend, elements } = parts;
  const { node, app, place, point, dialogs, scale } = pointed;
  const local = { x: point.x - place.origin.x, y: point.y - place.origin.y };
  const way = wayTo(node);
  const asked: Asked = { app, way, point: local, scale, signal };
  const inspect = (ref: ObjectRef): Promise<Node | undefined> =>
    named(app.name, backend.inspect(ref, { withParents: true, signal }));
  for (const ref of dialogs) {
    const found = await inspect(ref);
    if (found && isCover(found, way)) return elements.one(found, app, undefined);
  }
  for (const { parent, child } of await stackedAt(backend, pointed, asked)) {
    const found = await inspect(child.ref);
    const taker = found && isCover(found, way) ? await takerIn(backend, { parent, part: found }, asked) : undefined;
    if (taker) return elements.one(taker, app, undefined);
  }
  for (const ref of await hitsAt(backend, asked, place.base)) {
    const found = await inspect(ref);
    // GTK 4 names what is in a page at the back: then what is further in knows better.
    if (!found || (await hiddenPartOf(backend, { node: found, app }, signal))) continue;
    if (await isOutOfItsView(backend, found, asked)) continue;
    return isCover(found, way) ? elements.one(found, app, undefined) : undefined;
  }
  return undefined;
}

/** A question about a point, in the application's coordinates. */
interface Asked {
  app: App;
  /** To the element that is meant. */
  way: Node[];
  point: Point;
  scale: number;
  signal: AbortSignal | undefined;
}

/** What is stacked over the element at the point, in the same window or popup. */
async function stackedAt(
  backend: AtspiBackend,
  { later, place }: Pointed,
  { app, way, point, signal }: Asked,
): Promise<Later[]> {
  // A list that opened in a window of its own is over all that comes after it in the window that it is in the tree of (Qt).
  const base = way.indexOf(place.base);
  const inside = later.filter(({ parent }) => way.indexOf(parent) >= base);
  await measure(
    backend,
    inside.map(({ child }) => child),
    { app, signal },
  );
  return inside.filter(({ child: { extents } }) => extents && contains(extents, point));
}

/**
 * What of a part takes the pointer at a point: the part itself, but of a box of Qt Quick, which lets it through, what it holds
 * there, when the object around both does not name what is on the way.
 */
async function takerIn(
  backend: AtspiBackend,
  { parent, part }: { parent: Node; part: Node },
  { app, way, point, scale, signal }: Asked,
): Promise<Node | undefined> {
  if (!(await named(app.name, backend.letsThrough(part.ref, signal)))) return part;
  const ask = async (ref: ObjectRef): Promise<ObjectRef | undefined> =>
    (await named(app.name, backend.hits([ref], { app, point, scale, signal })))[0];
  const inspect = (ref: ObjectRef, withParents: boolean): Promise<Node | undefined> =>
    named(app.name, backend.inspect(ref, { withParents, signal }));
  const top = await ask(parent.ref);
  const onTop = top && (await inspect(top, true));
  if (onTop && leadsTo(onTop, way)) return undefined;
  let inner = part.ref;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const next = await ask(inner);
    if (!next || next.key === inner.key) break;
    inner = next;
  }
  const found = inner.key === part.ref.key ? part : await inspect(inner, true);
  return found && isTakenAway(found) ? found : undefined;
}

/** What an application that knows what is on top names at a point beside the way to the element, the outermost first. */
async function hitsAt(
  backend: AtspiBackend,
  { app, way, point, scale, signal }: Asked,
  base: Node,
): Promise<ObjectRef[]> {
  const { isBrowser, knowsStacking, popoversHaveShadows } = app.traits;
  // A browser knows what lies in its pages better than what lies around them.
  const document = isBrowser ? way.findLastIndex(({ role }) => DOCUMENT_ROLES.has(role)) : -1;
  const start = way.indexOf(base);
  // A popup that it is not within lies over all of the page.
  if (start < 0) return [];
  if (knowsStacking === 'nowhere' || (knowsStacking === 'in pages' && document < 0)) return [];
  // Nothing but its content is in a popover and in the box that fills it.
  const misleading = popoversHaveShadows && start > 0 ? 2 : 0;
  const asked = way.slice(document >= 0 ? document : start + misleading);
  const refs = asked.slice(0, -1).map(({ ref }) => ref);
  return hitsBesideWay(asked, await named(app.name, backend.hits(refs, { app, point, scale, signal })));
}

/** Whether a view that holds an element does not reach to the point: GTK 4 names rows there that are scrolled out of it. */
async function isOutOfItsView(backend: AtspiBackend, hit: Node, { app, point, signal }: Asked): Promise<boolean> {
  if (app.traits.isBrowser) return false;
  const views = ancestorsOf(hit).filter(({ role }) => CLIP_ROLES.has(role));
  await measure(backend, views, { app, signal });
  return views.some(({ extents }) => extents && !contains(extents, point));
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
