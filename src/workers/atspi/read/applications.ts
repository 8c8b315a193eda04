/** Which registrations on the bus a call is about. */

import { sleep } from '../../../base/abortable.ts';
import { DesktopError } from '../../../base/errors.ts';
import type { AllowedPids } from '../../../protocol/atspi.ts';
import type { WindowInfo } from '../../../protocol/window.ts';
import type { App, AtspiBackend } from '../backend.ts';
import { ifAnswered, named } from '../failure.ts';
import { labelOf } from '../model/label.ts';
import type { Node } from '../model/node.ts';
import { fold, quoted } from '../model/text.ts';
import { isActive, titlesOf } from '../model/windows.ts';
import { countShown, ofClass, titledLike, unreadable, windowsSeenBy } from './shown-programs.ts';

/** Whom a call names: an application, a process, or everybody it may see. */
export interface Wanted {
  app?: string | undefined;
  pid?: number | undefined;
  allowedPids: AllowedPids;
  /** Whether a process that is not on the bus yet is waited for; it is, unless this says no. */
  isAwaited?: false | undefined;
  /** Objects of an application that are read at most. */
  maxObjects?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * The applications a call is about, one registration a process. Fails with `not_found` when it names one that is not
 * there; without a name the list may be empty.
 */
export async function applicationsFor(backend: AtspiBackend, wanted: Wanted): Promise<App[]> {
  const names = wanted.app !== undefined || wanted.pid !== undefined;
  const isEnough = names
    ? (apps: readonly App[]): boolean => choose(seenBy(wanted, apps), wanted).length > 0
    : undefined;
  const { pid, allowedPids: allowed, isAwaited = true, signal } = wanted;
  if (pid !== undefined && allowed !== 'all' && !allowed.includes(pid)) throw unseen(pid);
  const patienceMs = (of: number | undefined): number => (isAwaited ? patienceWith(backend, of) : 0);
  for (let endMs = performance.now() + patienceMs(pid); ; ) {
    const all = await named('the accessibility registry', backend.applications({ signal, isEnough }));
    const allowedPids = seenBy(wanted, all);
    const chosen = choose(allowedPids, wanted);
    if (chosen.length > 0 || !names) return onePerProcess(backend, chosen, signal);
    const shown = wanted.app === undefined ? undefined : await programsShown(backend, wanted.app, wanted);
    const ofWindows = allowedPids.filter((app) => shown?.pids.has(app.pid));
    if (ofWindows.length > 0) return onePerProcess(backend, ofWindows, signal);
    for (const of of shown?.pids ?? []) endMs = Math.max(endMs, performance.now() + patienceMs(of));
    if (performance.now() >= endMs) throw shown?.silent(allowedPids) ?? noApplication(wanted, allowedPids);
    await sleep(REGISTRATION_POLL_MS, signal);
  }
}

/** The processes of the windows of a name, and the error for one of them that accessibility does not know. */
async function programsShown(
  backend: AtspiBackend,
  name: string,
  wanted: Wanted,
): Promise<{ pids: ReadonlySet<number>; silent: (apps: readonly App[]) => DesktopError | undefined }> {
  const windows = await windowsSeenBy(backend, wanted);
  const named = ofClass(name, windows);
  return {
    pids: new Set(named.map(({ pid }) => pid)),
    silent: (apps) => {
      const isSilent = (window: WindowInfo): boolean => apps.every(({ pid }) => pid !== window.pid);
      const silent = (named.length > 0 ? named : titledLike(name, windows)).find(isSilent);
      return silent && unreadable(silent);
    },
  };
}

function unseen(pid: number): DesktopError {
  return new DesktopError(
    'denied',
    `Process ${pid} is of an application that this call may not see.`,
    'Ask the user to add the application to the allowlist.',
  );
}

/** A program shows its window before it is on the bus. A process is waited for so long, once: some never come. */
const REGISTRATION_MS = 1000;
const REGISTRATION_POLL_MS = 50;
const awaited = new WeakMap<AtspiBackend, Set<number>>();

/** How long a process that a call names may not be on the bus. */
function patienceWith(backend: AtspiBackend, pid: number | undefined): number {
  if (pid === undefined) return 0;
  const pids = awaited.get(backend) ?? new Set();
  awaited.set(backend, pids);
  if (pids.has(pid)) return 0;
  pids.add(pid);
  return REGISTRATION_MS;
}

/** An application with its tree, or with its windows alone. */
export interface Rooted {
  app: App;
  root: Node;
}

/** Reads the applications that a call is about. Fails with `not_found`, `timeout` when it is about one and that fails. */
export function readApplications(backend: AtspiBackend, wanted: Wanted): Promise<Rooted[]> {
  return readEach(backend, wanted, readerFor(backend, wanted));
}

/** Reads the windows alone of the applications that a call is about. Fails like `readApplications`. */
export function readWindows(backend: AtspiBackend, wanted: Wanted): Promise<Rooted[]> {
  return readEach(backend, wanted, (app) => named(app.name, backend.windows(app, wanted.signal)));
}

/** The titles of an application's windows: those that the compositor shows, or that it has itself. */
export function titlesIn({ app, root }: Rooted, windows: readonly WindowInfo[]): string[] {
  const shown = titlesOf(app.pid, windows);
  return shown.length > 0 ? shown : root.children.map(labelOf);
}

/** Of several applications the one with the active window, else the first. */
export function activeOf(roots: readonly Rooted[]): Rooted | undefined {
  return roots.find(({ root }) => root.children.some(isActive)) ?? roots[0];
}

async function readEach(backend: AtspiBackend, wanted: Wanted, read: (app: App) => Promise<Node>): Promise<Rooted[]> {
  const apps = await applicationsFor(backend, wanted);
  return (await Promise.all(apps.map((app) => readOne(app, read, apps.length === 1)))).flat();
}

/** Reads an application; one that hangs or ends is left out unless it is the only one the call is about. */
async function readOne(app: App, read: (app: App) => Promise<Node>, isOnly: boolean): Promise<Rooted[]> {
  if (!app.isResponding && !isOnly) return [];
  try {
    return [{ app, root: await read(app) }];
  } catch (error) {
    const isAway = error instanceof DesktopError && (error.code === 'timeout' || error.code === 'not_found');
    if (isAway && !isOnly) return [];
    throw error;
  }
}

/**
 * Gives the read of an application. The one that a call names starts to be read before the registry has confirmed that
 * it is still the only one of that name: the registry's answer comes while the application works.
 */
export function readerFor(backend: AtspiBackend, wanted: Wanted): (app: App) => Promise<Node> {
  const { app: name, pid, maxObjects, signal } = wanted;
  const isNamed = name !== undefined || pid !== undefined;
  const [guess, ...others] = isNamed ? choose(seenBy(wanted, backend.known()), wanted) : [];
  const early = guess?.isResponding && others.length === 0 ? backend.read(guess, { maxObjects, signal }) : undefined;
  early?.catch(() => undefined); // whoever asks for it is told
  return (app) => named(app.name, early && app.key === guess?.key ? early : backend.read(app, { maxObjects, signal }));
}

function seenBy({ allowedPids }: Wanted, apps: readonly App[]): App[] {
  return apps.filter(({ pid }) => allowedPids === 'all' || allowedPids.includes(pid));
}

function choose(apps: readonly App[], { app, pid }: Wanted): App[] {
  const ofProcess = apps.filter((one) => pid === undefined || one.pid === pid);
  if (app === undefined) return [...ofProcess];
  const name = fold(app);
  const equal = ofProcess.filter((one) => fold(one.name) === name);
  return equal.length > 0 ? equal : ofProcess.filter((one) => fold(one.name).includes(name));
}

/** More windows than an application has. */
const MANY = 10_000;

/**
 * Browsers and plug-in hosts register a process more than once; the registration whose windows the compositor shows wins, else the
 * one that holds most.
 */
async function onePerProcess(backend: AtspiBackend, apps: App[], signal: AbortSignal | undefined): Promise<App[]> {
  const byPid = groupByPid(apps);
  const chosen = await Promise.all(
    [...byPid.values()].map(async (same) => {
      if (same.length === 1) return same;
      const titles = await Promise.all(same.map((app) => titlesOfApp(backend, app, signal)));
      const areSeveral = titles.filter(({ length }) => length > 0).length > 1;
      const windows = areSeveral ? await windowsSeenBy(backend, { allowedPids: 'all', signal }) : [];
      const shown = same.map((app, index) => countShown(titles[index] ?? [], app, windows));
      const rank = (index: number): number => (shown[index] ?? 0) * MANY + (titles[index]?.length ?? 0);
      const ranks = same.map((_app, index) => rank(index));
      return same.filter((_app, index) => ranks[index] === Math.max(...ranks)).slice(0, 1);
    }),
  );
  return chosen.flat();
}

function groupByPid(apps: readonly App[]): Map<number, App[]> {
  const groups = new Map<number, App[]>();
  for (const app of apps) groups.set(app.pid, [...(groups.get(app.pid) ?? []), app]);
  return groups;
}

async function titlesOfApp(backend: AtspiBackend, app: App, signal: AbortSignal | undefined): Promise<string[]> {
  if (!app.isResponding) return [];
  const root = await named(app.name, ifAnswered(backend.windows(app, signal), { orTimeout: true }));
  return root?.children.map(labelOf) ?? [];
}

function noApplication({ app, pid }: Wanted, allowedPids: readonly App[]): DesktopError {
  if (app === undefined)
    return new DesktopError(
      'not_found',
      `There is nothing to read: process ${pid} has no accessible application.`,
      'Programs made with Chromium or Electron have one when they are started with launch, or with ' +
        '--force-renderer-accessibility.',
    );
  const names = [...new Set(allowedPids.map(({ name }) => name).filter((name) => name !== ''))];
  return new DesktopError(
    'not_found',
    `There is nothing to read: no application is called ${quoted(app)}.`,
    names.length > 0
      ? `Running: ${names.map(quoted).join(', ')}. Start it with launch if it is not there.`
      : 'Start it with launch.',
  );
}
