/** Answers the calls of the atspi contract: reads afresh each time, then selects, compacts and gives ids. */
import type { Application, AtspiActor, FindQuery, FindReply, TreeQuery, TreeReply } from '../../protocol/atspi.ts';
import { DesktopError } from '../../protocol/errors.ts';
import { actOn, focusedOf, insertAtFocus } from './act.ts';
import { applicationsFor, readerFor } from './applications.ts';
import type { App, AtspiBackend } from './backend.ts';
import { readDocument } from './document.ts';
import { createElements } from './elements.ts';
import { inWords, named } from './failure.ts';
import { createIds } from './model/ids.ts';
import { labelOf } from './model/label.ts';
import { type Node, walk } from './model/node.ts';
import { type Line, lineOf, outline } from './model/outline.ts';
import { roleName } from './model/roles.ts';
import { hasState, STATE } from './model/states.ts';
import { fold, isBlank, quoted } from './model/text.ts';
import { toolkitOf } from './model/toolkits.ts';
import { type Parts, publicApp } from './parts.ts';
import { readText } from './read-text.ts';
import { createResolver } from './resolve.ts';
import { waitForElement } from './wait.ts';
import { waitUntilIdle } from './wait-idle.ts';

/** Makes the actor of one accessibility bus; `nextId` gives a number that no element ever had. */
export function createAtspiActor(backend: AtspiBackend, nextId: () => number): AtspiActor {
  const ids = createIds(nextId);
  const elements = createElements(backend, ids);
  const parts: Parts = { backend, ids, elements, resolver: createResolver({ backend, ids, elements }) };
  return {
    apps: (visible, signal) => listApps(parts, visible, signal),
    tree: (query, signal) => readTree(parts, query, signal),
    find: (query, signal) => find(parts, query, signal),
    text: (query, signal) => readText(parts, query, signal),
    waitFor: (query, signal) => waitForElement(parts, query, signal),
    waitIdle: (query, signal) => waitUntilIdle(parts, query, signal),
    locate: async (query, signal) => {
      const { node, app, others } = await parts.resolver.toActOn(query, signal);
      const element = await elements.one(node, app, { windows: query.windows, signal });
      return { element, app: publicApp(app), others };
    },
    act: (query, signal) => actOn(parts, query, signal),
    insertText: (query, signal) => insertAtFocus(parts, query, signal),
    focused: (pid, signal) => focusedOf(parts, pid, signal),
    inputSent: async () => backend.expectChanges(),
    status: async () => {
      const apps = await named('the accessibility registry', backend.applications({}));
      return { bus: backend.name, applications: apps.length };
    },
  };
}

async function listApps(parts: Parts, visible: TreeQuery['visible'], signal?: AbortSignal): Promise<Application[]> {
  const apps = await applicationsFor(parts.backend, { visible, signal });
  return Promise.all(
    apps.map(async (app): Promise<Application> => {
      try {
        if (!app.isResponding) return notResponding(app);
        const root = await parts.backend.windows(app, signal);
        return applicationOf(parts, app, root);
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

function applicationOf({ ids }: Parts, app: App, root: Node): Application {
  const titled = root.children.filter((window) => !isBlank(labelOf(window)));
  const windows = titled.map((window) => ({
    id: ids.give(window, app),
    title: labelOf(window),
    role: roleName(window.role),
    active: hasState(window.states, STATE.active),
  }));
  return { ...publicApp(app), windows };
}

async function readTree(parts: Parts, query: TreeQuery, signal?: AbortSignal): Promise<TreeReply> {
  const isPart = query.id !== undefined || query.document === true;
  const read = query.document ? readDocument : query.id === undefined ? readApp : readElement;
  const { app, root } = await read(parts, query, signal);
  const toolkit = toolkitOf(app.toolkit);
  const lines = outline(root, { toolkit, interactive: query.interactive });
  const rest = query.after === undefined ? lines : linesAfter(parts, { lines, after: query.after, app });
  const shown = rest.slice(0, query.maxNodes);
  const bounds = query.bounds ? { windows: query.windows, signal } : undefined;
  const elements = await parts.elements.of(shown, app, bounds);
  const whole = isPart ? { ...publicApp(app), windows: [] } : applicationOf(parts, app, root);
  return { app: whole, elements, more: rest.length - shown.length };
}

/** Reads an application, with only the windows asked for. Of several processes the active one is meant. */
async function readApp(parts: Parts, query: TreeQuery, signal?: AbortSignal): Promise<{ app: App; root: Node }> {
  const { backend } = parts;
  if (query.app === undefined && query.pid === undefined)
    throw new DesktopError('invalid_params', 'No application is named.', 'Give app as apps lists it, or id.');
  const wanted = { ...query, signal };
  const read = readerFor(backend, wanted);
  const apps = await applicationsFor(backend, wanted);
  const roots = await Promise.all(apps.map(async (app) => ({ app, root: await read(app) })));
  const title = query.window === undefined ? undefined : fold(query.window);
  const fitting = roots.filter(
    ({ root }) => title === undefined || root.children.some((window) => hasTitle(window, title)),
  );
  const chosen = fitting.find(({ root }) => root.children.some(isActive)) ?? fitting[0];
  if (!chosen)
    throw noWindow(
      query.window ?? '',
      roots.flatMap(({ root }) => root.children),
    );
  if (title === undefined) return chosen;
  const children = chosen.root.children.filter((window) => hasTitle(window, title));
  return { app: chosen.app, root: { ...chosen.root, children } };
}

function hasTitle(window: Node, title: string): boolean {
  return fold(labelOf(window)).includes(title);
}

function isActive(window: Node): boolean {
  return hasState(window.states, STATE.active);
}

function noWindow(title: string, windows: readonly Node[]): DesktopError {
  const titles = windows
    .map(labelOf)
    .filter((name) => !isBlank(name))
    .map(quoted);
  return new DesktopError(
    'not_found',
    `No window of the application has "${title}" in its title.`,
    titles.length > 0 ? `Its windows: ${titles.join(', ')}.` : 'It has no titled window.',
  );
}

async function readElement(parts: Parts, query: TreeQuery, signal?: AbortSignal): Promise<{ app: App; root: Node }> {
  const { node, app } = await parts.resolver.byId(query.id ?? 0, { ...query, signal });
  const root = await named(app.name, parts.backend.read(app, { from: node.ref, signal }));
  root.parent = node.parent;
  return { app, root };
}

/** The lines after the element of an id, which is in them unless the window changed. */
function linesAfter({ ids }: Parts, { lines, after, app }: { lines: Line[]; after: number; app: App }): Line[] {
  const index = lines.findIndex((line) => ids.give(line.node, app) === after);
  if (index >= 0) return lines.slice(index + 1);
  throw new DesktopError(
    'stale_id',
    `Element ${after} is not in this tree any more: the window has changed.`,
    'Call tree again without after.',
  );
}

async function find(parts: Parts, query: FindQuery, signal?: AbortSignal): Promise<FindReply> {
  const scope = { ...query, signal };
  const searched = await parts.resolver.searchAll(query, scope);
  const bounds = query.bounds ? { windows: query.windows, signal } : undefined;
  const shown = searched.found.slice(0, query.max);
  const found = await Promise.all(
    shown.map(async ({ node, app }) => {
      const [element] = await parts.elements.of([lineOf(node, 0, toolkitOf(app.toolkit))], app, bounds);
      return element;
    }),
  );
  return {
    elements: found.filter((element) => element !== undefined),
    more: searched.found.length - shown.length,
    closest: searched.found.length === 0 ? await parts.resolver.closest(query, searched, scope) : [],
    searched: searched.trees.reduce((sum, { root }) => sum + [...walk(root)].length, 0),
  };
}
