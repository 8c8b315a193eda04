/** Where elements are on the desktop, and what each is counted from. */
import type { Rect } from '../../protocol/geometry.ts';
import type { WindowInfo } from '../../protocol/window.ts';
import type { App, AtspiBackend } from './backend.ts';
import { named } from './failure.ts';
import { type Node, windowOf } from './model/node.ts';
import { type Origin, originOf, place, popupOrigin } from './model/place.ts';
import { MENU_ROLES } from './model/roles.ts';
import { hasState, STATE } from './model/states.ts';
import { toolkitOf } from './model/toolkits.ts';

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
  | { unavailable: string };

/** Measures elements of one application. Fails like AtspiBackend. */
export async function placesOf(
  backend: AtspiBackend,
  { nodes, app, bounds }: { nodes: readonly Node[]; app: App; bounds: Bounds },
): Promise<Map<Node, Placed>> {
  const toolkit = toolkitOf(app.toolkit);
  const tops = new Set(nodes.map(windowOf));
  // Only where the process has more windows than these can an element be in a menu that is a window of its own.
  const hasPopups = bounds.windows.filter(({ pid }) => pid === app.pid).length > tops.size;
  const measured = new Set([...nodes, ...tops, ...(hasPopups ? nodes.flatMap(ancestorsOf) : [])]);
  const options = { coordinates: toolkit.coordinates, signal: bounds.signal };
  await named(app.name, backend.measure([...measured], options));
  const mains = new Map(
    [...tops].map((top) => {
      const own = { pid: app.pid, title: top.name, extents: top.extents };
      return [top, originOf(own, toolkit, bounds.windows)];
    }),
  );
  const placeOf = (node: Node): Placed => {
    const top = windowOf(node);
    const main = mains.get(top) ?? { unavailable: 'its window is not known' };
    if (!toolkit.isBrowser && !hasState(node.states, STATE.showing)) return { unavailable: 'it does not show' };
    for (const one of hasPopups ? [node, ...ancestorsOf(node)] : []) {
      if (tops.has(one)) continue;
      const popup = popupOrigin(one.extents, { pid: app.pid, main }, bounds.windows);
      if (popup) return placed(place(node.extents, popup, undefined), one, popup);
    }
    return placed(place(node.extents, main, isInMenu(node) ? undefined : top.extents), top, main);
  };
  return new Map(nodes.map((node) => [node, placeOf(node)]));
}

function placed(rect: Rect | { unavailable: string }, base: Node, origin: Origin): Placed {
  if ('unavailable' in rect) return rect;
  return 'unavailable' in origin ? origin : { rect, base, origin };
}

/** A menu may leave its window without being another one that could be told. */
function isInMenu(node: Node): boolean {
  return [node, ...ancestorsOf(node)].some(({ role }) => MENU_ROLES.has(role));
}

/** What an element is in, the innermost first, up to its window. */
export function ancestorsOf(node: Node): Node[] {
  const ancestors: Node[] = [];
  for (let parent = node.parent; parent?.parent; parent = parent.parent) ancestors.push(parent);
  return ancestors;
}
