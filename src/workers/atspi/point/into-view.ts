/** Elements that are scrolled out of view: by accessibility where their program does it, else by how far a wheel must turn. */
import type { PlacedState, Wheel } from '../../../protocol/atspi.ts';
import { centreOf, contains, type Rect } from '../../../protocol/geometry.ts';
import type { App } from '../backend.ts';
import { named } from '../failure.ts';
import { ancestorsOf, type Node } from '../model/node.ts';
import { obstacleAt } from '../model/place/obstacle.ts';
import { isLaidOut, visiblePart } from '../model/place/place.ts';
import { VIEW_ROLES } from '../model/roles.ts';
import type { Parts } from '../parts.ts';
import { measure } from '../place/measure.ts';
import { placesOf } from '../place/rects.ts';

interface Target {
  node: Node;
  app: App;
}

/** Asks the program to scroll an element into view, or to give it the focus where it scrolls to that; false when it does neither. */
export async function askIntoView(
  { backend }: Parts,
  { node, app }: Target,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { scrollsTo } = app.traits;
  if (scrollsTo === 'what is asked for') return named(app.name, backend.scrollTo(node.ref, signal));
  if (scrollsTo === 'nothing') return false;
  const way = [node, ...ancestorsOf(node)];
  const view = way.findIndex(({ role }) => VIEW_ROLES.has(role));
  const holder = way.slice(0, view < 0 ? 1 : view).find(({ states }) => states.has('focusable'));
  return holder !== undefined && (await named(app.name, backend.grabFocus(holder.ref, signal)));
}

/** Where a wheel must turn to bring an element into view, and how far; undefined when that is not known, or something is over it. */
export async function wheelTo(
  { backend }: Parts,
  { target: { node, app }, desktopState }: { target: Target; desktopState: PlacedState },
  signal: AbortSignal | undefined,
): Promise<Wheel | undefined> {
  const { windows, screens } = desktopState;
  const around = ancestorsOf(node);
  await measure(backend, [node, ...around], { app, signal });
  const { extents } = node;
  if (!extents || !isLaidOut(extents)) return undefined;
  const centre = centreOf(extents);
  const view = around.find((one) => hasArea(one.extents) && !contains(one.extents, centre));
  const place = view && (await placesOf(backend, { nodes: [view], app, bounds: { windows, signal } })).get(view);
  if (!view?.extents || !place || 'unavailable' in place) return undefined;
  const { rect, origin } = place;
  const window = windows.find(({ id }) => id === origin.windowId);
  const areas = screens.map((screen) => screen.rect);
  const shown = visiblePart(rect, [window?.client], areas);
  const point = shown && centreOf(shown);
  if (!point || obstacleAt(point, origin.windowId, desktopState)) return undefined;
  const to = centreOf(view.extents);
  return { point, by: { x: beyond(centre.x, view.extents, 'x', to.x), y: beyond(centre.y, view.extents, 'y', to.y) } };
}

function hasArea(extents: Rect | undefined): extents is Rect {
  return extents !== undefined && extents.width > 0 && extents.height > 0;
}

/** How far a place is from the middle of a view on one axis; 0 when it is within it. */
function beyond(at: number, view: Rect, axis: 'x' | 'y', middle: number): number {
  const [start, length] = axis === 'x' ? [view.x, view.width] : [view.y, view.height];
  return at >= start && at < start + length ? 0 : at - middle;
}
