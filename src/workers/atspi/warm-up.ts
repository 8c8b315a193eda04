/** Prepares a new worker for its first call. */
import type { TreeReply } from '../../protocol/atspi.ts';
import { createAtspiActor } from './actor.ts';
import type { AtspiBackend } from './backend.ts';

const NO_DESKTOP = { screens: [], desktops: [], windows: [], placedAtMs: new Map<string, number>() };

/**
 * Reads the sample of a reader once: V8 compiles a function when it is called first, and without this a first `tree` of a small
 * window takes a third longer. Nothing is sent, and no id is used up.
 */
export async function warmUp(reader: Pick<AtspiBackend, 'sample'>): Promise<TreeReply | undefined> {
  const sample = await reader.sample?.();
  if (!sample) return undefined;
  let id = 0;
  const actor = createAtspiActor({ backend: sample, desktop: { state: async () => NO_DESKTOP }, nextId: () => ++id });
  const [app] = await sample.applications({});
  if (!app) return undefined;
  const maxNodes = 100;
  return actor.tree({ app: app.name, allowedPids: 'all', bounds: false, interactive: false, maxNodes });
}
