/** From what a call names to the one element it means. */

import { DesktopError } from '../../../base/errors.ts';
import type { DesktopForAtspi, ElementQuery } from '../../../protocol/atspi.ts';
import type { WindowInfo } from '../../../protocol/window.ts';
import type { App, AtspiBackend } from '../backend.ts';
import { named } from '../failure.ts';
import { best, type Query } from '../model/match/match.ts';
import { breakTies, breakTiesByPlace } from '../model/match/ties.ts';
import { type Node, unreadIn, windowOf } from '../model/node.ts';
import { type Meaning, meantIn } from '../place/meant-window.ts';
import { measure } from '../place/measure.ts';
import { windowsFor } from '../read/shown-windows.ts';
import { type ByIdParts, inspectKnown, knownTo, lookUp, type Resolved, settleKnown } from './by-id.ts';
import { ambiguous, noTarget, notFound } from './failures.ts';
import { type Closest, checkWindow, closestIn, type Scope, type Searched, searchAll } from './search.ts';

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

/** What resolving needs. */
export interface ResolverParts extends ByIdParts {
  desktop: DesktopForAtspi;
}

/** Elements that an error names, of several that match. */
const MAX_CANDIDATES = 6;

/** Makes the resolver of one reader. */
export function createResolver(parts: ResolverParts): Resolver {
  const { backend, ids } = parts;
  const byId: Resolver['byId'] = async (id, { allowedPids, signal }) =>
    lookUp(parts, knownTo(ids, id, allowedPids), signal);
  const toActOn: Resolver['toActOn'] = async (query, signal) => {
    const { id } = query.target;
    if (id === undefined) return oneToActOn(parts, query, signal);
    return inspectKnown(parts, knownTo(ids, id, query.allowedPids), signal);
  };
  return {
    byId,
    searchAll: (query, scope) => searchAll(backend, query, scope),
    closest: (query, searched, signal) => closestIn(parts, { query, searched }, signal),
    toRead: async (query, signal) => {
      const { id } = query.target;
      if (id !== undefined) return byId(id, { ...query, signal });
      const { nodes, apps } = await bestMatches(parts, query, { isToRead: true, signal });
      return pick(nodes[0], apps, nodes.length - 1);
    },
    toActOn,
    toDoSomethingTo: async (query, signal) => {
      const { id } = query.target;
      if (id !== undefined) {
        const known = knownTo(ids, id, query.allowedPids);
        await settleKnown(backend, known, 'action', signal);
        return inspectKnown(parts, known, signal);
      }
      const found = await toActOn(query, signal);
      await named(found.app.name, backend.settle(found.app, 'action', signal));
      return found;
    },
  };
}

/** What matches best, with the application that each is in. */
interface Matches {
  nodes: Node[];
  apps: ReadonlyMap<Node, App>;
}

/** What matches best; to act, `window` only breaks ties: it is the window to bring in front. */
async function bestMatches(
  parts: ResolverParts,
  query: Resolving,
  { isToRead, signal }: { isToRead: boolean; signal: AbortSignal | undefined },
): Promise<Matches> {
  const { target } = query;
  if (target.query === undefined && target.role === undefined) throw noTarget();
  const windows = query.windows ?? (await windowsFor(parts.desktop, target.window, signal));
  const filter = isToRead ? target : { ...target, window: undefined, isTabMeant: query.isToScroll !== true };
  const searched = await searchAll(parts.backend, filter, { allowedPids: query.allowedPids, windows, signal });
  checkWindow(searched, filter);
  if (searched.found.length === 0) {
    const isCut = searched.trees.some(({ root }) => unreadIn(root).length > 0);
    throw notFound(target, { ...(await closestIn(parts, { query: filter, searched }, signal)), isCut });
  }
  const apps = new Map(searched.found.map(({ node, app }) => [node, app]));
  // What is read was looked for in the meant window only.
  const window = isToRead ? undefined : target.window;
  const meant = await meantOf(parts.backend, searched, { window, windows, signal });
  const isInMeantWindow = (node: Node): boolean => meant.get(node) ?? true;
  const isPageMeant = isToRead || query.isToScroll === true;
  return { nodes: breakTies(best(searched.found), { isInMeantWindow, isPageMeant }), apps };
}

/** Whether each match is in a window that is meant. */
async function meantOf(
  backend: AtspiBackend,
  { found, trees }: Searched,
  meaning: Meaning,
): Promise<Map<Node, boolean>> {
  if (meaning.window === undefined) return new Map();
  const means = new Map(
    await Promise.all(trees.map(async (tree) => [tree.app, await meantIn(backend, tree, meaning)] as const)),
  );
  return new Map(found.map(({ node, app }) => [node, means.get(app)?.(windowOf(node)) ?? false]));
}

async function oneToActOn(parts: ResolverParts, query: Resolving, signal: AbortSignal | undefined): Promise<Resolved> {
  const { nodes, apps } = await bestMatches(parts, query, { isToRead: false, signal });
  if (nodes.length === 1) return pick(nodes[0], apps, 0);
  await measureEach(parts.backend, { nodes, apps, signal });
  const left = breakTiesByPlace(nodes);
  if (left.length === 1) return pick(left[0], apps, 0);
  const listed = left.slice(0, MAX_CANDIDATES).map((node) => pick(node, apps, 0));
  const shown = query.windows ?? (await parts.desktop.state(signal)).windows;
  const candidates = await parts.elements.each(listed, { windows: shown, signal });
  throw ambiguous(query.target, { candidates, listed, count: left.length, shown });
}

function pick(node: Node | undefined, apps: ReadonlyMap<Node, App>, others: number): Resolved {
  const app = node && apps.get(node);
  if (!node || !app) throw new DesktopError('internal', 'A match was lost.', 'Report this.');
  return { node, app, others };
}

async function measureEach(
  backend: AtspiBackend,
  { nodes, apps, signal }: Matches & { signal: AbortSignal | undefined },
): Promise<void> {
  await Promise.all(
    nodes.map(async (node) => {
      const app = apps.get(node);
      if (app) await measure(backend, [node], { app, signal });
    }),
  );
}
