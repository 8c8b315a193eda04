/** What matches in the applications of a query, and what comes closest when nothing does. */

import type { AllowedPids } from '../../../protocol/atspi.ts';
import type { Element } from '../../../protocol/element.ts';
import type { WindowInfo } from '../../../protocol/window.ts';
import type { App, AtspiBackend } from '../backend.ts';
import { ifAnswered, named } from '../failure.ts';
import { closestTo } from '../model/match/closest.ts';
import { best, type Found, type Query, search, TIER } from '../model/match/match.ts';
import { type Node, nodesOf } from '../model/node.ts';
import { noWindow } from '../model/windows.ts';
import { type IsMeant, meantIn } from '../place/meant-window.ts';
import { type Rooted, readApplications, titlesIn } from '../read/applications.ts';
import type { Elements } from '../read/elements.ts';

/** What was found in the applications of a query. */
export interface Searched {
  found: (Found & { app: App })[];
  trees: Rooted[];
  /** The compositor's windows, where the query needs them. */
  windows: readonly WindowInfo[];
  /** Which windows of each application are meant. */
  meant: ReadonlyMap<App, IsMeant>;
  /** None of the applications has a window of the title asked for; `titles` are those that they have. */
  missing?: { titles: string[] } | undefined;
}

/** Where a call looks, and how long. */
export interface Scope {
  allowedPids: AllowedPids;
  /** The compositor's windows, whose titles a query for a window means too. */
  windows: readonly WindowInfo[];
  signal?: AbortSignal | undefined;
}

/** Instead of matches. */
export interface Closest {
  /** Matches in a browser's page that are out of view, else elements with names close to the query. */
  closest: Element[];
  isOutOfView: boolean;
}

const MAX_CLOSEST = 5;
/** Objects of a browser that are looked through for what is out of view. */
const MAX_SEARCHED = 4000;

/** Everything that matches in all applications of a query, the best first. Fails like `readApplications`. */
export async function searchAll(
  backend: AtspiBackend,
  query: Query & { app?: string | undefined },
  { allowedPids, windows, signal }: Scope,
): Promise<Searched> {
  const trees = await readApplications(backend, { app: query.app, allowedPids, signal });
  const { window } = query;
  const meant = new Map<App, IsMeant>(
    await Promise.all(
      trees.map(async (tree) => [tree.app, await meantIn(backend, tree, { window, windows, signal })] as const),
    ),
  );
  const found = trees.flatMap(({ app, root }) =>
    search(root, { ...query, isMeant: meant.get(app) }).map((one) => ({ ...one, app })),
  );
  const isMissing = trees.every(({ app, root }) =>
    root.children.every((one) => !one.isUnread && meant.get(app)?.(one) === false),
  );
  const missing = isMissing ? { titles: trees.flatMap((one) => titlesIn(one, windows)) } : undefined;
  const lowest = Math.min(...found.map(({ tier }) => tier));
  const isWords = (tier: number): boolean => tier >= TIER.words;
  const kept = isWords(lowest) ? found : found.filter(({ tier }) => !isWords(tier));
  return { found: kept.sort((a, b) => a.tier - b.tier), trees, windows, meant, missing };
}

/** Fails with `not_found` when no window has the title that a query asks for. */
export function checkWindow({ missing }: Searched, { window }: Query): void {
  if (window !== undefined && missing) throw noWindow(window, missing.titles);
}

/** What a query that nothing in view matches may mean. */
export async function closestIn(
  { backend, elements }: { backend: AtspiBackend; elements: Elements },
  { query, searched: { trees, meant } }: { query: Query; searched: Searched },
  signal: AbortSignal | undefined,
): Promise<Closest> {
  const away = await Promise.all(
    trees.map(async ({ app }) => {
      const root = await named(app.name, readPages(backend, app, signal));
      const shown = { ...query, isMeant: query.window === undefined ? undefined : meant.get(app) };
      return root ? best(search(root, shown)).map((node) => ({ node, app })) : [];
    }),
  );
  const outOfView = away.flat();
  const isOutOfView = outOfView.length > 0;
  const shown = isOutOfView ? outOfView : similarIn(trees, query);
  return { closest: await elements.each(shown.slice(0, MAX_CLOSEST), undefined), isOutOfView };
}

/** A hint is not worth a failure: of a browser that hangs there is none. */
function readPages(backend: AtspiBackend, app: App, signal: AbortSignal | undefined): Promise<Node | undefined> {
  return ifAnswered(backend.readEverything(app, { maxObjects: MAX_SEARCHED, signal }), { orTimeout: true });
}

function similarIn(trees: readonly Rooted[], { query, role }: Query): { node: Node; app: App }[] {
  const wanted = query ?? role ?? '';
  return trees.flatMap(({ app, root }) => closestTo(wanted, nodesOf(root), MAX_CLOSEST).map((node) => ({ node, app })));
}
