/** Which applications of a live desktop a call would affect. */
import { fold } from '../../base/fold.ts';
import type { RunningApp } from '../../protocol/atspi.ts';
import { lower, type Tier, type WindowOwner } from '../../protocol/grant.ts';
import { type WindowInfo, windowAt } from '../../protocol/window.ts';
import type { Allowlist } from '../policy/allowlist.ts';
import type { AffectedApp } from '../policy/decide.ts';
import { mayMean } from '../policy/match-window.ts';
import type { Subject } from '../policy/subject.ts';
import type { Session } from '../sessions/sessions.ts';

/** What is known before a worker is asked. */
interface Known {
  list: Allowlist;
  runningApps: readonly RunningApp[];
}

interface Look extends Known {
  session: Session;
  signal: AbortSignal;
}

/** Asks the workers for the candidates behind each subject of a call. Fails with `stale_id` and `denied` as `locate` does. */
export function affectedApps(subjects: readonly Subject[], look: Look): Promise<AffectedApp[][]> {
  return Promise.all(subjects.map(async (subject) => affectedByName(subject, look) ?? resolve(subject, look)));
}

/** Gives the candidates behind the subjects that name an application; asks no worker. */
export function affectedByNames(subjects: readonly Subject[], known: Known): AffectedApp[][] {
  return subjects.flatMap((subject) => {
    const found = affectedByName(subject, known);
    return found ? [found] : [];
  });
}

function affectedByName(subject: Subject, { list, runningApps }: Known): AffectedApp[] | undefined {
  switch (subject.kind) {
    case 'program': {
      const app = subject.name.toLowerCase();
      return [{ app: list.apps.has(app) ? app : subject.name, tier: list.apps.get(app), isNamed: true }];
    }
    case 'app':
      return named(subject.name, { list, runningApps });
    case 'element':
    case 'window':
    case 'point':
    case 'active-window':
      return undefined;
  }
}

/** "kate" of "org.kde.kate". */
function lastPart(app: string): string {
  return fold(app.slice(app.lastIndexOf('.') + 1));
}

/**
 * Matches a name as the tools do: the application of that name, or of that desktop id, else those of the list whose names
 * contain it.
 */
function named(name: string, { list, runningApps }: Known): AffectedApp[] {
  const isCalled = (app: string): boolean => fold(app) === fold(name);
  const all = [...list.apps].map(([app, tier]): AffectedApp => ({ app, tier }));
  const exact = all.filter(({ app }) => isCalled(app));
  if (exact.length > 0) return exact;
  if (runningApps.some((running) => isCalled(running.name))) return [{ app: name, tier: undefined, isNamed: true }];
  const ofId = all.filter(({ app }) => lastPart(app) === lastPart(name));
  return ofId.length > 0 ? ofId : all.filter(({ app }) => fold(app).includes(fold(name)));
}

async function resolve(subject: Subject, { session, signal, ...known }: Look): Promise<AffectedApp[]> {
  const ofWindows = (windows: (WindowInfo | undefined)[]): AffectedApp[] =>
    windows.flatMap((window) => (window ? [ownerOf(window, known)] : []));
  switch (subject.kind) {
    case 'element': {
      const allowedPids = listedPids(known);
      const { app } = await session.atspi.locate({ target: { id: subject.id }, allowedPids, bounds: false }, signal);
      return [ownerOf({ pid: app.pid, app: app.name }, known)];
    }
    case 'window': {
      const { windows } = await session.desktop.state(signal);
      return ofWindows(windows.filter((window) => mayMean(subject.part, window, known.runningApps)));
    }
    case 'point':
      return ofWindows([windowAt(subject.point, await session.desktop.state(signal))]);
    case 'active-window':
      return ofWindows([await session.desktop.activeWindow(signal)]);
    case 'app':
    case 'program':
      return [];
  }
}

function listedPids({ list, runningApps }: Known): number[] {
  return runningApps.filter(({ name }) => list.apps.has(name.toLowerCase())).map(({ pid }) => pid);
}

/** Gives the application of a window, with the lower tier when its process and its window class are both on the list. */
function ownerOf(window: WindowOwner, { list, runningApps }: Known): AffectedApp {
  const names = runningApps.filter(({ pid }) => pid === window.pid).map(({ name }) => name.toLowerCase());
  const tiers = [...names, window.app.toLowerCase()].flatMap((name): Tier[] => {
    const tier = list.apps.get(name);
    return tier ? [tier] : [];
  });
  const app = names.find((name) => list.apps.has(name)) ?? window.app.toLowerCase();
  return { app, tier: tiers.length === 0 ? undefined : tiers.reduce(lower) };
}
