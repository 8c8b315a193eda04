/** Which registrations on the bus a call is about. */
import type { Visible } from '../../protocol/atspi.ts';
import { DesktopError } from '../../protocol/errors.ts';
import type { App, AtspiBackend } from './backend.ts';
import { named } from './failure.ts';
import { fold } from './model/text.ts';

/** Whom a call names: an application, a process, or everybody it may see. */
export interface Wanted {
  app?: string | undefined;
  pid?: number | undefined;
  visible: Visible;
  signal?: AbortSignal | undefined;
}

/**
 * The applications a call is about, one registration a process. Fails with `not_found` when it names one that is not
 * there; without a name the list may be empty.
 */
export async function applicationsFor(backend: AtspiBackend, wanted: Wanted): Promise<App[]> {
  const see = (apps: readonly App[]): App[] =>
    apps.filter(({ pid }) => wanted.visible === 'all' || wanted.visible.includes(pid));
  const names = wanted.app !== undefined || wanted.pid !== undefined;
  const isEnough = names ? (apps: readonly App[]): boolean => choose(see(apps), wanted).length > 0 : undefined;
  const all = await named('the accessibility registry', backend.applications({ signal: wanted.signal, isEnough }));
  const visible = see(all);
  const chosen = choose(visible, wanted);
  if (chosen.length === 0 && names) throw noApplication(wanted, visible);
  return onePerProcess(backend, chosen, wanted.signal);
}

function choose(apps: readonly App[], { app, pid }: Wanted): App[] {
  const ofProcess = apps.filter((one) => pid === undefined || one.pid === pid);
  if (app === undefined) return [...ofProcess];
  const name = fold(app);
  const equal = ofProcess.filter((one) => fold(one.name) === name);
  return equal.length > 0 ? equal : ofProcess.filter((one) => fold(one.name).includes(name));
}

/** Browsers and plug-in hosts register a process more than once; the registration that holds most wins. */
async function onePerProcess(backend: AtspiBackend, apps: App[], signal: AbortSignal | undefined): Promise<App[]> {
  const byPid = groupByPid(apps);
  const chosen = await Promise.all(
    [...byPid.values()].map(async (same) => {
      if (same.length === 1) return same;
      const sizes = await Promise.all(same.map((app) => sizeOf(backend, app, signal)));
      return same.filter((_app, index) => sizes[index] === Math.max(...sizes)).slice(0, 1);
    }),
  );
  return chosen.flat();
}

function groupByPid(apps: readonly App[]): Map<number, App[]> {
  const groups = new Map<number, App[]>();
  for (const app of apps) groups.set(app.pid, [...(groups.get(app.pid) ?? []), app]);
  return groups;
}

async function sizeOf(backend: AtspiBackend, app: App, signal: AbortSignal | undefined): Promise<number> {
  if (!app.isResponding) return 0;
  const root = await named(app.name, backend.windows(app, signal));
  return root.children.length;
}

function noApplication({ app, pid }: Wanted, visible: readonly App[]): DesktopError {
  const names = [...new Set(visible.map(({ name }) => name).filter((name) => name !== ''))];
  const what = app === undefined ? `process ${pid} has no accessible application` : `no application is called "${app}"`;
  return new DesktopError(
    'not_found',
    `There is nothing to read: ${what}.`,
    names.length > 0
      ? `Running: ${names.join(', ')}. Start it with launch if it is not there.`
      : 'Start it with launch.',
  );
}
