/** Keeps the keyboard of the desktop with the windows that a call may reach, while it sends. */

import { log } from '../../../base/log.ts';
import { type EffectiveTier, type GrantedApps, justProcess, suffices } from '../../../protocol/grant.ts';
import type { DesktopForInput } from '../../../protocol/input.ts';
import type { DesktopState } from '../../../protocol/window.ts';
import type { Reservation, WindowBackend } from '../backend.ts';
import { activeWindowOf } from '../model/windows.ts';

/** How long the compositor keeps it without a word from us: a server that hangs must not hold the user's keyboard. */
const LEASE_MS = 5000;
/** It is asked for again when so much of that is over. */
const RENEW_AFTER_MS = 1000;

/** What an input worker is served, and what keeps it up. */
export interface Keyboard extends Pick<DesktopForInput, 'reserveKeyboard' | 'reserveForActive'> {
  /** Ends the reservation. */
  freeKeyboard(): Promise<void>;
  /** Call it now and then while it is reserved. */
  renew(): Promise<void>;
  /** Ends a reservation that its worker has left behind. */
  close(): void;
}

/** Makes the keyboard of one input worker; `windows` gives the compositor. */
export function createKeyboard(windows: () => Promise<WindowBackend>): Keyboard {
  let reserved: { reservation: Reservation; sinceMs: number } | undefined;
  const reserve = async (reservation: Reservation): Promise<DesktopState> => {
    reserved = { reservation, sinceMs: performance.now() };
    return (await windows()).reserveKeyboard(reservation);
  };
  const free = async (): Promise<void> => {
    if (!reserved) return;
    reserved = undefined;
    await (await windows()).reserveKeyboard(undefined);
  };
  return {
    reserveKeyboard: (grantedApps) => reserve(reservationOf(grantedApps)),
    reserveForActive: async () => {
      const shown = await (await windows()).state();
      const pid = activeWindowOf(shown.windows)?.pid;
      return { pid, desktopState: pid === undefined ? shown : await reserve(reservationOf(justProcess(pid))) };
    },
    freeKeyboard: free,
    renew: async () => {
      if (reserved && performance.now() - reserved.sinceMs > RENEW_AFTER_MS) await reserve(reserved.reservation);
    },
    close: () => {
      free().catch((error: unknown) => log('debug', `giving the keyboard back: ${String(error)}`));
    },
  };
}

/** Which processes and window classes may have the keyboard, and which may not. */
function reservationOf({ needs, pids, classes }: GrantedApps): Reservation {
  const verdicts = (standings: ReadonlyMap<string | number, EffectiveTier>): Record<string, boolean> =>
    Object.fromEntries([...standings].map(([key, effectiveTier]) => [key, suffices(effectiveTier, needs)]));
  return { pids: verdicts(pids), classes: verdicts(classes), leaseMs: LEASE_MS };
}
