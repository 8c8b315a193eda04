/**
 * Waiting until an application is at rest. Its change events say when: GTK 3, GTK 4, Qt, Firefox and Chromium announce
 * texts, states, values, titles and elements that come and go. While it is quiet nothing is asked of it; before it counts
 * as at rest its windows are listed once, which also shows whether it still answers, and a browser's pages are looked at.
 */

import { sleep } from '../../../base/abortable.ts';
import { DesktopError } from '../../../base/errors.ts';
import type { IdleQuery, IdleReply } from '../../../protocol/atspi.ts';
import type { Element } from '../../../protocol/element.ts';
import type { App } from '../backend.ts';
import { named } from '../failure.ts';
import { createIdleDetector, type IdleDetector, type Verdict } from '../model/change/idle.ts';
import { labelOf } from '../model/label.ts';
import { keyOf, type Node, nodesOf, type ObjectRef } from '../model/node.ts';
import { DOCUMENT_ROLES } from '../model/roles.ts';
import { isActive, titledIn } from '../model/windows.ts';
import { type Parts, publicApp } from '../parts.ts';
import { activeOf, type Rooted, readWindows } from '../read/applications.ts';
import { activeWindowOf } from '../read/shown-windows.ts';
import { createScreens } from './wait-screens.ts';

/** Time between two decisions. A decision costs the application nothing. */
const MIN_SLEEP_MS = 10;
const MAX_SLEEP_MS = 100;
/** Time between two looks at a page that is still loading, or at a program that never rests. */
const LOOK_POLL_MS = 1000;
/** The title of a page that is empty on purpose. */
const BLANK_PAGE = 'about:blank';
/** Elements that a reply names. */
const MAX_NAMED = 5;

/** One wait: what it watches, and how far it got. */
interface Wait {
  parts: Parts;
  query: IdleQuery;
  app: App;
  idle: IdleDetector;
  startedMs: number;
  signal: AbortSignal | undefined;
}

/** What the last look at the application saw, and when. */
interface Look {
  windows: Node;
  /** Documents that are still loading; one of Chromium is empty until it has loaded. */
  busy: Node[];
  /** `idle.count()` at that time. */
  count: number;
  atMs: number;
}

/** Waits until an application is at rest. Time running out is an answer: `idle: false`, with what kept changing. */
export async function waitUntilIdle(parts: Parts, query: IdleQuery, signal?: AbortSignal): Promise<IdleReply> {
  const startedMs = performance.now();
  const { app, root } = await chooseApp(parts, query, signal);
  if (app.traits.isSilentUntilRead) await named(app.name, parts.backend.read(app, { signal }));
  const idle = createIdleDetector(query.quietMs, performance.now());
  const onCaret = createScreens(parts, { idle, signal });
  const unwatch = parts.backend.watch((change) => {
    if (change.ref.app !== app.key) return;
    if (change.kind === 'caret') onCaret(change.ref);
    else idle.note(change, performance.now());
  });
  try {
    return await watchUntilIdle({ parts, query, app, idle, startedMs, signal }, root);
  } finally {
    unwatch();
  }
}

async function watchUntilIdle(wait: Wait, windows: Node): Promise<IdleReply> {
  const { idle, query, startedMs, signal } = wait;
  let look: Look = { windows, busy: [], count: idle.count(), atMs: Number.NEGATIVE_INFINITY };
  for (;;) {
    const verdict = idle.verdict(performance.now());
    if (isLookDue(verdict, look, idle)) {
      const before = look;
      look = await lookAround(wait, before);
      const isUnannounced = before.count === look.count && wordsOf(before.windows) !== wordsOf(look.windows);
      if (isUnannounced) idle.touch(performance.now());
      const now = idle.verdict(performance.now());
      if (now.state !== 'changing' && look.busy.length === 0) return replyOf(wait, look, now);
    }
    const leftMs = startedMs + query.timeoutMs - performance.now();
    if (leftMs <= 0) return replyOf(wait, await lookAround(wait, look), idle.verdict(performance.now()), true);
    const untilMs = verdict.state === 'changing' ? verdict.untilMs - performance.now() : MAX_SLEEP_MS;
    await sleep(Math.min(leftMs, Math.max(MIN_SLEEP_MS, Math.min(untilMs, MAX_SLEEP_MS))), signal);
  }
}

/** A quiet application is looked at once, and again while it loads; one that never rests once a second. */
function isLookDue({ state }: Verdict, { count, atMs }: Look, idle: IdleDetector): boolean {
  if (state === 'changing') return false;
  if (state === 'quiet' && count !== idle.count()) return true;
  return performance.now() - atMs >= LOOK_POLL_MS;
}

/** Lists the windows, and looks which pages of a browser are still loading. Fails with `timeout` when it hangs. */
async function lookAround(wait: Wait, before: Look): Promise<Look> {
  const { parts, app, idle, signal } = wait;
  const count = idle.count();
  const pages = app.traits.isBrowser ? busyPages(wait, before) : [];
  const work = Promise.all([parts.backend.windows(app, signal), pages]);
  const [windows, busy] = await named(app.name, work);
  return { windows, busy, count, atMs: performance.now() };
}

/** Reads the pages when something has changed since; else only those that were busy are asked again. */
async function busyPages({ parts, app, idle, signal }: Wait, before: Look): Promise<Node[]> {
  const { backend } = parts;
  const isBusy = ({ states }: Node): boolean => states.has('busy');
  if (before.atMs > Number.NEGATIVE_INFINITY && before.count === idle.count()) {
    const again = before.busy.map(async (node) =>
      isBusy(node) ? backend.inspect(node.ref, { withParents: false, signal }) : node,
    );
    const now = (await Promise.all(again)).filter((node) => node !== undefined);
    return now.filter((node) => isBusy(node) || isEmptyPage(node));
  }
  const root = await backend.read(app, { signal });
  const pages = nodesOf(root).filter(({ role }) => DOCUMENT_ROLES.has(role));
  if (!app.traits.hidesLoadingPages) return pages.filter(isBusy);
  const isLoading = pages.every(isEmptyPage) && !titleOf(root).startsWith(BLANK_PAGE);
  return isLoading ? pages.slice(0, 1) : pages.filter(isBusy);
}

function isEmptyPage({ name, children }: Node): boolean {
  return name === '' && children.length === 0;
}

/** What the windows of an application say: changes of it that no event told of are seen by this. */
function wordsOf(root: Node): string {
  return root.children.map((window) => `${keyOf(window.ref)} ${window.name}`).join('\n');
}

async function replyOf(wait: Wait, look: Look, verdict: Verdict, isLate = false): Promise<IdleReply> {
  const { app, idle, startedMs } = wait;
  const waitedMs = performance.now() - startedMs;
  const objects = verdict.state === 'restless' ? verdict.objects : isLate ? idle.lately(performance.now()) : [];
  return {
    idle: !isLate,
    app: publicApp(app),
    title: titleOf(look.windows),
    waitedMs,
    changing: await elementsOf(wait, objects.slice(0, MAX_NAMED)),
    more: Math.max(0, objects.length - MAX_NAMED),
    loading: look.busy.map((page) => labelOf(page) || titleOf(look.windows)),
  };
}

/** The elements of these objects; what is gone is left out. */
async function elementsOf({ parts, app, signal }: Wait, objects: ObjectRef[]): Promise<Element[]> {
  const found = await Promise.all(
    objects.map(async (ref) => {
      const node = await named(app.name, parts.backend.inspect(ref, { withParents: false, signal }));
      return node && parts.elements.one(node, app, undefined);
    }),
  );
  return found.filter((element) => element !== undefined);
}

/** Of several processes of one name the one with the window in front is meant. */
async function chooseApp(
  { backend, desktop }: Parts,
  query: IdleQuery,
  signal: AbortSignal | undefined,
): Promise<Rooted> {
  const { app, allowedPids } = query;
  const activeWindow = app === undefined ? await activeWindowOf(desktop, signal) : undefined;
  if (app === undefined && !activeWindow)
    throw new DesktopError('not_found', 'No window is in front.', 'Give app as apps lists it.');
  const chosen = activeOf(await readWindows(backend, { app, pid: activeWindow?.pid, allowedPids, signal }));
  if (chosen) return chosen;
  throw new DesktopError('not_found', 'No application is named.', 'Give app as apps lists it.');
}

function titleOf(root: Node): string {
  const titled = titledIn(root);
  const window = titled.find(isActive) ?? titled[0];
  return window ? labelOf(window).trim() : '';
}
