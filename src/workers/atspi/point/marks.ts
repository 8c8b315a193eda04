/** What a picture of an application can be marked with: the elements that one operates, where they can be seen. */
import type { MarksQuery, MarksReply } from '../../../protocol/atspi.ts';
import { operable } from '../model/compact/compact.ts';
import { ancestorsOf } from '../model/node.ts';
import { partInSight } from '../model/place/in-sight.ts';
import { visiblePart } from '../model/place/place.ts';
import { CLIP_ROLES } from '../model/roles.ts';
import { type Parts, publicApp } from '../parts.ts';
import { notePlaces, placesOf } from '../place/rects.ts';
import { readPart } from '../read/tree.ts';
import { clipsOf } from './look.ts';

/** Elements read at most: as many as one picture can hardly show. */
const MAX_OBJECTS = 10_000;

/** Reads what can be operated in `areas`, without what is out of sight, or in a window that waits for its dialog. */
export async function readMarks(parts: Parts, query: MarksQuery, signal?: AbortSignal): Promise<MarksReply> {
  const { pid, allowedPids, areas } = query;
  const desktopState = await parts.desktop.state(signal);
  const { windows } = desktopState;
  const { app, root } = await readPart(parts, { pid, allowedPids, maxObjects: MAX_OBJECTS, windows: [] }, signal);
  const lines = operable(root, app.traits);
  const clips = lines.map(({ node }) => ancestorsOf(node).filter(({ role }) => CLIP_ROLES.has(role)));
  const nodes = [...lines.map(({ node }) => node), ...new Set(clips.flat())];
  const places = await placesOf(parts.backend, { nodes, app, bounds: { windows, signal } });
  notePlaces(parts.sightings, places);
  const seen = lines.flatMap((line, index) => {
    const place = places.get(line.node);
    if (!place || 'unavailable' in place) return [];
    const window = windows.find(({ id }) => id === place.origin.windowId);
    const within = clipsOf(place, clips[index] ?? [], places);
    const rect = visiblePart(place.rect, [window?.client, ...within], areas);
    const part = rect && partInSight(rect, place.origin.windowId, desktopState);
    return part ? [{ line, rect: part }] : [];
  });
  const shown = seen.slice(0, query.max);
  const elements = await parts.elements.of(
    shown.map(({ line }) => line),
    app,
    undefined,
  );
  const marks = elements.flatMap((element, index) => {
    const rect = shown[index]?.rect;
    return rect ? [{ element, rect }] : [];
  });
  return { app: publicApp(app), marks, more: seen.length - shown.length };
}
