/** Where elements are on the desktop, and what each is counted from. */
import { monotonicMs } from '../../../base/clock.ts';
import type { Rect } from '../../../protocol/geometry.ts';
import type { WindowInfo } from '../../../protocol/window.ts';
import type { App, AtspiBackend } from '../backend.ts';
import { ancestorsOf, keyOf, type Node, windowOf } from '../model/node.ts';
import { hiddenPart, isOutOfView } from '../model/place/hidden.ts';
import {
  encloses,
  haveTwins,
  menuOrigin,
  type Origin,
  originOf,
  place,
  popupOrigin,
  type Unplaced,
} from '../model/place/place.ts';
import type { Sightings } from '../model/place/rest.ts';
import { MENU_ROLES } from '../model/roles.ts';
import type { AppTraits } from '../model/traits.ts';
import { askActivity } from './activity.ts';
import { measure } from './measure.ts';
import { extentsOf, menuOf, readAround } from './popups.ts';

/** Where rectangles come from, for calls that ask for them. */
export interface Bounds {
  windows: readonly WindowInfo[];
  signal?: AbortSignal | undefined;
}

/** A place on the desktop, or why there is none. */
export type Placed =
  | {
      rect: Rect;
      /** The window or the open menu that the element's own extents count from. */
      base: Node;
      /** Where that is on the desktop, and which of the compositor's windows it is. */
      origin: Exclude<Origin, { unavailable: string }>;
    }
  | Unplaced;

/** Measures elements of one application. Fails like AtspiBackend. */
export async function placesOf(
  backend: AtspiBackend,
  { nodes, app, bounds }: { nodes: readonly Node[]; app: App; bounds: Bounds },
): Promise<Map<Node, Placed>> {
  const { traits } = app;
  const tops = new Set(nodes.map(windowOf));
  const ofProcess = bounds.windows.filter(({ pid }) => pid === app.pid);
  // Only where the process has more windows than these, or popups, can an element be in a menu that is a window of its own.
  const hasPopups = ofProcess.length > tops.size || ofProcess.some(({ kind }) => kind === 'popup');
  const around = await readAround(backend, { nodes: hasPopups ? nodes : [], app, signal: bounds.signal });
  const ancestors = hasPopups ? nodes.flatMap(ancestorsOf) : [];
  const measured = new Set([
    ...nodes,
    ...tops,
    ...around.windows,
    ...[...around.entries.values()].flat(),
    ...ancestors,
  ]);
  await measure(backend, [...measured], { app, signal: bounds.signal });
  const mains = await mainsOf(backend, [...tops, ...around.windows], { app, ofProcess, bounds });
  const isPopup = (origin: Origin | undefined): boolean =>
    origin !== undefined &&
    'windowId' in origin &&
    ofProcess.some(({ id, kind }) => kind === 'popup' && id === origin.windowId);
  /** An entry that is in the tree of another window than the popup where it shows. */
  const placeOfEntry = (node: Node, menu: Node, main: Origin): Placed | undefined => {
    const base = around.windows.find((one) => isPopup(mains.get(one)) && isOver(one, node));
    const origin = base && mains.get(base);
    if (origin) return placed(place(node.extents, origin, undefined), base, origin);
    const entries = extentsOf(around.entries.get(keyOf(menu.ref)) ?? []);
    const own = menuOrigin(entries, app.pid, bounds.windows);
    if (own) return placed(place(node.extents, own, undefined), menu, own);
    return (traits.menusAreWindows || traits.popoversHaveShadows) && !isPopup(main)
      ? { unavailable: 'which window its menu is in is not known' }
      : undefined;
  };
  const placeOf = (node: Node): Placed => {
    const top = windowOf(node);
    const main = mains.get(top) ?? { unavailable: 'its window is not known' };
    const menu = menuOf(node, traits);
    const unshown = whyUnshown(node, menu, traits);
    if (unshown) return unshown;
    for (const one of hasPopups ? [node, ...ancestorsOf(node)] : []) {
      if (tops.has(one)) continue;
      const hasShadow = traits.popoversHaveShadows && MENU_ROLES.has(one.role);
      const popup = popupOrigin(one.extents, { pid: app.pid, main, hasShadow }, bounds.windows);
      if (popup) return placed(place(node.extents, popup, undefined), one, popup);
    }
    const entry = menu && placeOfEntry(node, menu, main);
    if (entry) return entry;
    return placed(place(node.extents, main, isInMenu(node) ? undefined : top.extents), top, main);
  };
  return new Map(nodes.map((node) => [node, placeOf(node)]));
}

/** Where the elements of each window count from. */
async function mainsOf(
  backend: AtspiBackend,
  tops: readonly Node[],
  { app, ofProcess, bounds }: { app: App; ofProcess: readonly WindowInfo[]; bounds: Bounds },
): Promise<Map<Node, Origin>> {
  const { signal } = bounds;
  const activity = haveTwins(ofProcess) ? await askActivity(backend, { tops, app, signal }) : undefined;
  return new Map(
    tops.map((top) => {
      const isActive = activity?.get(keyOf(top.ref));
      const own = { pid: app.pid, title: top.name, extents: top.extents, isActive };
      return [top, originOf(own, app.traits, bounds.windows)];
    }),
  );
}

/** Notes where elements are that were measured just now. */
export function notePlaces(sightings: Sightings, places: ReadonlyMap<Node, Placed>): void {
  for (const [{ ref }, place] of places) if ('rect' in place) sightings.note(keyOf(ref), place.rect, monotonicMs());
}

/** Why there is no place where an element does not show. */
function whyUnshown(node: Node, menu: Node | undefined, traits: AppTraits): Unplaced | undefined {
  const hidden = hiddenPart(node, traits);
  if (hidden && isOutOfView(hidden)) return { unavailable: 'it is scrolled out of view', isOutOfView: true };
  const isHidden = hidden !== undefined || (menu !== undefined && !node.states.has('showing'));
  return isHidden ? { unavailable: 'it does not show' } : undefined;
}

function placed(rect: Rect | Unplaced, base: Node, origin: Origin): Placed {
  if ('unavailable' in rect) return rect;
  return 'unavailable' in origin ? origin : { rect, base, origin };
}

/** A menu may leave its window without being another one that could be told. */
function isInMenu(node: Node): boolean {
  return [node, ...ancestorsOf(node)].some(({ role }) => MENU_ROLES.has(role));
}

/** Whether the popup window `base` has the place of an element that is not within it. */
function isOver(base: Node, node: Node): boolean {
  const isOther = keyOf(base.ref) !== keyOf(windowOf(node).ref);
  return isOther && base.extents !== undefined && node.extents !== undefined && encloses(base.extents, node.extents);
}
