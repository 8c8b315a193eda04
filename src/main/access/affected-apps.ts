/** Which applications of a live desktop a call would reach: the workers are asked. */
import { fold } from '../../base/fold.ts';
import { type EffectiveTier, effectiveTierOf, type GrantedApps, type WindowOwner } from '../../protocol/grant.ts';
import { type WindowInfo, windowAt } from '../../protocol/window.ts';
import { grantedAppsOf, type ListedPolicy } from '../policy/grants.ts';
import type { Subject } from '../policy/subject.ts';
import type { Session } from '../sessions/sessions.ts';

/** An application that a call would reach. */
export interface AffectedApp {
  /** Its name on the list, in lower case; without a line, the name that it has. */
  app: string;
  /** Undefined when it is not on the list. */
  effectiveTier: EffectiveTier | undefined;
}

interface Look {
  policy: ListedPolicy;
  session: Session;
  signal: AbortSignal;
}

/** The applications behind each subject of a call. Fails with `stale_id` and `denied` as `locate` does. */
export function affectedApps(subjects: readonly Subject[], look: Look): Promise<AffectedApp[][]> {
  return Promise.all(subjects.map((subject) => resolve(subject, look)));
}

async function resolve(subject: Subject, { policy, session, signal }: Look): Promise<AffectedApp[]> {
  const grantedApps = grantedAppsOf(policy);
  const ofWindows = (windows: (WindowInfo | undefined)[]): AffectedApp[] =>
    windows.flatMap((window) => (window ? [ownerOf(window, policy, grantedApps)] : []));
  switch (subject.kind) {
    case 'element': {
      const allowedPids = [...grantedApps.pids.keys()];
      const { app } = await session.atspi.locate({ target: { id: subject.id }, allowedPids, bounds: false }, signal);
      return [ownerOf({ pid: app.pid, app: app.name }, policy, grantedApps)];
    }
    case 'app':
      return named(fold(subject.name), grantedApps);
    case 'window': {
      const { windows } = await session.desktop.state(signal);
      return ofWindows(windows.filter((window) => isMeant(window, fold(subject.part), policy)));
    }
    case 'point':
      return ofWindows([windowAt(subject.point, await session.desktop.state(signal))]);
    case 'active-window':
      return ofWindows([await session.desktop.activeWindow(signal)]);
  }
}

/** As the tools take a name: the application that is called so, else those whose names hold it. */
function named(name: string, { classes }: GrantedApps): AffectedApp[] {
  const all = [...classes].map(([app, effectiveTier]) => ({ app, effectiveTier }));
  const exact = all.filter(({ app }) => fold(app) === name);
  return exact.length > 0 ? exact : all.filter(({ app }) => fold(app).includes(name));
}

/** By id, part of the title, application id or name: at least the windows that the tools take the words for. */
function isMeant({ id, title, app, pid }: WindowInfo, part: string, { applications }: ListedPolicy): boolean {
  const names = applications.filter((one) => one.pid === pid).map(({ name }) => name);
  return [id, title, app, ...names].some((text) => fold(text).includes(part));
}

function ownerOf(window: WindowOwner, { applications }: ListedPolicy, grantedApps: GrantedApps): AffectedApp {
  const name = applications.find(({ pid }) => pid === window.pid)?.name.toLowerCase();
  const app = name !== undefined && grantedApps.classes.has(name) ? name : window.app.toLowerCase();
  return { app, effectiveTier: effectiveTierOf(grantedApps, window) };
}
