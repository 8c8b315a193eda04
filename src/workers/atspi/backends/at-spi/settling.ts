/**
 * When programs have taken the input that was sent to them. Their keys come over another socket than our calls, so that a
 * program may answer us before it has looked at them: without a wait 9 of 300 reads right after a key were old in Kate.
 */

import { sleep } from '../../../../base/abortable.ts';
import type { Before, InputSent } from '../../../../protocol/atspi.ts';
import { answerOf, type Bus } from '../../../platform/dbus/bus.ts';
import type { App } from '../../backend.ts';
import { CALL, REGISTRY, ROOT_PATH } from './calls.ts';
import type { ChangeEvent } from './mirrored.ts';

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

export interface Settling {
  /** Takes note of an event. */
  note(event: ChangeEvent): void;
  /** Input was sent, to any application. */
  inputSent(input: InputSent): void;
  /** As AtspiBackend says of it. */
  quietMs(bus: string): number | undefined;
  /** Whether nobody has waited for an application since input was sent, or somebody does now. */
  isAwaited(bus: string): boolean;
  /** Waits until an application has taken what was sent, or has ended. Fails with BusCallError when it does not answer. */
  wait(app: Pick<App, 'key' | 'traits'>, before: Before): Promise<void>;
  /** Forgets an application that is gone. */
  forget(bus: string): void;
}

interface AppSettling {
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
export function createSettling(bus: Bus): Settling {
  const settling = new Map<string, AppSettling>();
  let last: { atMs: number; isText: boolean } | undefined;

  const settlingOf = (name: string): AppSettling => {
    const known = settling.get(name) ?? newSettling(last?.isText === true);
    settling.set(name, known);
    return known;
  };

  /** What a program announced before it answers has arrived when the answer has. One that has ended gives none. */
  const fence = async (name: string): Promise<boolean> => {
    const asked = bus.call({ template: CALL.states, address: { bus: name, path: ROOT_PATH } }, () => true);
    return (await answerOf(asked)) ?? false;
  };

  const pass = async (app: Pick<App, 'key' | 'traits'>, before: Before, atMs: number): Promise<void> => {
    const state = settlingOf(app.key);
    const kind = app.traits.isBrowser ? 'browser' : 'other';
    const isThorough = state.isText || before !== 'reading';
    state.isText = false;
    const ownLagMs = (state.isUnmoved ? AGAIN_LAG_MS : LAG_MS)[kind];
    const lagMs = before === 'shortcut' ? SHORTCUT_LAG_MS : ownLagMs;
    const askedMs = performance.now();
    if (!(await fence(app.key))) {
      settling.delete(app.key);
      return;
    }
    const nowMs = performance.now();
    // A program that took long to answer us may not have come to its keys yet.
    const endMs = Math.max(atMs + lagMs, nowMs + Math.min(nowMs - askedMs, lagMs));
    const isHeard = (): boolean => (before === 'shortcut' ? state.textAtMs : state.heardAtMs) > atMs;
    while (!isHeard() && performance.now() < endMs) await nextEvent(state, endMs - performance.now());
    state.isUnmoved = state.heardAtMs <= atMs;
    if (isThorough || kind === 'browser') await quiet(state, QUIET_MS[kind]);
    // With accessibility Qt hands its keys to the registry, and takes each when that has answered: they stand behind our
    // next question. A shortcut is taken at once and passes them.
    if (isThorough) for (const name of [REGISTRY.bus, app.key]) await fence(name);
    await fence(app.key);
  };

  return {
    note: ({ ref, member }) => {
      const state = settlingOf(ref.app);
      state.heardAtMs = performance.now();
      state.isUnmoved = false;
      if (member === 'TextChanged') state.textAtMs = state.heardAtMs;
      state.onHeard();
    },
    inputSent: ({ durationMs, isText }) => {
      last = { atMs: performance.now() - Math.min(durationMs + NOTICE_MS, ANSWER_MS), isText };
      for (const state of settling.values()) {
        state.passed = 0;
        state.isText ||= isText;
      }
    },
    quietMs: (name) => {
      const { heardAtMs = 0 } = settling.get(name) ?? {};
      return heardAtMs === 0 ? undefined : performance.now() - Math.max(heardAtMs, last?.atMs ?? 0);
    },
    isAwaited: (name) => {
      const state = settling.get(name);
      return state?.running !== undefined || (last !== undefined && (state?.passed ?? 0) === 0);
    },
    wait: async (app, before) => {
      if (!last) return;
      const state = settlingOf(app.key);
      while (state.running) await state.running;
      if (RANK[before] <= state.passed) return;
      state.passed = RANK[before];
      state.running = pass(app, before, last.atMs).finally(() => {
        state.running = undefined;
      });
      try {
        await state.running;
      } catch (error) {
        // What was sent waits for it still, and may be a text.
        state.passed = 0;
        state.isText = true;
        throw error;
      }
    },
    forget: (name) => void settling.delete(name),
  };
}

function newSettling(isText: boolean): AppSettling {
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

function nextEvent(state: AppSettling, deadlineMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, deadlineMs);
    state.onHeard = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

/** Ends when nothing was announced for a moment. */
async function quiet(state: AppSettling, quietMs: number): Promise<void> {
  const endMs = performance.now() + MAX_QUIET_MS;
  for (let nowMs = performance.now(); nowMs < endMs; nowMs = performance.now()) {
    const leftMs = state.heardAtMs + quietMs - nowMs;
    if (leftMs <= 0) return;
    await sleep(leftMs, undefined);
  }
}
