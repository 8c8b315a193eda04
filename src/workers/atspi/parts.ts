/** What the parts of the actor share. */
import type { Application, DesktopForAtspi, TreeQuery } from '../../protocol/atspi.ts';
import type { WindowInfo } from '../../protocol/window.ts';
import type { App, AtspiBackend } from './backend.ts';
import type { Resolver } from './find/resolve.ts';
import type { Revisions } from './model/change/revisions.ts';
import type { Ids } from './model/ids.ts';
import type { Node } from './model/node.ts';
import type { Sightings } from './model/place/rest.ts';
import { isActive, titledIn, titleOf, titlesOf } from './model/windows.ts';
import type { Elements } from './read/elements.ts';

export interface Parts {
  backend: AtspiBackend;
  desktop: DesktopForAtspi;
  ids: Ids;
  elements: Elements;
  resolver: Resolver;
  revisions: Revisions<View>;
  /** Where elements were seen by earlier calls. */
  sightings: Sightings;
}

/** Which tree a reply showed: what was asked for, and how much was read for it. */
export interface View extends Pick<TreeQuery, 'window' | 'id' | 'document' | 'interactive'> {
  pid: number;
  maxObjects: number;
}

/** Whether two trees answer the same question. */
export function isSameView(a: View, b: View): boolean {
  if (a.pid !== b.pid || a.window !== b.window || a.id !== b.id) return false;
  return a.document === b.document && a.interactive === b.interactive;
}

/** Characters of an application's name in a reply. */
const NAME_CHARS = 200;

/** An application as replies name it. */
export function publicApp({ name, pid, toolkit }: App): { name: string; pid: number; toolkit: string } {
  return { name: name.slice(0, NAME_CHARS), pid, toolkit: toolkit.slice(0, NAME_CHARS) };
}

/** An application with its windows that have a title. */
export function applicationOf(
  { ids }: Parts,
  { app, root }: { app: App; root: Node },
  shown: readonly WindowInfo[],
): Application {
  const titles = titlesOf(app.pid, shown);
  // The others are known to no other call: dialogs that are closed, pages that are not shown.
  const showing = titledIn(root, titles).filter(({ states }) => states.has('showing'));
  const windows = showing.map((window) => ({
    id: ids.give(window, app),
    title: titleOf(window, titles),
    role: window.role,
    active: isActive(window),
  }));
  return { ...publicApp(app), windows };
}
