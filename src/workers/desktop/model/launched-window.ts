/** Finding the window that a launch led to. */
import type { WindowInfo } from '../../../protocol/window.ts';
import { lastPart } from './application.ts';

export interface LaunchView {
  before: readonly WindowInfo[];
  now: readonly WindowInfo[];
  /** Whether a process belongs to the launch. */
  isOurs: (pid: number) => boolean;
  /** Names by which the application may announce its windows. */
  appIds: readonly string[];
}

/** What is accepted as the window of a launch; each includes the ones before it. */
export type Accept =
  /** A new window of its processes, or else of the same application. */
  | 'new'
  /** One of the same application that became active or changed its title: a running instance took the launch over. */
  | 'changed'
  /** The foremost one of the same application: the instance changed nothing that can be seen. */
  | 'any';

/** The window of a launch, or undefined while there is none to accept. */
export function launchedWindow({ before, now, isOurs, appIds }: LaunchView, accept: Accept): WindowInfo | undefined {
  const old = new Map(before.map((window) => [window.id, window]));
  const candidates = now.filter(({ kind }) => kind === 'normal' || kind === 'dialog').toReversed();
  const fresh = candidates.filter(({ id }) => !old.has(id));
  const same = candidates.filter(({ app }) => isAppOf(appIds, app));
  const found = fresh.find(({ pid }) => isOurs(pid)) ?? fresh.find((window) => same.includes(window));
  if (found || accept === 'new') return found;
  const changed = same.find((window) => differs(window, old.get(window.id)));
  return changed ?? (accept === 'any' ? same[0] : undefined);
}

function differs(now: WindowInfo, before: WindowInfo | undefined): boolean {
  return before === undefined || (now.active && !before.active) || now.title !== before.title;
}

/** Whether a window class is one of these application names: "kate" is "org.kde.kate". */
export function isAppOf(appIds: readonly string[], windowClass: string): boolean {
  const last = lastPart(windowClass.toLowerCase());
  return appIds.some((id) => lastPart(id.toLowerCase()) === last);
}

/** Whether a window class may be that of a program and of no other: "firefox-esr" of /usr/bin/firefox, not "kate" of a shell. */
export function isNamedAlike(program: string, windowClass: string): boolean {
  const [name, own] = [program.slice(program.lastIndexOf('/') + 1), lastPart(windowClass)].map((one) =>
    one.toLowerCase(),
  );
  return name !== undefined && own !== undefined && (own.startsWith(name) || name.startsWith(own));
}
