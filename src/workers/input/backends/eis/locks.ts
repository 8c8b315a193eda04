/**
 * Which modifiers are locked. KWin 6.3 tells senders of EIS nothing of that. It tells it by org_kde_kwin_keystate where we may
 * bind that, as in private sessions; elsewhere the LEDs of the keyboards show it.
 */
import { DesktopError } from '../../../../base/errors.ts';
import { log } from '../../../../base/log.ts';
import { litLeds } from '../../../platform/linux/leds.ts';
import { connectWayland, type Wayland } from '../../../platform/wayland/client.ts';
import type { LockedModifiers } from '../../model/keymap.ts';

/** Keys and states of org_kde_kwin_keystate, version 1 (keystate.xml of plasma-wayland-protocols 1.16). */
const KEYS = ['Lock', 'NumLock'] as const;
const LOCKED = 2;

export interface Locks {
  /** What is locked now, once the compositor has handled all that was sent before. Fails with `timeout`. */
  now(): Promise<LockedModifiers>;
  close(): void;
}

/** Connects to the compositor at a Wayland socket; without one, or where it tells nothing, LEDs are read. */
export async function openLocks(waylandSocket: string | undefined): Promise<Locks> {
  const wayland = waylandSocket === undefined ? undefined : await connect(waylandSocket);
  const keystate = wayland?.bind('org_kde_kwin_keystate');
  if (!wayland || !keystate) {
    wayland?.close();
    return { now: async () => lockedByLeds(), close: () => undefined };
  }
  const locked = new Set<(typeof KEYS)[number]>();
  wayland.listen(keystate, {
    stateChanged: (key, state) => {
      const modifier = KEYS[key];
      if (modifier === undefined) return;
      if (state === LOCKED) locked.add(modifier);
      else locked.delete(modifier);
    },
  });
  wayland.request(keystate, 'fetchStates');
  return {
    now: async () => {
      await wayland.roundTrip();
      return new Set(locked);
    },
    close: () => wayland.close(),
  };
}

async function connect(socket: string): Promise<Wayland | undefined> {
  try {
    return await connectWayland(socket);
  } catch (error) {
    if (!(error instanceof DesktopError)) throw error;
    log('warn', `which keys are locked is read from the keyboards' LEDs: ${error.message}`);
    return undefined;
  }
}

function lockedByLeds(): LockedModifiers {
  const lit = litLeds();
  return new Set(KEYS.filter((modifier) => lit.has(modifier === 'Lock' ? 'capslock' : 'numlock')));
}
