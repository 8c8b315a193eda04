/**
 * Proves which programs announce their changes, so that what was read of them may be kept. A program that has sent an event
 * does. For a quiet one it follows from the order of messages: the registry signals our registration to all programs before
 * it confirms it, so that a program has heard of it before it gets our next call; one that is just starting asks the
 * registry for those who listen before it answers that call, and has been told when the registry answers ours.
 */
import { answerOf, type Bus } from '../../../platform/dbus/bus.ts';
import { isFiltered } from '../../../platform/dbus/bus-peer.ts';
import type { App } from '../../backend.ts';
import { CALL, REGISTRY, ROOT_PATH } from './calls.ts';
import type { Registration } from './events.ts';
import { toolkitOf } from './toolkits.ts';

export interface Trust {
  /**
   * Whether a program announces each change of what is read from now on. Fails with BusCallError when it does not answer.
   */
  prove(app: Pick<App, 'key' | 'toolkit'>): Promise<boolean>;
  /** Whether a program has sent an event. */
  hasAnnounced(bus: string): boolean;
  /** Since when a program is known to announce its changes; undefined while it is not. */
  sinceMs(bus: string): number | undefined;
  /** Notes that a program has sent an event. */
  note(bus: string): void;
  /** The registry is another one: all have to be proved anew. */
  forgetAll(): void;
  /** Forgets a program that is gone. */
  forget(bus: string): void;
}

/** Makes the trust of one bus; `registration` gives the current one. */
export function createTrust(bus: Bus, registration: () => Promise<Registration>): Trust {
  /** Since when each is trusted. */
  const trusted = new Map<string, number>();
  const announced = new Set<string>();
  const trust = (name: string): void => void (trusted.has(name) || trusted.set(name, performance.now()));

  /** A round trip: once it is answered the program has handled what was sent before. False when it has ended. */
  const fence = async (name: string): Promise<boolean> => {
    const asked = bus.call({ template: CALL.states, address: { bus: name, path: ROOT_PATH } }, () => true);
    return (await answerOf(asked)) ?? false;
  };

  const hears = async ({ key: name, toolkit }: Pick<App, 'key' | 'toolkit'>): Promise<boolean> => {
    const { hearsListeners } = toolkitOf(toolkit);
    if (hearsListeners === 'unknown') return false;
    const current = await answerOf(registration());
    if (!current) return false;
    if (hearsListeners === 'after start' && !current.earlier.has(name)) await current.repeat();
    const [isReached, isKept] = await Promise.all([fence(name), answerOf(isFiltered(bus, name))]);
    return isReached && isKept === false && fence(REGISTRY.bus);
  };

  return {
    prove: async (app) => {
      if (trusted.has(app.key)) return true;
      if (!(await hears(app))) return false;
      trust(app.key);
      return true;
    },
    hasAnnounced: (name) => announced.has(name),
    sinceMs: (name) => trusted.get(name),
    note: (name) => {
      trust(name);
      announced.add(name);
    },
    forgetAll: () => {
      trusted.clear();
      announced.clear();
    },
    forget: (name) => {
      trusted.delete(name);
      announced.delete(name);
    },
  };
}
