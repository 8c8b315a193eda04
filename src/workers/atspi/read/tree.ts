/** Reads a tree for a reply: as much of it as the reply shows, with a revision, or what has changed since one. */

import { sleep } from '../../../base/abortable.ts';
import { DesktopError } from '../../../base/errors.ts';
import type { TreeChanges, TreeQuery, TreeReply } from '../../../protocol/atspi.ts';
import type { Element } from '../../../protocol/element.ts';
import type { WindowInfo } from '../../../protocol/window.ts';
import type { App } from '../backend.ts';
import { named, orUndefined } from '../failure.ts';
import { changesBetween } from '../model/change/revisions.ts';
import { type Line, linesOf } from '../model/compact/compact.ts';
import { isEnough, pageOf, readLines } from '../model/compact/page.ts';
import { isHollow, type Node } from '../model/node.ts';
import { fold, quoted } from '../model/text.ts';
import { noWindow } from '../model/windows.ts';
import { applicationOf, type Parts, publicApp, type View } from '../parts.ts';
import { meantIn } from '../place/meant-window.ts';
import { activeOf, applicationsFor, type Rooted, readApplications, titlesIn } from './applications.ts';
import { readDocument } from './document.ts';
import { windowsFor } from './shown-windows.ts';

/** Elements read for each line that a reply may show; most are wrappers without a line. */
const OBJECTS_PER_LINE = 4;
/** How long a program that shows nothing is given to build its tree, and how often it is asked. */
const AWAKE_MS = 1500;
const AWAKE_POLL_MS = 100;
/** Time after which a reply shows what was read until then. */
const MAX_READING_MS = 2_000;
/** Elements read for one reply at most. */
const MAX_OBJECTS = 100_000;

/** Reads a tree, or with `since` what has changed in the tree of that revision. */
export async function readTree(parts: Parts, query: TreeQuery, signal?: AbortSignal): Promise<TreeReply> {
  if (query.since !== undefined) return readChanges(parts, query, query.since, signal);
  return readWhole(parts, await withWindows(parts, query, signal), signal);
}

/** The same query, of the application in front when it names none. */
async function withWindows({ desktop }: Parts, query: TreeQuery, signal: AbortSignal | undefined): Promise<ShownQuery> {
  const { app, pid, id, window, bounds } = query;
  const isOfActive = app === undefined && pid === undefined && id === undefined;
  const needsWindows = bounds || window !== undefined;
  if (!isOfActive && !needsWindows) return { ...query, windows: [] };
  const { windows } = await desktop.state(signal);
  const activePid = isOfActive ? windows.find(({ active }) => active)?.pid : undefined;
  return { ...query, pid: pid ?? activePid, windows: needsWindows ? windows : [] };
}

async function readWhole(parts: Parts, query: ShownQuery, signal: AbortSignal | undefined): Promise<TreeReply> {
  const { app, root, lines, from, maxObjects, isEmpty } = await readAwake(parts, query, signal);
  const page = pageOf(lines, { from, maxNodes: query.maxNodes });
  // The mirror may hold far more than this reply is about.
  const most = Math.max(maxObjects, from + query.maxNodes);
  const read = await parts.elements.of(readLines(lines).slice(0, most), app, undefined);
  const elements = query.bounds
    ? await parts.elements.of(page.shown, app, { windows: query.windows, signal })
    : read.slice(from, from + page.shown.length);
  const isCut = read.length < lines.length;
  const revision = keep(parts, { app, query, maxObjects: most, elements: read, isCut });
  const { more, isAtLeast } = page;
  return { app: wholeOf(parts, query, { app, root }), elements, more, isAtLeast, revision, isEmpty };
}

/**
 * Chromium builds its tree when it is asked for more than its windows, which takes a moment; one that was started without
 * accessibility never does. A window of it that holds nothing at all is asked again until it does.
 */
async function readAwake(
  parts: Parts,
  query: ShownQuery,
  signal: AbortSignal | undefined,
): Promise<Enough & { isEmpty: boolean }> {
  for (let waitedMs = 0; ; waitedMs += AWAKE_POLL_MS) {
    const read = await readEnough(parts, query, signal);
    const isEmpty = isWhole(query) && read.app.traits.buildsTreeWhenAsked && isHollow(read.root);
    if (!isEmpty || waitedMs >= AWAKE_MS) return { ...read, isEmpty };
    // Plain reads do not wake it, the question for its page does.
    const asked = read.root.children.map((window) => parts.backend.document(window.ref, signal));
    await named(read.app.name, Promise.all(asked));
    await sleep(AWAKE_POLL_MS, signal);
  }
}

async function readChanges(
  parts: Parts,
  query: TreeQuery,
  since: number,
  signal: AbortSignal | undefined,
): Promise<TreeReply> {
  const before = parts.revisions.at(since);
  const { pid, maxObjects, ...view } = before.view;
  const windows = await windowsFor(parts.desktop, view.window, signal);
  const again: ShownQuery = { ...query, ...view, app: undefined, pid, windows };
  const { app, root } = await readPart(parts, { ...again, maxObjects }, signal);
  if (query.app !== undefined && !(await isCalled(parts, app, { ...query, app: query.app }, signal)))
    throw otherApplication(since, app, query.app);
  const lines = linesOf(root, app, again.interactive);
  const elements = await parts.elements.of(readLines(lines).slice(0, maxObjects), app, undefined);
  const now = { elements, isCut: elements.length < lines.length };
  const revision = keep(parts, { app, query: again, maxObjects, ...now });
  const all = changesBetween(before, now);
  const changes = cutChanges(all, query.maxNodes);
  const more = countOf(all) - countOf(changes);
  return {
    app: wholeOf(parts, again, { app, root }),
    elements: [],
    more,
    isAtLeast: false,
    isEmpty: false,
    revision,
    changes,
  };
}

/** Whether a name means an application: a part of its own, or the class of its windows. */
async function isCalled(
  { backend }: Parts,
  { name, pid }: App,
  wanted: { app: string } & TreeQuery,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (fold(name).includes(fold(wanted.app))) return true;
  const { allowedPids } = wanted;
  const apps = await applicationsFor(backend, { app: wanted.app, allowedPids, signal }).catch(orUndefined('not_found'));
  return apps?.some((app) => app.pid === pid) === true;
}

function otherApplication(since: number, { name }: App, wanted: string): DesktopError {
  return new DesktopError(
    'invalid_params',
    `Revision ${since} is of ${quoted(name)}, not of ${quoted(wanted)}.`,
    `Call tree with app=${quoted(wanted)} without since; its reply says its revision.`,
  );
}

function cutChanges({ added, changed, removed }: TreeChanges, most: number): TreeChanges {
  return { added: added.slice(0, most), changed: changed.slice(0, most), removed: removed.slice(0, most) };
}

function countOf({ added, changed, removed }: TreeChanges): number {
  return added.length + changed.length + removed.length;
}

interface Kept {
  app: App;
  query: TreeQuery;
  maxObjects: number;
  elements: Element[];
  isCut: boolean;
}

function keep({ revisions }: Parts, { app, query, maxObjects, elements, isCut }: Kept): number {
  const { window, id, document, interactive } = query;
  const view: View = { pid: app.pid, window, id, document, interactive, maxObjects };
  return revisions.keep({ view, elements, isCut });
}

/** The application with the titles of its windows, where the reply is about all of it. */
function wholeOf(parts: Parts, query: ShownQuery, { app, root }: Rooted): TreeReply['app'] {
  return isWhole(query) ? applicationOf(parts, { app, root }, query.windows) : { ...publicApp(app), windows: [] };
}

/** Whether a reply is about an application, not an element or a page of it. */
function isWhole({ id, document }: TreeQuery): boolean {
  return id === undefined && document !== true;
}

interface Enough extends Rooted {
  lines: readonly Line[];
  /** The first line that the reply shows. */
  from: number;
  /** How many elements were read at most. */
  maxObjects: number;
}

/** Reads until there are as many lines as the reply may show: a long list costs what is shown of it. */
async function readEnough(parts: Parts, query: ShownQuery, signal: AbortSignal | undefined): Promise<Enough> {
  const { maxNodes, after, interactive } = query;
  const endMs = performance.now() + MAX_READING_MS;
  for (let maxObjects = maxNodes * OBJECTS_PER_LINE; ; maxObjects *= 2) {
    const { app, root } = await readPart(parts, { ...query, maxObjects }, signal);
    const lines = linesOf(root, app, interactive);
    const read = readLines(lines);
    const from = after === undefined ? 0 : read.findIndex(({ node }) => parts.ids.give(node, app) === after) + 1;
    const isFound = after === undefined || from > 0;
    const isAll = maxObjects >= MAX_OBJECTS || read.length === lines.length;
    const isOver = isAll || performance.now() >= endMs;
    // What comes before the element to go on after is read for as long as that takes.
    if (isFound && (isOver || isEnough(lines, { from, maxNodes }))) return { app, root, lines, from, maxObjects };
    if (isAll) throw notInTree(after ?? 0);
  }
}

function notInTree(after: number): DesktopError {
  return new DesktopError(
    'stale_id',
    `Element ${after} is not in this tree any more: the window has changed.`,
    'Call tree again without after.',
  );
}

/** A tree to be read, with what is known of the compositor's windows. */
interface ShownQuery extends TreeQuery {
  /** Those whose titles and places are needed. */
  windows: readonly WindowInfo[];
}

/** What of which application is read, and how many objects of it at most. */
export type PartQuery = Pick<ShownQuery, 'app' | 'pid' | 'window' | 'id' | 'document' | 'allowedPids' | 'windows'> & {
  maxObjects: number;
};

/** Reads an application, a page or a subtree. */
export function readPart(parts: Parts, query: PartQuery, signal: AbortSignal | undefined): Promise<Rooted> {
  if (query.document) return readDocument(parts, query, signal);
  return query.id === undefined ? readApp(parts, query, signal) : readElement(parts, query, query.id, signal);
}

/** Reads an application, with only the windows asked for. Of several processes the active one is meant. */
async function readApp(parts: Parts, query: PartQuery, signal: AbortSignal | undefined): Promise<Rooted> {
  const { backend } = parts;
  if (query.app === undefined && query.pid === undefined)
    throw new DesktopError('invalid_params', 'No application is named.', 'Give app as apps lists it, or id.');
  const roots = await readApplications(backend, { ...query, signal });
  const meant = new Map(
    await Promise.all(roots.map(async (one) => [one, await windowsIn(parts, one, query, signal)] as const)),
  );
  const chosen = activeOf(roots.filter((one) => query.window === undefined || meant.get(one)?.length !== 0));
  if (!chosen)
    throw noWindow(
      query.window ?? '',
      roots.flatMap((one) => titlesIn(one, query.windows)),
    );
  const children = meant.get(chosen);
  if (query.window === undefined || !children) return chosen;
  const { kept: _kept, ...root } = chosen.root;
  return { app: chosen.app, root: { ...root, children } };
}

/** The windows of an application that a query means, and those that were not read yet. */
async function windowsIn(
  { backend }: Parts,
  one: Rooted,
  { window, windows }: PartQuery,
  signal: AbortSignal | undefined,
): Promise<Node[]> {
  const isMeant = await meantIn(backend, one, { window, windows, signal });
  return one.root.children.filter((child) => child.isUnread === true || isMeant(child));
}

async function readElement(
  parts: Parts,
  query: PartQuery,
  id: number,
  signal: AbortSignal | undefined,
): Promise<Rooted> {
  const { node, app } = await parts.resolver.byId(id, { ...query, signal });
  const { maxObjects } = query;
  const root = await named(app.name, parts.backend.read(app, { from: node.ref, maxObjects, signal }));
  root.parent = node.parent;
  return { app, root };
}
