/**
 * Waits until programs have taken the input that was sent to them. Keys reach a program over another socket than our calls, so
 * it may answer us before it has looked at them: without a wait 9 of 300 reads right after a key were old in Kate.
 */

import { sleep } from '../../../../base/abortable.ts';
import type { Before, InputSent } from '../../../../protocol/atspi.ts';
import { answerOf, type Bus } from '../../../platform/dbus/bus.ts';
import type { App } from '../../backend.ts';
import { CALL, REGISTRY, ROOT_PATH } from './calls.ts';
import type { ChangeEvent } from './mirrored.ts';

/**
 * Longest wait for the first event after input. Pages are processes of their own, whose events come late: Firefox's after
 * 7 to 10 ms, Chromium's after 11 to 75.
 */
const LAG_MS = { browser: 100, other: 50 };
/** The same when the input before brought no event: a pointer over a picture, a key that nobody takes. */
const REPEATED_LAG_MS = { browser: 30, other: 10 };
/** The same before a shortcut, which must not overtake characters that a busy program has not taken. */
const SHORTCUT_LAG_MS = 300;
/** Time without events after which input counts as taken: characters are taken one by one, and a page reacts after the click. */
const QUIET_MS = { browser: 25, other: 20 };
/** Longest wait for that. */
const MAX_QUIET_MS = 250;
/** Longest time before the end of an input in which an event may be its effect already. */
const EARLY_ANSWER_MS = 10;
/** Time from the end of an input until this worker hears of it. */
const REPORT_DELAY_MS = 3;

/** What waits longer ranks higher; a higher rank waits again after a lower one. */
const RANK = { reading: 1, action: 2, shortcut: 3 } as const;

export interface Settling {
  /** Takes note of an event. */
  note(event: ChangeEvent): void;
  /** Input was sent, to any application. */
  inputSent(input: InputSent): void;
  /** When an application announced something last, or input was sent to any. */
  disturbedAtMs(bus: string): number;
  /** Whether an application may not have taken the last input: nobody has waited for it yet, or somebody does now. */
  isAwaited(bus: string): boolean;
  /** Waits until an application has taken what was sent, or has ended. Fails with BusCallError when it does not answer. */
  wait(app: Pick<App, 'key' | 'traits'>, before: Before): Promise<void>;
  /** Forgets an application that is gone. */
  forget(bus: string): void;
}

interface AppSettling {
  /** Times of its last event, and of the last one about a text. */
  eventAtMs: number;
  textAtMs: number;
  /** Called at the next event. */
  onEvent: () => void;
  /** Rank of the last wait since input was sent. */
  reached: number;
  /** Text was sent since the last wait. */
  isText: boolean;
  running: Promise<void> | undefined;
  /** The input before brought no event. */
  isUnmoved: boolean;
}

/** Makes the record of one bus. */
export function createSettling(bus: Bus): Settling {
  const states = new Map<string, AppSettling>();
  let last: { atMs: number; isText: boolean } | undefined;

  const stateOf = (name: string): AppSettling => {
    const known = states.get(name) ?? newState(last?.isText === true);
    states.set(name, known);
    return known;
  };

  return {
    note: ({ ref, member }) => {
      const state = stateOf(ref.app);
      state.eventAtMs = performance.now();
      state.isUnmoved = false;
      if (member === 'TextChanged') state.textAtMs = state.eventAtMs;
      state.onEvent();
    },
    inputSent: ({ durationMs, isText }) => {
      last = { atMs: performance.now() - Math.min(durationMs + REPORT_DELAY_MS, EARLY_ANSWER_MS), isText };
      for (const state of states.values()) {
        state.reached = 0;
        state.isText ||= isText;
      }
    },
    disturbedAtMs: (name) => Math.max(states.get(name)?.eventAtMs ?? 0, last?.atMs ?? 0),
    isAwaited: (name) => {
      const state = states.get(name);
      return state?.running !== undefined || (last !== undefined && (state?.reached ?? 0) === 0);
    },
    wait: async (app, before) => {
      if (!last) return;
      const state = stateOf(app.key);
      while (state.running) await state.running;
      if (RANK[before] <= state.reached) return;
      state.reached = RANK[before];
      const forgetEnded = (isThere: boolean): void => {
        if (!isThere) states.delete(app.key);
      };
      state.running = settleApp(bus, { state, app, before, sentAtMs: last.atMs })
        .then(forgetEnded)
        .finally(() => {
          state.running = undefined;
        });
      try {
        await state.running;
      } catch (error) {
        // It has not taken the input, which may have been text.
        state.reached = 0;
        state.isText = true;
        throw error;
      }
    },
    forget: (name) => void states.delete(name),
  };
}

/** One wait for an application. */
interface Wait {
  state: AppSettling;
  app: Pick<App, 'key' | 'traits'>;
  before: Before;
  /** When the last input was sent. */
  sentAtMs: number;
}

/** Waits until an application has taken what was sent until `sentAtMs`; false when it has ended. */
async function settleApp(bus: Bus, { state, app, before, sentAtMs }: Wait): Promise<boolean> {
  const kind = app.traits.isBrowser ? 'browser' : 'other';
  const isThorough = state.isText || before !== 'reading';
  state.isText = false;
  const ownLagMs = (state.isUnmoved ? REPEATED_LAG_MS : LAG_MS)[kind];
  const lagMs = before === 'shortcut' ? SHORTCUT_LAG_MS : ownLagMs;
  const askedMs = performance.now();
  if (!(await fence(bus, app.key))) return false;
  const nowMs = performance.now();
  // A program that took long to answer us may not have come to its keys yet.
  const endMs = Math.max(sentAtMs + lagMs, nowMs + Math.min(nowMs - askedMs, lagMs));
  const hasAnnounced = (): boolean => (before === 'shortcut' ? state.textAtMs : state.eventAtMs) > sentAtMs;
  while (!hasAnnounced() && performance.now() < endMs) await nextEvent(state, endMs - performance.now());
  state.isUnmoved = state.eventAtMs <= sentAtMs;
  if (isThorough || kind === 'browser') await quiet(state, QUIET_MS[kind]);
  // With accessibility Qt hands its keys to the registry, and takes each when that has answered: they stand behind our
  // next question. A shortcut is taken at once and passes them.
  if (isThorough) for (const name of [REGISTRY.bus, app.key]) await fence(bus, name);
  await fence(bus, app.key);
  return true;
}

/** A round trip: what a program announced before it answers has arrived with the answer. False when it has ended. */
async function fence(bus: Bus, name: string): Promise<boolean> {
  const asked = bus.call({ template: CALL.states, address: { bus: name, path: ROOT_PATH } }, () => true);
  return (await answerOf(asked)) ?? false;
}

function newState(isText: boolean): AppSettling {
  return {
    eventAtMs: 0,
    textAtMs: 0,
    onEvent: () => undefined,
    reached: 0,
    isText,
    running: undefined,
    isUnmoved: false,
  };
}

function nextEvent(state: AppSettling, deadlineMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, deadlineMs);
    state.onEvent = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

/** Waits until there was no event for `quietMs`. */
async function quiet(state: AppSettling, quietMs: number): Promise<void> {
  const endMs = performance.now() + MAX_QUIET_MS;
  for (let nowMs = performance.now(); nowMs < endMs; nowMs = performance.now()) {
    const leftMs = state.eventAtMs + quietMs - nowMs;
    if (leftMs <= 0) return;
    await sleep(leftMs, undefined);
  }
}
