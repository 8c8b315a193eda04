/** Which windows of an application a call means, by a part of their title or by the id that the compositor gives them. */
import { isSameWindowId, type WindowInfo } from '../../../protocol/window.ts';
import type { App, AtspiBackend } from '../backend.ts';
import { keyOf, type Node } from '../model/node.ts';
import { isSameTitle } from '../model/place/place.ts';
import { collapse, fold } from '../model/text.ts';
import { hasTitle, isActive, titlesOf } from '../model/windows.ts';
import { placesOf } from './rects.ts';

/** Whether a window of an application is meant. */
export type IsMeant = (window: Node) => boolean;

/** What a call says of the window. */
export interface Meaning {
  /** As the call gives it; undefined: every window. */
  window: string | undefined;
  /** Those of the compositor. */
  windows: readonly WindowInfo[];
  signal?: AbortSignal | undefined;
}

/** The compositor's window with this id, written with braces or without. */
export function windowById(id: string, windows: readonly WindowInfo[]): WindowInfo | undefined {
  return windows.find((window) => isSameWindowId(window.id, id));
}

/** Finds out which windows of an application are meant. Fails like AtspiBackend. */
export async function meantIn(
  backend: AtspiBackend,
  { app, root }: { app: App; root: Node },
  { window: wanted, windows, signal }: Meaning,
): Promise<IsMeant> {
  if (wanted === undefined) return () => true;
  const byId = windowById(wanted, windows);
  if (!byId) {
    const [part, shown] = [fold(wanted), titlesOf(app.pid, windows)];
    return (window) => hasTitle(window, part, shown);
  }
  if (byId.pid !== app.pid) return () => false;
  const own = root.children.filter(({ isPopup, isUnread }) => !isPopup && !isUnread);
  const titled = own.filter(({ name }) => isSameTitle(collapse(byId.title), collapse(name)));
  if (titled.length === 1) return isOneOf(titled);
  const places = await placesOf(backend, { nodes: own, app, bounds: { windows, signal } });
  return isOneOf(
    own.filter((window) => {
      const place = places.get(window);
      return place !== undefined && 'origin' in place && place.origin.windowId === byId.id;
    }),
  );
}

/** An open popup goes with the window in front. */
function isOneOf(meant: readonly Node[]): IsMeant {
  const keys = new Set(meant.map(({ ref }) => keyOf(ref)));
  return (window) => (window.isPopup ? meant.some(isActive) : keys.has(keyOf(window.ref)));
}
