/** The page of a browser's window, found by one question instead of a search. */

import { DesktopError } from '../../../base/errors.ts';
import type { TreeQuery } from '../../../protocol/atspi.ts';
import type { WindowInfo } from '../../../protocol/window.ts';
import type { App } from '../backend.ts';
import { named } from '../failure.ts';
import { labelOf } from '../model/label.ts';
import type { Node, ObjectRef } from '../model/node.ts';
import { isBlank, quoted } from '../model/text.ts';
import { isActive } from '../model/windows.ts';
import type { Parts } from '../parts.ts';
import { meantIn } from '../place/meant-window.ts';
import { type Rooted, readWindows } from './applications.ts';

/**
 * Reads the page of an application's active window, or of the window whose title `query.window` names; of several
 * processes the active one is meant. Fails with `invalid_params`, and with `not_found` when no window holds a page.
 */
export async function readDocument(
  { backend }: Parts,
  query: Pick<TreeQuery, 'app' | 'pid' | 'window' | 'id' | 'allowedPids'> & {
    windows: readonly WindowInfo[];
    maxObjects: number;
  },
  signal?: AbortSignal,
): Promise<Rooted> {
  if (query.id !== undefined)
    throw new DesktopError('invalid_params', 'Both id and document are given.', 'Give one of them.');
  const { maxObjects } = query;
  const roots = await readWindows(backend, { ...query, signal });
  const meant = roots.map(async ({ app, root }) => {
    const isMeant = await meantIn(backend, { app, root }, { window: query.window, windows: query.windows, signal });
    return root.children.filter(isMeant).map((window) => ({ app, window }));
  });
  const windows = (await Promise.all(meant)).flat();
  const ordered = windows.toSorted((a, b) => rank(a.window) - rank(b.window));
  for (const { app, window } of ordered) {
    const page = await named(app.name, backend.document(window.ref, signal));
    if (page) return { app, root: await readPage({ backend, app, window, page, maxObjects, signal }) };
  }
  throw noDocument(
    roots.map(({ app }) => app),
    ordered[0]?.window,
  );
}

interface PageSource {
  backend: Parts['backend'];
  app: App;
  window: Node;
  page: ObjectRef;
  maxObjects: number;
  signal: AbortSignal | undefined;
}

async function readPage({ backend, app, window, page, maxObjects, signal }: PageSource): Promise<Node> {
  const root = await named(app.name, backend.read(app, { from: page, maxObjects, signal }));
  root.parent = window;
  return root;
}

/** The active window first, then those with a title. */
function rank(window: Node): number {
  if (isActive(window)) return 0;
  return isBlank(labelOf(window)) ? 2 : 1;
}

function noDocument(apps: readonly App[], window: Node | undefined): DesktopError {
  const names = [...new Set(apps.map(({ name }) => quoted(name)))].join(', ');
  const where = window ? `The window ${quoted(labelOf(window))} of ${names}` : `No window of ${names || 'it'} fits and`;
  return new DesktopError('not_found', `${where} holds no page.`, 'Call tree without document.');
}
