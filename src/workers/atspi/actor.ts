/** Answers the calls of the atspi contract: reads afresh each time, then selects, compacts and gives ids. */

import { DesktopError } from '../../base/errors.ts';
import type {
  Application,
  AppsQuery,
  AtspiActor,
  Before,
  DesktopForAtspi,
  FindQuery,
  FindReply,
} from '../../protocol/atspi.ts';
import { covers, type Grant } from '../../protocol/grant.ts';
import { actOn } from './act/act.ts';
import { focusedOf } from './act/focused.ts';
import { createFocusing } from './act/focusing.ts';
import { createTyping } from './act/typing.ts';
import type { App, AtspiBackend } from './backend.ts';
import { inWords, named, orUndefined } from './failure.ts';
import { createResolver } from './find/resolve.ts';
import { checkWindow } from './find/search.ts';
import { createRevisions } from './model/change/revisions.ts';
import { createIds } from './model/ids.ts';
import { nodesOf, unreadIn } from './model/node.ts';
import { createSightings } from './model/place/rest.ts';
import { applicationOf, isSameView, type Parts, publicApp } from './parts.ts';
import { hiddenOf } from './place/hidden.ts';
import { findPoint } from './point/aim.ts';
import { elementAt } from './point/element-at.ts';
import { readMarks } from './point/marks.ts';
import { applicationsFor, type Wanted } from './read/applications.ts';
import { createElements } from './read/elements.ts';
import { readText } from './read/read-text.ts';
import { noteDesktop } from './read/shown-programs.ts';
import { activeWindowOf } from './read/shown-windows.ts';
import { readTree } from './read/tree.ts';
import { waitForElement } from './wait/wait.ts';
import { waitUntilIdle } from './wait/wait-idle.ts';

/** What the actor is made of; `nextId` gives a number that no element ever had. */
export interface ActorOptions {
  backend: AtspiBackend;
  /** The desktop worker, which knows the windows. */
  desktop: DesktopForAtspi;
  nextId: () => number;
}

/** Makes the actor of one reader. */
export function createAtspiActor(options: ActorOptions): AtspiActor {
  const parts = partsOf(options);
  const { backend, elements } = parts;
  const focusing = createFocusing(parts);
  const typing = createTyping(parts, (pid, signal) => arrived(parts, { pid, before: 'action' }, signal));
  return {
    runningApps: async (signal) => (await applicationsFor(backend, { allowedPids: 'all', signal })).map(publicApp),
    apps: (query, signal) => listApps(parts, query, signal),
    tree: (query, signal) => readTree(parts, query, signal),
    find: (query, signal) => find(parts, query, signal),
    marks: (query, signal) => readMarks(parts, query, signal),
    text: (query, signal) => readText(parts, query, signal),
    waitFor: (query, signal) => waitForElement(parts, query, signal),
    waitIdle: (query, signal) => waitUntilIdle(parts, query, signal),
    locate: async (query, signal) => {
      const { node, app, others } = await parts.resolver.toActOn(query, signal);
      const bounds = query.bounds ? { windows: (await parts.desktop.state(signal)).windows, signal } : undefined;
      const element = await elements.one(node, app, bounds);
      const hidden = query.bounds ? await hiddenOf(parts, { node, app }, signal) : undefined;
      return { element, app: publicApp(app), others, hidden };
    },
    aim: (query, signal) => findPoint(parts, query, signal),
    elementAt: (query, signal) => elementAt(parts, query, signal),
    focus: (query, signal) => focusing.focus(query, signal),
    act: (query, signal) => actOn(parts, query, signal),
    startTyping: typing.start,
    keepsFocus: typing.keepsFocus,
    endTyping: typing.end,
    focused: (pid, signal) => focusedOf(parts, pid, signal),
    inputTaken: async ({ of, before }, signal) => {
      const pid = 'pid' in of ? of.pid : await activePid(parts, of.grant, signal);
      if (pid !== undefined) await arrived(parts, { pid, before }, signal);
    },
    isPresent: async (pid, signal) => {
      const apps = await applicationsFor(backend, { pid, allowedPids: [pid], signal }).catch(orUndefined('not_found'));
      return apps !== undefined;
    },
    status: async () => {
      const apps = await named('the accessibility registry', backend.applications({}));
      return { reader: backend.name, applications: apps.length };
    },
  };
}

function partsOf({ backend, desktop, nextId }: ActorOptions): Parts {
  noteDesktop(backend, desktop);
  const ids = createIds(nextId);
  const sightings = createSightings();
  const elements = createElements(backend, ids, sightings);
  const resolver = createResolver({ backend, desktop, ids, elements });
  return { backend, desktop, ids, elements, resolver, sightings, revisions: createRevisions(isSameView) };
}

/** Waits until a process has taken the input before; one that accessibility does not know is not waited for. */
async function arrived(
  { backend }: Parts,
  { pid, before }: { pid: number; before: Before },
  signal: AbortSignal | undefined,
): Promise<void> {
  const wanted: Wanted = { pid, allowedPids: [pid], isAwaited: false, signal };
  const apps = await applicationsFor(backend, wanted).catch(orUndefined('not_found'));
  for (const app of apps ?? []) await named(app.name, backend.settle(app, before, signal));
}

/** The process in front, when the grant covers it. */
async function activePid(
  { desktop }: Parts,
  grant: Grant,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  const activeWindow = await activeWindowOf(desktop, signal);
  return covers(grant, activeWindow, Date.now()) ? activeWindow?.pid : undefined;
}

async function listApps(
  parts: Parts,
  { allowedPids, withShownTitles }: AppsQuery,
  signal?: AbortSignal,
): Promise<Application[]> {
  const windows = withShownTitles ? (await parts.desktop.state(signal)).windows : [];
  const apps = await applicationsFor(parts.backend, { allowedPids, signal });
  return Promise.all(
    apps.map(async (app): Promise<Application> => {
      try {
        if (!app.isResponding) return notResponding(app);
        const root = await parts.backend.windows(app, signal);
        return applicationOf(parts, { app, root }, windows);
      } catch (error) {
        const reason = inWords(error, app.name);
        if (reason instanceof DesktopError && (reason.code === 'timeout' || reason.code === 'failed'))
          return notResponding(app);
        throw reason;
      }
    }),
  );
}

/** A hanging application has no windows to name. */
function notResponding(app: App): Application {
  return { ...publicApp(app), windows: [], isResponding: false };
}

async function find(parts: Parts, query: FindQuery, signal?: AbortSignal): Promise<FindReply> {
  const { allowedPids } = query;
  const needsWindows = query.bounds || query.window !== undefined;
  const windows = needsWindows ? (await parts.desktop.state(signal)).windows : [];
  const searched = await parts.resolver.searchAll(query, { allowedPids, windows, signal });
  checkWindow(searched, query);
  const bounds = query.bounds ? { windows, signal } : undefined;
  const shown = searched.found.slice(0, query.max);
  return {
    elements: await parts.elements.each(shown, bounds),
    more: searched.found.length - shown.length,
    ...(searched.found.length === 0 ? await parts.resolver.closest(query, searched, signal) : { closest: [] }),
    searched: searched.trees.reduce((sum, { root }) => sum + nodesOf(root).length, 0),
    isCut: searched.trees.some(({ root }) => unreadIn(root).length > 0),
  };
}
