/** From a point of the desktop to the element there. */
import type { PlacedState, PointQuery, PointReply } from '../../../protocol/atspi.ts';
import type { Element } from '../../../protocol/element.ts';
import { contains, type Point } from '../../../protocol/geometry.ts';
import { scaleOf, type WindowInfo, windowAt } from '../../../protocol/window.ts';
import type { App, AtspiBackend } from '../backend.ts';
import { named } from '../failure.ts';
import { ancestorsOf, keyOf, type Node, nodesOf, type ObjectRef } from '../model/node.ts';
import { operatedAt } from '../model/place/hit.ts';
import { menuOrigin, originOf, popupOrigin } from '../model/place/place.ts';
import { DOCUMENT_ROLES, MENU_ROLES, WINDOW_ROLES, WRAPPER_ROLES } from '../model/roles.ts';
import type { Parts } from '../parts.ts';
import { activityOf } from '../place/activity.ts';
import { measure } from '../place/measure.ts';
import { extentsOf, menuOf } from '../place/popups.ts';

/** Toolkits that name a child at a time need as many calls as the tree is deep. */
const MAX_DEPTH = 40;

/** The window on top at a point, and its element there where the window tells of it. */
export async function elementAt(parts: Parts, query: PointQuery, signal?: AbortSignal): Promise<PointReply> {
  const { point, allowedPids } = query;
  const desktopState = await parts.desktop.state(signal);
  const window = windowAt(point, desktopState);
  if (!window) return {};
  const isAllowed = allowedPids === 'all' || allowedPids.includes(window.pid);
  return { window, element: isAllowed ? await elementIn(parts, { point, window, desktopState }, signal) : undefined };
}

/** A point of a window. */
interface InWindow {
  point: Point;
  window: WindowInfo;
  desktopState: PlacedState;
}

/** The element at a point of a window; undefined when the window tells nothing of it. */
async function elementIn(parts: Parts, place: InWindow, signal?: AbortSignal): Promise<Element | undefined> {
  const { window, desktopState } = place;
  const { windows, screens } = desktopState;
  const apps = await named('the accessibility registry', parts.backend.applications({ signal }));
  for (const app of apps.filter(({ pid, isResponding }) => pid === window.pid && isResponding)) {
    const base = await baseOf(parts, { app, window }, signal);
    if (!base) continue;
    const point = { x: place.point.x - base.origin.x, y: place.point.y - base.origin.y };
    const hit = { app, base: base.node, point, scale: scaleOf(window, screens), signal };
    const inner = await innermost(parts, hit);
    const isNothing = keyOf(inner.ref) === keyOf(base.node.ref);
    const node = (isNothing && window.kind === 'popup' && (await entryAt(parts, hit))) || inner;
    await measure(parts.backend, ancestorsOf(node), { app, signal });
    return parts.elements.one(operatedAt(node, point), app, { windows, signal });
  }
  return undefined;
}

interface Base {
  node: Node;
  origin: Point;
}

/** The object of an application that is a window of the compositor: one of its windows, or an open menu. */
async function baseOf(
  { backend }: Parts,
  { app, window }: { app: App; window: WindowInfo },
  signal: AbortSignal | undefined,
): Promise<Base | undefined> {
  const { traits } = app;
  const { children: tops } = await named(app.name, backend.windows(app, signal));
  await measure(backend, tops, { app, signal });
  const fitting = tops.flatMap((node) => {
    const origin = originOf({ pid: app.pid, title: node.name, extents: node.extents }, traits, [window]);
    return 'unavailable' in origin ? [] : [{ node, origin }];
  });
  const activity = activityOf(tops);
  const [base, other] =
    fitting.length > 1 ? fitting.filter(({ node }) => activity.get(keyOf(node.ref)) === window.active) : fitting;
  if (fitting.length > 1 && (!base || other)) return undefined;
  if (base) return base;
  const root = await named(app.name, backend.read(app, { signal }));
  const menus = nodesOf(root).filter(({ role }) => MENU_ROLES.has(role));
  const measured = traits.menusAreWindows ? menus.flatMap((menu) => [menu, ...menu.children]) : menus;
  await measure(backend, measured, { app, signal });
  for (const node of menus) {
    const main = { unavailable: 'any window is meant' };
    const entries = traits.menusAreWindows ? extentsOf(node.children) : undefined;
    const origin =
      popupOrigin(node.extents, { pid: app.pid, main }, [window]) ?? menuOrigin(entries, app.pid, [window]);
    if (origin && !('unavailable' in origin)) return { node, origin };
  }
  return undefined;
}

interface Hit {
  app: App;
  base: Node;
  /** In the toolkit's coordinates. */
  point: Point;
  /** Of the screen that the window is on. */
  scale: number;
  signal: AbortSignal | undefined;
}

/** The innermost element at a point that the toolkit or its tree knows, with its parents. */
async function innermost({ backend }: Parts, hit: Hit): Promise<Node> {
  const shown = hit.app.traits.knowsStacking === 'nowhere' ? undefined : await askDown(backend, hit);
  if (shown && !isContainer(shown)) return shown;
  return (await inside(backend, hit, shown ?? hit.base)) ?? shown ?? hit.base;
}

/** The entry that shows in a popup window and is not within it, at a point. */
async function entryAt({ backend }: Parts, { app, point, signal }: Hit): Promise<Node | undefined> {
  const { traits } = app;
  const tree = await named(app.name, backend.read(app, { signal }));
  const entries = nodesOf(tree).filter((node) => node.states.has('showing') && menuOf(node, traits));
  await measure(backend, entries, { app, signal });
  return entries.findLast(({ extents }) => extents && contains(extents, point));
}

/** What the toolkit names, asked from the window down, and again from the page: browsers know their pages better. */
async function askDown(backend: AtspiBackend, { app, base, point, scale, signal }: Hit): Promise<Node | undefined> {
  const { isBrowser } = app.traits;
  const at = { app, point, scale, signal };
  const ask = async (ref: ObjectRef): Promise<ObjectRef | undefined> =>
    (await named(app.name, backend.hits([ref], at)))[0];
  const look = (ref: ObjectRef): Promise<Node | undefined> =>
    named(app.name, backend.inspect(ref, { withParents: true, signal }));
  // Firefox knows nothing at the first question about a window.
  let ref = (await ask(base.ref)) ?? (await ask(base.ref));
  for (let depth = 0; ref && depth < MAX_DEPTH; depth++) {
    const next = await ask(ref);
    if (!next || keyOf(next) === keyOf(ref)) break;
    ref = next;
  }
  const node = ref && (await look(ref));
  const page = node && isBrowser ? ancestorsOf(node).find(({ role }) => DOCUMENT_ROLES.has(role)) : undefined;
  const again = page && (await ask(page.ref));
  return again ? look(again) : node;
}

function isContainer({ role }: Node): boolean {
  return WRAPPER_ROLES.has(role) || DOCUMENT_ROLES.has(role) || WINDOW_ROLES.has(role);
}

/**
 * Looks on in the tree where the toolkit names no more: GTK 4 names parts without a role, Firefox nothing within
 * elements that have no area of their own. Later children lie over earlier ones.
 */
async function inside(backend: AtspiBackend, { app, point, signal }: Hit, node: Node): Promise<Node | undefined> {
  const tree = await named(app.name, backend.read(app, { signal }));
  const deepest = async (from: Node): Promise<Node | undefined> => {
    const children = from.children.filter(({ isUnread }) => !isUnread);
    await measure(backend, children, { app, signal });
    for (const child of children.toReversed()) {
      const { extents } = child;
      const isThere = extents !== undefined && contains(extents, point);
      const hasArea = extents !== undefined && extents.width > 0 && extents.height > 0;
      const found = isThere || !hasArea ? await deepest(child) : undefined;
      if (found || isThere) return found ?? child;
    }
    return undefined;
  };
  const start = nodesOf(tree).find(({ ref }) => keyOf(ref) === keyOf(node.ref));
  return start && ((await deepest(start)) ?? start);
}
