/** Elements of replies: lines with ids, and rectangles on the desktop where they are asked for. */
import type { Element } from '../../protocol/element.ts';
import type { WindowInfo } from '../../protocol/window.ts';
import type { App, AtspiBackend } from './backend.ts';
import { named } from './failure.ts';
import type { Ids } from './model/ids.ts';
import { type Node, windowOf } from './model/node.ts';
import { type Line, lineOf } from './model/outline.ts';
import { originOf, place, popupOrigin } from './model/place.ts';
import { MENU_ROLES, roleName } from './model/roles.ts';
import { hasState, STATE } from './model/states.ts';
import { shortened } from './model/text.ts';
import { toolkitOf } from './model/toolkits.ts';

/** Where rectangles come from, for calls that ask for them. */
export interface Bounds {
  windows: readonly WindowInfo[];
  signal?: AbortSignal | undefined;
}

export interface Elements {
  /** Elements of one application, in the order of the lines. */
  of(lines: readonly Line[], app: App, bounds: Bounds | undefined): Promise<Element[]>;
  /** One element on its own, at depth 0. */
  one(node: Node, app: App, bounds: Bounds | undefined): Promise<Element>;
}

/** Makes elements with the ids of `ids`. */
export function createElements(backend: AtspiBackend, ids: Ids): Elements {
  const of: Elements['of'] = async (lines, app, bounds) => {
    const rects = bounds ? await rectsOf(backend, { nodes: lines.map(({ node }) => node), app, bounds }) : undefined;
    return lines.map((line) => ({ ...elementOf(line, ids.give(line.node, app)), ...rects?.get(line.node) }));
  };
  return {
    of,
    one: async (node, app, bounds) => {
      const line = lineOf(node, 0, toolkitOf(app.toolkit));
      const [element] = await of([line], app, bounds);
      return element ?? elementOf(line, ids.give(node, app));
    },
  };
}

function elementOf({ node, name, depth, states, actions, text, textGoesOn, folded }: Line, id: number): Element {
  return {
    id,
    role: roleName(node.role),
    name: shortened(name),
    depth,
    states,
    actions: actions.slice(0, MAX_ACTIONS).map(shortened),
    ...(text === undefined ? {} : { text }),
    ...(textGoesOn ? { textGoesOn } : {}),
    ...(node.value && isRange(node.value) ? { value: node.value } : {}),
    ...(folded ? { folded } : {}),
    ...(node.entryCount === undefined ? {} : { items: node.entryCount }),
  };
}

/** Actions of an element that a reply names at most. */
const MAX_ACTIONS = 16;

/** Firefox gives the parts of a date 0 to 0 as their range. */
function isRange({ min, max }: NonNullable<Node['value']>): boolean {
  return Number.isFinite(min) && Number.isFinite(max) && max > min;
}

type Placed = Pick<Element, 'rect' | 'rectUnavailable'>;

async function rectsOf(
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
  const placeOf = (node: Node): ReturnType<typeof place> => {
    const top = windowOf(node);
    const main = mains.get(top) ?? { unavailable: 'its window is not known' };
    if (!toolkit.isBrowser && !hasState(node.states, STATE.showing)) return { unavailable: 'it does not show' };
    for (const one of hasPopups ? [node, ...ancestorsOf(node)] : []) {
      if (tops.has(one)) continue;
      const popup = popupOrigin(one.extents, { pid: app.pid, main }, bounds.windows);
      if (popup) return place(node.extents, popup, undefined);
    }
    return place(node.extents, main, isInMenu(node) ? undefined : top.extents);
  };
  return new Map(
    nodes.map((node) => {
      const rect = placeOf(node);
      return [node, 'unavailable' in rect ? { rectUnavailable: rect.unavailable } : { rect }];
    }),
  );
}

/** A menu may leave its window without being another one that could be told. */
function isInMenu(node: Node): boolean {
  return [node, ...ancestorsOf(node)].some(({ role }) => MENU_ROLES.has(role));
}

/** What an element is in, up to its window. */
function ancestorsOf(node: Node): Node[] {
  const ancestors: Node[] = [];
  for (let parent = node.parent; parent?.parent; parent = parent.parent) ancestors.push(parent);
  return ancestors;
}
