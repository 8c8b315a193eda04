/** Scripts in KWin: loaded from files, run, and unloaded again (org.kde.kwin.Scripting, KWin 6.x). */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DesktopError } from '../../../../base/errors.ts';
import type { SessionBus } from '../../../platform/dbus/session-bus.ts';
import { nextPush, type PushListeners } from './next-push.ts';
import type { Push } from './window-model.ts';

/** KWin's bus name. */
export const KWIN = 'org.kde.KWin';
const SCRIPTING = { destination: KWIN, path: '/Scripting', interface: 'org.kde.kwin.Scripting' };

/** Time from loading a script to its first push. */
const READY_TIMEOUT_MS = 3000;

/**
 * Time without a push after which all scripts are started. KWin 6.3 numbers a script by how many are loaded, so that after an
 * unload two scripts may share one object, and `run` reaches the other one.
 */
const START_ALL_MS = 300;

export interface Script<T> {
  name: string;
  text: string;
  /** Finds in a push what is waited for. */
  pick: (push: Push) => T | undefined;
}

export interface Scripting {
  /** Loads and runs a script and gives what it pushes; it stays loaded. Fails with `timeout` when it pushes nothing. */
  run<T>(script: Script<T>): Promise<T>;
  isLoaded(name: string, signal?: AbortSignal): Promise<boolean>;
  /** Does nothing when there is no such script. */
  unload(name: string): Promise<void>;
  /** KWin's version, such as "6.3.6". */
  version(signal?: AbortSignal): Promise<string>;
}

/** Makes the scripts of a KWin on this bus, which reads them from `folder`, and whose pushes `listeners` hear. */
export function createScripting(
  { bus, folder }: { bus: SessionBus; folder: string },
  listeners: PushListeners,
): Scripting {
  return {
    run: async ({ name, text, pick }) => {
      const file = join(folder, `${name}.js`);
      const push = nextPush(listeners, pick);
      try {
        await writeFile(file, text);
        const [id] = await bus.call({ ...SCRIPTING, member: 'loadScript', signature: 'ss', body: [file, name] });
        const path = `/Scripting/Script${String(id)}`;
        await bus.call({ ...SCRIPTING, path, interface: 'org.kde.kwin.Script', member: 'run' });
        const first = await push.within(START_ALL_MS);
        if (first !== undefined) return first;
        await bus.call({ ...SCRIPTING, member: 'start' });
        const second = await push.within(READY_TIMEOUT_MS);
        if (second === undefined) throw silentScript();
        return second;
      } finally {
        push.end();
        await rm(file, { force: true });
      }
    },
    isLoaded: async (name, signal) => {
      const call = { ...SCRIPTING, member: 'isScriptLoaded', signature: 's', body: [name] };
      return Boolean((await bus.call(call, signal))[0]);
    },
    unload: async (name) => {
      await bus.call({ ...SCRIPTING, member: 'unloadScript', signature: 's', body: [name] });
    },
    version: async (signal) => {
      const call = { destination: KWIN, path: '/KWin', interface: KWIN, member: 'supportInformation' };
      const [text] = await bus.call(call, signal);
      return /KWin version: (\S+)/.exec(String(text))?.[1] ?? '6';
    },
  };
}

function silentScript(): DesktopError {
  return new DesktopError(
    'timeout',
    'The window script in KWin said nothing.',
    'Look at the log of KWin for its error.',
  );
}
