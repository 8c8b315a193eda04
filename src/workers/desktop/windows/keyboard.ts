/** Keeps the keyboard of the desktop with the windows that a call may reach, while the call sends. */
import { log } from '../../../base/log.ts';
import { type GrantedApps, justProcess } from '../../../protocol/grant.ts';
import type { DesktopForInput } from '../../../protocol/input.ts';
import type { DesktopState } from '../../../protocol/window.ts';
import type { WindowBackend } from '../backend.ts';
import { activeWindowOf } from '../model/windows.ts';

/** What an input worker is served, and what keeps it up. */
export interface Keyboard extends Pick<DesktopForInput, 'reserveKeyboard' | 'reserveForActive'> {
  /** Ends the reservation. */
  freeKeyboard(): Promise<void>;
  /** Repeats the reservation when it is due. The caller calls it now and then. */
  renew(): Promise<void>;
  /** Ends a reservation that its worker has left behind. */
  close(): void;
}

/** Makes the keyboard of one input worker; `windows` gives the compositor. */
export function createKeyboard(windows: () => Promise<WindowBackend>): Keyboard {
  let reserved: { apps: GrantedApps; sinceMs: number } | undefined;
  const reserve = async (apps: GrantedApps): Promise<DesktopState> => {
    reserved = { apps, sinceMs: performance.now() };
    return (await windows()).reserveKeyboard(apps);
  };
  const free = async (): Promise<void> => {
    if (!reserved) return;
    reserved = undefined;
    await (await windows()).freeKeyboard();
  };
  return {
    reserveKeyboard: reserve,
    reserveForActive: async () => {
      const shown = await (await windows()).state();
      const pid = activeWindowOf(shown.windows)?.pid;
      return { pid, desktopState: pid === undefined ? shown : await reserve(justProcess(pid)) };
    },
    freeKeyboard: free,
    renew: async () => {
      if (!reserved) return;
      const { reservationRenewMs } = await windows();
      if (reserved && performance.now() - reserved.sinceMs > reservationRenewMs) await reserve(reserved.apps);
    },
    close: () => {
      free().catch((error: unknown) => log('debug', `freeing the keyboard: ${String(error)}`));
    },
  };
}
