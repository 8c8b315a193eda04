/** Extents of elements, as the reader measures them. */
import type { App, AtspiBackend } from '../backend.ts';
import { named } from '../failure.ts';
import type { Node } from '../model/node.ts';

interface Measuring {
  app: App;
  signal: AbortSignal | undefined;
}

/** Fills `extents` of nodes of one application, in logical pixels, from where it counts. Fails like AtspiBackend. */
export function measure(backend: AtspiBackend, nodes: readonly Node[], { app, signal }: Measuring): Promise<void> {
  return named(app.name, backend.measure(nodes, { app, signal }));
}
