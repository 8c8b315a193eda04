/** Answers the calls of the atspi contract: reads afresh each time, then selects, compacts and gives ids. */

import { DesktopError } from '../../base/errors.ts';
import type { Application, AppsQuery, AtspiActor, FindQuery, FindReply } from '../../protocol/atspi.ts';
import { actOn, focusedOf, insertAtFocus } from './act/act.ts';
import { createFocusing } from './act/focusing.ts';
import type { App, AtspiBackend } from './backend.ts';
import { inWords, named, orUndefined } from './failure.ts';
import { checkWindow, createResolver } from './find/resolve.ts';
import { createRevisions } from './model/change/revisions.ts';
import { createIds } from './model/ids.ts';
import { nodesOf, unreadIn } from './model/node.ts';
import { applicationOf, isSameView, type Parts, publicApp } from './parts.ts';
import { aimAt } from './point/aim.ts';
import { elementAt } from './point/element-at.ts';
import { readMarks } from './point/marks.ts';
import { applicationsFor, type Wanted } from './read/applications.ts';
import { createElements } from './read/elements.ts';
import { readText } from './read/read-text.ts';
import { readTree } from './read/tree.ts';
import { waitForElement } from './wait/wait.ts';
import { waitUntilIdle } from './wait/wait-idle.ts';

/** Makes the actor of one reader; `nextId` gives a number that no element ever had. */
export function createAtspiActor(backend: AtspiBackend, nextId: () => number): AtspiActor {
  const ids = createIds(nextId);
  const elements = createElements(backend, ids);
  const resolver = createResolver({ backend, ids, elements });
  const parts: Parts = { backend, ids, elements, resolver, revisions: createRevisions(isSameView) };
  const focusing = createFocusing(parts);
  const inputTaken: AtspiActor['inputTaken'] = async ({ pid, before }, signal) => {
    const wanted: Wanted = { pid, allowedPids: [pid], isAwaited: false, signal };
    const apps = await applicationsFor(backend, wanted).catch(orUndefined('not_found'));
    for (const app of apps ?? []) await named(app.name, backend.settle(app, before, signal));
  };
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
      const element = await elements.one(node, app, { windows: query.windows, signal });
      return { element, app: publicApp(app), others };
    },
    aim: (query, signal) => aimAt(parts, query, signal),
    elementAt: (query, signal) => elementAt(parts, query, signal),
    focus: (query, signal) => focusing.focus(query, signal),
    act: (query, signal) => actOn(parts, query, signal),
    insertText: async (query, signal) => {
      await inputTaken({ pid: query.pid, before: 'action' }, signal);
      return insertAtFocus(parts, query, signal);
    },
    focused: (pid, signal) => focusedOf(parts, pid, signal),
    inputSent: async (input) => backend.inputSent(input),
    inputTaken,
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

async function listApps(
  parts: Parts,
  { allowedPids, windows }: AppsQuery,
  signal?: AbortSignal,
): Promise<Application[]> {
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

/** A hanging application has no windows to name; its one line says why. Id 0 is no element. */
function notResponding(app: App): Application {
  const window = { id: 0, title: '(not responding)', role: 'application', active: false };
  return { ...publicApp(app), windows: [window] };
}

async function find(parts: Parts, query: FindQuery, signal?: AbortSignal): Promise<FindReply> {
  const scope = { ...query, signal };
  const searched = await parts.resolver.searchAll(query, scope);
  checkWindow(searched, query);
  const bounds = query.bounds ? { windows: query.windows, signal } : undefined;
  const shown = searched.found.slice(0, query.max);
  return {
    elements: await parts.elements.each(shown, bounds),
    more: searched.found.length - shown.length,
    ...(searched.found.length === 0 ? await parts.resolver.closest(query, searched, scope) : { closest: [] }),
    searched: searched.trees.reduce((sum, { root }) => sum + nodesOf(root).length, 0),
    isCut: searched.trees.some(({ root }) => unreadIn(root).length > 0),
  };
}
