/** What matches in the applications of a query, and what comes closest when nothing does. */

import type { AllowedPids, UnsearchedList } from '../../../protocol/atspi.ts';
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
  /** Matches in a browser's page or in a list that are out of view, else elements with names close to the query. */
  closest: Element[];
  isOutOfView: boolean;
  /** Lists that were not looked through to their end. */
  notSearched?: UnsearchedList[] | undefined;
}

const MAX_CLOSEST = 5;
/** Objects of a browser that are looked through for what is out of view. */
const MAX_SEARCHED = 4000;
/** Longest list whose entries out of view are looked through, how many of those, and for how long. */
const MAX_ENTRIES = 2000;
const MAX_LISTS = 4;
const LISTS_MS = 700;

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
  const lists = await searchLists(backend, { query, trees }, signal);
  const outOfView = [...away.flat(), ...lists.found];
  const isOutOfView = outOfView.length > 0;
  const shown = isOutOfView ? outOfView : similarIn(trees, query);
  const closest = await elements.each(shown.slice(0, MAX_CLOSEST), undefined);
  const notSearched = isOutOfView ? [] : await Promise.all(lists.unsearched.map((one) => unsearched(elements, one)));
  return { closest, isOutOfView, ...(notSearched.length > 0 ? { notSearched } : {}) };
}

/** A list with its application. */
interface Listed {
  node: Node;
  app: App;
}

/** Looks through the entries out of view of lists that are short enough, as long as there is time. */
async function searchLists(
  backend: AtspiBackend,
  { query, trees }: { query: Query; trees: readonly Rooted[] },
  signal: AbortSignal | undefined,
): Promise<{ found: Listed[]; unsearched: Listed[] }> {
  // Of a browser all that is out of view was looked through before.
  const lists = trees.flatMap(({ app, root }) =>
    app.traits.isBrowser ? [] : nodesOf(root).flatMap((node) => (entriesOutOfView(node) > 0 ? [{ node, app }] : [])),
  );
  const found: Listed[] = [];
  const unsearched: Listed[] = [];
  const endMs = performance.now() + LISTS_MS;
  for (const list of lists.slice(0, MAX_LISTS)) {
    const leftMs = Math.ceil(endMs - performance.now());
    const whole =
      (list.node.entryCount ?? 0) > MAX_ENTRIES || leftMs <= 0
        ? undefined
        : await wholeList(backend, list, { leftMs, signal });
    if (!whole) unsearched.push(list);
    else found.push(...best(search(whole, { ...query, isMeant: undefined })).map((node) => ({ node, app: list.app })));
  }
  return { found, unsearched };
}

/** Entries of a list that are not in its tree, because they do not show. */
function entriesOutOfView({ entryCount = 0, children }: Node): number {
  return entryCount - children.filter(({ unreadEntries }) => !unreadEntries).length;
}

/** A list with all its entries; undefined where that takes too long. */
async function wholeList(
  backend: AtspiBackend,
  { node, app }: Listed,
  { leftMs, signal }: { leftMs: number; signal: AbortSignal | undefined },
): Promise<Node | undefined> {
  const timeUp = AbortSignal.timeout(leftMs);
  const ended = signal ? AbortSignal.any([signal, timeUp]) : timeUp;
  try {
    const root = await named(app.name, backend.readList(node.ref, { maxObjects: MAX_SEARCHED, signal: ended }));
    root.parent = node.parent;
    return root;
  } catch (error) {
    if (timeUp.aborted && !signal?.aborted) return undefined;
    throw error;
  }
}

async function unsearched(elements: Elements, list: Listed): Promise<UnsearchedList> {
  const element = await elements.one(list.node, list.app, undefined);
  return { element, entries: entriesOutOfView(list.node), of: list.node.entryCount ?? 0 };
}

/** A hint is not worth a failure: of a browser that hangs there is none. */
function readPages(backend: AtspiBackend, app: App, signal: AbortSignal | undefined): Promise<Node | undefined> {
  return ifAnswered(backend.readEverything(app, { maxObjects: MAX_SEARCHED, signal }), { orTimeout: true });
}

function similarIn(trees: readonly Rooted[], { query, role }: Query): { node: Node; app: App }[] {
  const wanted = query ?? role ?? '';
  return trees.flatMap(({ app, root }) => closestTo(wanted, nodesOf(root), MAX_CLOSEST).map((node) => ({ node, app })));
}
