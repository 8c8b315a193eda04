/** Konsole's own D-Bus interface (24.12): finds the window that holds a tab, and shows that tab. */
import { DesktopError } from '../../../base/errors.ts';
import type { SessionBus } from '../../platform/dbus/session-bus.ts';

/**
 * Makes the Konsole of process `pid` show the tab of the process `shell`. Gives the index of its window among the windows of
 * that process, in the order they were opened; undefined when this is no Konsole, or it has no such shell.
 */
export async function showTab(
  bus: SessionBus,
  { pid, shell }: { pid: number; shell: number },
  signal?: AbortSignal,
): Promise<number | undefined> {
  const ask = (path: string, name: string, member: string): Promise<unknown[]> =>
    bus.call({ destination: `org.kde.konsole-${pid}`, path, interface: name, member }, signal);
  try {
    for (const [place, path] of (await windowPaths(ask)).entries()) {
      const [ids] = (await ask(path, WINDOW, 'sessionList')) as [string[]];
      for (const id of ids) {
        const [leader] = await ask(`/Sessions/${id}`, 'org.kde.konsole.Session', 'processId');
        if (leader !== shell) continue;
        const show = { path, interface: WINDOW, member: 'setCurrentSession', signature: 'i', body: [Number(id)] };
        await bus.call({ destination: `org.kde.konsole-${pid}`, ...show }, signal);
        return place;
      }
    }
    return undefined;
  } catch (error) {
    if (error instanceof DesktopError && error.code === 'unsupported') return undefined; // another terminal
    throw error;
  }
}

const WINDOW = 'org.kde.konsole.Window';

/** The objects of its windows, the one opened first first. */
async function windowPaths(ask: (path: string, name: string, member: string) => Promise<unknown[]>): Promise<string[]> {
  const [xml] = await ask('/Windows', 'org.freedesktop.DBus.Introspectable', 'Introspect');
  const numbers = [...String(xml).matchAll(/<node name="(\d+)"/g)].map(([, number]) => Number(number));
  return numbers.toSorted((a, b) => a - b).map((number) => `/Windows/${number}`);
}
