/** From what a call names to the one element it means. */

import { DesktopError } from '../../../base/errors.ts';
import type { AllowedPids, Before, DesktopForAtspi, ElementQuery } from '../../../protocol/atspi.ts';
import type { Element } from '../../../protocol/element.ts';
import type { WindowInfo } from '../../../protocol/window.ts';
import type { App, AtspiBackend } from '../backend.ts';
import { ifAnswered, named } from '../failure.ts';
import { type Ids, isSame, type Known, staleId } from '../model/ids.ts';
import { labelOf } from '../model/label.ts';
import { closestTo } from '../model/match/closest.ts';
import { best, type Found, type Query, search, TIER } from '../model/match/match.ts';
import { breakTies, preferWithArea } from '../model/match/ties.ts';
import { type Node, nodesOf, windowOf } from '../model/node.ts';
import { fold } from '../model/text.ts';
import { hasTitle, noWindow, titlesOf, windowsWith } from '../model/windows.ts';
import { measure } from '../place/measure.ts';
import { readApplications, titlesIn } from '../read/applications.ts';
import type { Elements } from '../read/elements.ts';
import { windowsFor } from '../read/shown-windows.ts';
import { ambiguous, invisible, noTarget, notFound } from './failures.ts';

/** An element with the application it is in. */
export interface Resolved {
  node: Node;
  app: App;
  /** Further elements that match equally well. */
  others: number;
}

/** What was found in the applications of a query. */
export interface Searched {
  found: (Found & { app: App })[];
  trees: { app: App; root: Node }[];
  /** The compositor's windows, where the query needs them. */
  windows: readonly WindowInfo[];
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

/** A query, with the compositor's windows where they are known already. */
export interface Resolving extends ElementQuery {
  windows?: readonly WindowInfo[] | undefined;
}

export interface Resolver {
  /** The element to read: of several the first. Fails with `not_found`, `stale_id`, `denied`, `timeout`. */
  toRead(query: ElementQuery, signal?: AbortSignal): Promise<Resolved>;
  /** The element to act on. Fails with `ambiguous` too, and names the candidates. */
  toActOn(query: Resolving, signal?: AbortSignal): Promise<Resolved>;
  /** The element to read that has an id. */
  byId(id: number, scope: Omit<Scope, 'windows'>): Promise<Resolved>;
  /** The element to act on through accessibility, once its application has taken the input before. Fails as `toActOn`. */
  toDoSomethingTo(query: ElementQuery, signal?: AbortSignal): Promise<Resolved>;
  /** Everything that matches in all applications of a query, the best first. */
  searchAll(query: Query & { app?: string | undefined }, scope: Scope): Promise<Searched>;
  /** What a query that nothing in view matches may mean. */
  closest(query: Query, searched: Searched, signal: AbortSignal | undefined): Promise<Closest>;
}

const MAX_CLOSEST = 5;
const MAX_SUCCESSORS = 3;
const MAX_CANDIDATES = 6;
/** Objects of a browser that are looked through for what is out of view. */
const MAX_SEARCHED = 4000;

/** What resolving needs. */
export interface ResolverParts {
  backend: AtspiBackend;
  desktop: DesktopForAtspi;
  ids: Ids;
  elements: Elements;
}

/** Makes the resolver of one accessibility bus. */
export function createResolver({ backend, desktop, ids, elements }: ResolverParts): Resolver {
  /** Elements of the role and name of one that is gone, in its application, when that is still there. */
  const successors = async (known: Known, signal: AbortSignal | undefined): Promise<Element[]> => {
    const app = backend.known().find(({ key }) => key === known.ref.app);
    if (!app || known.name === '') return [];
    const root = await named(known.app.name, ifAnswered(backend.read(app, { signal }), { orTimeout: true }));
    const alike = root ? nodesOf(root).filter((node) => node.role === known.role && labelOf(node) === known.name) : [];
    return elements.each(
      alike.slice(0, MAX_SUCCESSORS).map((node) => ({ node, app })),
      undefined,
    );
  };

  const visibleKnown = (id: number, allowedPids: AllowedPids): Known => {
    const known = ids.known(id);
    if (allowedPids !== 'all' && !allowedPids.includes(known.app.pid)) throw invisible(known);
    return known;
  };

  /** The element of an id as its application says now that it is. */
  const inspectKnown = async (known: Known, signal: AbortSignal | undefined): Promise<Resolved> => {
    const node = await named(known.app.name, backend.inspect(known.ref, { withParents: true, signal }));
    if (!node || !isSame(known, node)) throw staleId(known, node, await successors(known, signal));
    return resolved(known, node);
  };

  const arrived = (app: Pick<App, 'key' | 'name' | 'traits'>, before: Before, signal?: AbortSignal): Promise<void> =>
    named(app.name, backend.settle(app, before, signal));

  const byId: Resolver['byId'] = async (id, { allowedPids, signal }) => {
    const known = visibleKnown(id, allowedPids);
    await arrived({ ...known.app, key: known.ref.app }, 'reading', signal);
    const kept = backend.kept(known.ref);
    return kept && isSame(known, kept) ? resolved(known, kept) : inspectKnown(known, signal);
  };

  const searchAll: Resolver['searchAll'] = async (query, { allowedPids, windows, signal }) => {
    const trees = await readApplications(backend, { app: query.app, allowedPids, signal });
    const found = trees.flatMap(({ app, root }) =>
      search(root, shownTo(query, app, windows)).map((one) => ({ ...one, app })),
    );
    const title = query.window === undefined ? undefined : fold(query.window);
    const isMissing = trees.every(({ app, root }) => windowsWith(root, title, titlesOf(app.pid, windows)).length === 0);
    const missing = isMissing ? { titles: trees.flatMap((one) => titlesIn(one, windows)) } : undefined;
    const lowest = Math.min(...found.map(({ tier }) => tier));
    const isWords = (tier: number): boolean => tier >= TIER.words;
    const kept = isWords(lowest) ? found : found.filter(({ tier }) => !isWords(tier));
    return { found: kept.sort((a, b) => a.tier - b.tier), trees, windows, missing };
  };

  /** A hint is not worth a failure: of a browser that hangs there is none. */
  const lookThrough = (app: App, signal: AbortSignal | undefined): Promise<Node | undefined> =>
    ifAnswered(backend.readEverything(app, { maxObjects: MAX_SEARCHED, signal }), { orTimeout: true });

  const closest: Resolver['closest'] = async (query, { trees, windows }, signal) => {
    const away = (
      await Promise.all(
        trees.map(async ({ app }) =>
          outOfView(await named(app.name, lookThrough(app, signal)), { query: shownTo(query, app, windows), app }),
        ),
      )
    ).flat();
    const wanted = query.query ?? query.role ?? '';
    const near = trees.flatMap(({ app, root }) =>
      closestTo(wanted, nodesOf(root), MAX_CLOSEST).map((node) => ({ node, app })),
    );
    const isOutOfView = away.length > 0;
    const shown = (isOutOfView ? away : near).slice(0, MAX_CLOSEST);
    return { closest: await elements.each(shown, undefined), isOutOfView };
  };

  /** What matches best; to act, `window` only breaks ties: it is the window to bring in front. */
  const matches = async (query: Resolving, isToRead: boolean, signal: AbortSignal | undefined) => {
    const { target } = query;
    if (target.query === undefined && target.role === undefined) throw noTarget();
    const windows = query.windows ?? (await windowsFor(desktop, target.window, signal));
    const scope = { allowedPids: query.allowedPids, windows, signal };
    const filter = isToRead ? target : { ...target, window: undefined, isTabMeant: query.isToScroll !== true };
    const searched = await searchAll(filter, scope);
    checkWindow(searched, filter);
    if (searched.found.length === 0) throw notFound(target, await closest(filter, searched, signal));
    const apps = new Map(searched.found.map(({ node, app }) => [node, app]));
    const title = target.window === undefined ? undefined : fold(target.window);
    const isInMeantWindow = (node: Node): boolean =>
      hasTitle(windowOf(node), title, titlesOf(apps.get(node)?.pid ?? 0, windows));
    return { nodes: breakTies(best(searched.found), isInMeantWindow), apps };
  };

  const pick = (node: Node | undefined, apps: Map<Node, App>, others: number): Resolved => {
    const app = node && apps.get(node);
    if (!node || !app) throw new DesktopError('internal', 'A match was lost.', 'Report this.');
    return { node, app, others };
  };

  const toActOn: Resolver['toActOn'] = async (query, signal) => {
    const { id } = query.target;
    if (id !== undefined) return inspectKnown(visibleKnown(id, query.allowedPids), signal);
    const { nodes, apps } = await matches(query, false, signal);
    if (nodes.length === 1) return pick(nodes[0], apps, 0);
    await measureEach(backend, { nodes, apps, signal });
    const left = preferWithArea(nodes);
    if (left.length === 1) return pick(left[0], apps, 0);
    const listed = left.slice(0, MAX_CANDIDATES).map((node) => pick(node, apps, 0));
    const shown = query.windows ?? (await desktop.state(signal)).windows;
    const candidates = await elements.each(listed, { windows: shown, signal });
    throw ambiguous(query.target, { candidates, listed, count: left.length, shown });
  };

  return {
    byId,
    searchAll,
    closest,
    toRead: async (query, signal) => {
      const { id } = query.target;
      if (id !== undefined) return byId(id, { ...query, signal });
      const { nodes, apps } = await matches(query, true, signal);
      return pick(nodes[0], apps, nodes.length - 1);
    },
    toActOn,
    toDoSomethingTo: async (query, signal) => {
      const { id } = query.target;
      if (id !== undefined) {
        const known = visibleKnown(id, query.allowedPids);
        await arrived({ ...known.app, key: known.ref.app }, 'action', signal);
        return inspectKnown(known, signal);
      }
      const found = await toActOn(query, signal);
      await arrived(found.app, 'action', signal);
      return found;
    },
  };
}

/** Fails with `not_found` when no window has the title that a query asks for. */
export function checkWindow({ missing }: Searched, { window }: Query): void {
  if (window !== undefined && missing) throw noWindow(window, missing.titles);
}

/** A query of an application, with the titles that the compositor shows of it. */
function shownTo(query: Query, { pid }: App, windows: readonly WindowInfo[]): Query {
  return query.window === undefined ? query : { ...query, shown: titlesOf(pid, windows) };
}

function resolved({ ref, app }: Known, node: Node): Resolved {
  const root = { app: ref.app, key: '' };
  return { node, app: { ...app, key: ref.app, root, isResponding: true }, others: 0 };
}

function outOfView(root: Node | undefined, { query, app }: { query: Query; app: App }): { node: Node; app: App }[] {
  return root ? best(search(root, query)).map((node) => ({ node, app })) : [];
}

async function measureEach(
  backend: AtspiBackend,
  { nodes, apps, signal }: { nodes: Node[]; apps: Map<Node, App>; signal: AbortSignal | undefined },
): Promise<void> {
  await Promise.all(
    nodes.map(async (node) => {
      const app = apps.get(node);
      if (!app) return;
      await measure(backend, [node], { app, signal });
    }),
  );
}
