/**
 * When programs have taken the input that was sent to them. Their keys come over another socket than our calls, so that a
 * program may answer us before it has looked at them: without a wait 9 of 300 reads right after a key were old in Kate.
 */

import { sleep } from '../../../../base/abortable.ts';
import type { Before, InputSent } from '../../../../protocol/atspi.ts';
import { answerOf, type Bus } from '../../../platform/dbus/bus.ts';
import type { App } from '../../backend.ts';
import type { ChangeEvent } from '../../model/change/mirrored.ts';
import { toolkitOf } from '../../model/toolkits.ts';
import { CALL, REGISTRY, ROOT_PATH } from './calls.ts';

/**
 * How long after input an event is waited for. Pages are processes of their own, of which a browser hears late: Firefox
 * after 7 to 10 ms, Chromium after 11 to 75.
 */
const LAG_MS = { browser: 100, other: 50 };
/** Where the input before it was followed by nothing, this one may be too: a pointer over a picture, a key that nobody takes. */
const AGAIN_LAG_MS = { browser: 30, other: 10 };
/** Before a shortcut it is worth more patience: what passes the characters of a busy program is done for good. */
const SHORTCUT_LAG_MS = 300;
/**
 * For so long nothing must be announced, and so long that is waited for at most: characters are taken one by one, and what
 * a page makes of a click comes after the click.
 */
const QUIET_MS = { browser: 25, other: 20 };
const MAX_QUIET_MS = 250;
/** What was announced so long before the end of the input may be what it did, unless it was shorter than that. */
const ANSWER_MS = 10;
/** We hear of the end of an input so much later. */
const NOTICE_MS = 3;

/** What asks for more waits again after what asked for less. */
const RANK = { reading: 1, action: 2, shortcut: 3 } as const;

export interface Arrivals {
  /** Takes note of an event. */
  note(event: ChangeEvent): void;
  /** Input was sent, to any application. */
  inputSent(input: InputSent): void;
  /** As AtspiBackend says of it. */
  quietMs(bus: string): number | undefined;
  /** Whether nobody has waited for an application since input was sent, or somebody does now. */
  isAwaited(bus: string): boolean;
  /** Waits until an application has taken what was sent, or has ended. Fails with BusCallError when it does not answer. */
  wait(app: Pick<App, 'bus' | 'toolkit'>, before: Before): Promise<void>;
  /** Forgets an application that is gone. */
  forget(bus: string): void;
}

interface Arrival {
  /** When something was announced last, and when a text that changed was. */
  heardAtMs: number;
  textAtMs: number;
  /** Called at the next event. */
  onHeard: () => void;
  /** The rank of what has been waited for since input was sent. */
  passed: number;
  /** A text was among what was not waited for. */
  isText: boolean;
  running: Promise<void> | undefined;
  /** It has announced nothing since the input before. */
  isUnmoved: boolean;
}

/** Makes the book of one bus; nothing has been sent at first. */
export function createArrivals(bus: Bus): Arrivals {
  const arrivals = new Map<string, Arrival>();
  let last: { atMs: number; isText: boolean } | undefined;

  const arrivalOf = (name: string): Arrival => {
    const known = arrivals.get(name) ?? newArrival(last?.isText === true);
    arrivals.set(name, known);
    return known;
  };

  /** What a program announced before it answers has arrived when the answer has. One that has ended gives none. */
  const fence = async (name: string): Promise<boolean> => {
    const asked = bus.call({ template: CALL.states, address: { bus: name, path: ROOT_PATH } }, () => true);
    return (await answerOf(asked)) ?? false;
  };

  const pass = async (app: Pick<App, 'bus' | 'toolkit'>, before: Before, atMs: number): Promise<void> => {
    const arrival = arrivalOf(app.bus);
    const kind = toolkitOf(app.toolkit).isBrowser ? 'browser' : 'other';
    const isThorough = arrival.isText || before !== 'reading';
    arrival.isText = false;
    const ownLagMs = (arrival.isUnmoved ? AGAIN_LAG_MS : LAG_MS)[kind];
    const lagMs = before === 'shortcut' ? SHORTCUT_LAG_MS : ownLagMs;
    const askedMs = performance.now();
    if (!(await fence(app.bus))) {
      arrivals.delete(app.bus);
      return;
    }
    const nowMs = performance.now();
    // A program that took long to answer us may not have come to its keys yet.
    const endMs = Math.max(atMs + lagMs, nowMs + Math.min(nowMs - askedMs, lagMs));
    const isHeard = (): boolean => (before === 'shortcut' ? arrival.textAtMs : arrival.heardAtMs) > atMs;
    while (!isHeard() && performance.now() < endMs) await nextEvent(arrival, endMs - performance.now());
    arrival.isUnmoved = arrival.heardAtMs <= atMs;
    if (isThorough || kind === 'browser') await quiet(arrival, QUIET_MS[kind]);
    // With accessibility Qt hands its keys to the registry, and takes each when that has answered: they stand behind our
    // next question. A shortcut is taken at once and passes them.
    if (isThorough) for (const name of [REGISTRY.bus, app.bus]) await fence(name);
    await fence(app.bus);
  };

  return {
    note: ({ bus: name, member }) => {
      const arrival = arrivalOf(name);
      arrival.heardAtMs = performance.now();
      arrival.isUnmoved = false;
      if (member === 'TextChanged') arrival.textAtMs = arrival.heardAtMs;
      arrival.onHeard();
    },
    inputSent: ({ durationMs, isText }) => {
      last = { atMs: performance.now() - Math.min(durationMs + NOTICE_MS, ANSWER_MS), isText };
      for (const arrival of arrivals.values()) {
        arrival.passed = 0;
        arrival.isText ||= isText;
      }
    },
    quietMs: (name) => {
      const { heardAtMs = 0 } = arrivals.get(name) ?? {};
      return heardAtMs === 0 ? undefined : performance.now() - Math.max(heardAtMs, last?.atMs ?? 0);
    },
    isAwaited: (name) => {
      const arrival = arrivals.get(name);
      return arrival?.running !== undefined || (last !== undefined && (arrival?.passed ?? 0) === 0);
    },
    wait: async (app, before) => {
      if (!last) return;
      const arrival = arrivalOf(app.bus);
      while (arrival.running) await arrival.running;
      if (RANK[before] <= arrival.passed) return;
      arrival.passed = RANK[before];
      arrival.running = pass(app, before, last.atMs).finally(() => {
        arrival.running = undefined;
      });
      try {
        await arrival.running;
      } catch (error) {
        // What was sent waits for it still, and may be a text.
        arrival.passed = 0;
        arrival.isText = true;
        throw error;
      }
    },
    forget: (name) => void arrivals.delete(name),
  };
}

function newArrival(isText: boolean): Arrival {
  return {
    heardAtMs: 0,
    textAtMs: 0,
    onHeard: () => undefined,
    passed: 0,
    isText,
    running: undefined,
    isUnmoved: false,
  };
}

function nextEvent(arrival: Arrival, deadlineMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, deadlineMs);
    arrival.onHeard = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

/** Ends when nothing was announced for a moment. */
async function quiet(arrival: Arrival, quietMs: number): Promise<void> {
  const endMs = performance.now() + MAX_QUIET_MS;
  for (let nowMs = performance.now(); nowMs < endMs; nowMs = performance.now()) {
    const leftMs = arrival.heardAtMs + quietMs - nowMs;
    if (leftMs <= 0) return;
    await sleep(leftMs, undefined);
  }
}
