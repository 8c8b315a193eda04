/** Which applications of a live desktop a call would reach: the workers are asked. */
import { fold } from '../../base/fold.ts';
import { type Reach, type Standing, standingOf, type WindowOwner } from '../../protocol/grant.ts';
import { type WindowInfo, windowAt } from '../../protocol/window.ts';
import { type ListedPolicy, reachOf } from '../policy/grants.ts';
import type { Subject } from '../policy/subject.ts';
import type { Session } from '../sessions/sessions.ts';

/** An application that a call would reach. */
export interface Reached {
  /** Its name on the list, in lower case; without a line, the name that it has. */
  app: string;
  /** Undefined when it is not on the list. */
  standing: Standing | undefined;
}

interface Look {
  policy: ListedPolicy;
  session: Session;
  signal: AbortSignal;
}

/** The applications behind each subject of a call. Fails with `stale_id` and `denied` as `locate` does. */
export function reachedBy(subjects: readonly Subject[], look: Look): Promise<Reached[][]> {
  return Promise.all(subjects.map((subject) => resolve(subject, look)));
}

async function resolve(subject: Subject, { policy, session, signal }: Look): Promise<Reached[]> {
  const reach = reachOf(policy);
  const ofWindows = (windows: (WindowInfo | undefined)[]): Reached[] =>
    windows.flatMap((window) => (window ? [ownerOf(window, policy, reach)] : []));
  switch (subject.kind) {
    case 'element': {
      const visible = [...reach.pids.keys()];
      const { app } = await session.atspi.locate({ target: { id: subject.id }, visible, windows: [] }, signal);
      return [ownerOf({ pid: app.pid, app: app.name }, policy, reach)];
    }
    case 'app':
      return named(fold(subject.name), reach);
    case 'window': {
      const { windows } = await session.desktop.topology(signal);
      return ofWindows(windows.filter((window) => isMeant(window, fold(subject.part), policy)));
    }
    case 'point':
      return ofWindows([windowAt(subject.point, await session.desktop.topology(signal))]);
    case 'front':
      return ofWindows([await session.desktop.frontWindow(signal)]);
  }
}

/** As the tools take a name: the application that is called so, else those whose names hold it. */
function named(name: string, { classes }: Reach): Reached[] {
  const all = [...classes].map(([app, standing]) => ({ app, standing }));
  const exact = all.filter(({ app }) => fold(app) === name);
  return exact.length > 0 ? exact : all.filter(({ app }) => fold(app).includes(name));
}

/** By id, part of the title, application id or name: at least the windows that the tools take the words for. */
function isMeant({ id, title, app, pid }: WindowInfo, part: string, { applications }: ListedPolicy): boolean {
  const names = applications.filter((one) => one.pid === pid).map(({ name }) => name);
  return [id, title, app, ...names].some((text) => fold(text).includes(part));
}

function ownerOf(window: WindowOwner, { applications }: ListedPolicy, reach: Reach): Reached {
  const name = applications.find(({ pid }) => pid === window.pid)?.name.toLowerCase();
  const app = name !== undefined && reach.classes.has(name) ? name : window.app.toLowerCase();
  return { app, standing: standingOf(reach, window) };
}
