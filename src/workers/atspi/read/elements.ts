/** Elements of replies: lines with ids, and rectangles on the desktop where they are asked for. */
import type { Element } from '../../../protocol/element.ts';
import type { App, AtspiBackend } from '../backend.ts';
import { type Line, lineOf } from '../model/compact/compact.ts';
import type { Ids } from '../model/ids.ts';
import type { Node } from '../model/node.ts';
import type { Sightings } from '../model/place/rest.ts';
import { shortened } from '../model/text.ts';
import { type Bounds, notePlaces, type Placed, placesOf } from '../place/rects.ts';

export interface Elements {
  /** Elements of one application, in the order of the lines. */
  of(lines: readonly Line[], app: App, bounds: Bounds | undefined): Promise<Element[]>;
  /** Elements of any applications, in their order, at depth 0. */
  each(found: readonly Found[], bounds: Bounds | undefined): Promise<Element[]>;
  /** One element on its own, at depth 0. */
  one(node: Node, app: App, bounds: Bounds | undefined): Promise<Element>;
}

/** An element with the application that it is in. */
interface Found {
  node: Node;
  app: App;
}

/** Makes elements with the ids of `ids`, and notes in `sightings` where they are. */
export function createElements(backend: AtspiBackend, ids: Ids, sightings: Sightings): Elements {
  const of: Elements['of'] = async (lines, app, bounds) => {
    const nodes = lines.map(({ node }) => node);
    const places = bounds ? await placesOf(backend, { nodes, app, bounds }) : undefined;
    if (places) notePlaces(sightings, places);
    return lines.map((line) => ({
      ...elementOf(line, ids.give(line.node, app)),
      ...boundsOf(places?.get(line.node)),
    }));
  };
  return {
    of,
    each: async (found, bounds) => {
      const apps = new Map(found.map(({ app }) => [app.key, app]));
      const byApp = new Map(
        await Promise.all(
          [...apps].map(async ([bus, app]) => {
            const own = found.filter((one) => one.app.key === bus);
            const lines = own.map(({ node }) => lineOf(node, 0, app.traits));
            return [bus, (await of(lines, app, bounds)).values()] as const;
          }),
        ),
      );
      return found.flatMap(({ app }) => byApp.get(app.key)?.next().value ?? []);
    },
    one: async (node, app, bounds) => {
      const line = lineOf(node, 0, app.traits);
      const [element] = await of([line], app, bounds);
      return element ?? elementOf(line, ids.give(node, app));
    },
  };
}

function elementOf(
  { node, name, isBeside, depth, states, actions, text, textGoesOn, folded }: Line,
  id: number,
): Element {
  return {
    id,
    role: node.role,
    name: shortened(name),
    ...(isBeside ? { isBeside } : {}),
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

function boundsOf(place: Placed | undefined): Pick<Element, 'rect' | 'rectUnavailable'> {
  if (!place) return {};
  return 'unavailable' in place ? { rectUnavailable: place.unavailable } : { rect: place.rect };
}
