/** Extents of elements in logical pixels: Chromium gives those within its pages in pixels of the screen. */
import type { App, AtspiBackend } from '../backend.ts';
import { named } from '../failure.ts';
import { keyOf, type Node } from '../model/node.ts';
import { outerPageOf, pixelsPerLogical } from '../model/place/page-pixels.ts';
import { WINDOW_ROLES } from '../model/roles.ts';
import { toolkitOf } from '../model/toolkits.ts';

interface Measuring {
  app: App;
  signal: AbortSignal | undefined;
}

/** Fills `extents` of nodes of one application, in logical pixels, from where its toolkit counts. Fails like AtspiBackend. */
export async function measure(backend: AtspiBackend, nodes: readonly Node[], measuring: Measuring): Promise<void> {
  const { app, signal } = measuring;
  const { coordinates } = toolkitOf(app.toolkit);
  const pixelsOf = await pagePixels(backend, nodes, measuring);
  await named(app.name, backend.measure(nodes, { coordinates, pixelsOf, signal }));
}

/** For each of `nodes` how many pixels its toolkit counts per logical pixel. Fails like AtspiBackend. */
async function pagePixels(
  backend: AtspiBackend,
  nodes: readonly Node[],
  measuring: Measuring,
): Promise<(node: Node) => number> {
  if (!toolkitOf(measuring.app.toolkit).pagesInPixels) return () => 1;
  const pages = new Map(
    nodes.flatMap((node) => {
      const page = outerPageOf(node);
      return page ? [[keyOf(page.ref), page]] : [];
    }),
  );
  const pixels = new Map(
    await Promise.all(
      [...pages].map(async ([key, page]) => [key, await pixelsOfPage(backend, page, measuring)] as const),
    ),
  );
  return (node) => {
    const page = outerPageOf(node);
    return (page && pixels.get(keyOf(page.ref))) ?? 1;
  };
}

async function pixelsOfPage(backend: AtspiBackend, page: Node, { app, signal }: Measuring): Promise<number> {
  const { coordinates } = toolkitOf(app.toolkit);
  // A page that was read by itself is below its window at once.
  const isByItself = page.parent === undefined || WINDOW_ROLES.has(page.parent.role);
  const whole = isByItself ? await named(app.name, backend.inspect(page.ref, { withParents: true, signal })) : page;
  if (!whole?.parent) return 1;
  // Copies: other calls may be measuring the same nodes.
  const [own, view] = [{ ...whole }, { ...whole.parent }];
  await named(app.name, backend.measure([own, view], { coordinates, signal }));
  return own.extents && view.extents ? pixelsPerLogical(own.extents, view.extents) : 1;
}
