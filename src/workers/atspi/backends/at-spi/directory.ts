/**
 * Which applications are on the accessibility bus. Names, pids and toolkits are kept as long as a bus name lives, so
 * that an application that hangs holds up nobody who asks for another one.
 */
import { log } from '../../../../base/log.ts';
import { answerOf, type Bus, DAEMON } from '../../../platform/dbus/bus.ts';
import { encodeBody } from '../../../platform/dbus/bus-message.ts';
import type { App, ListOptions } from '../../backend.ts';
import type { ObjectRef } from '../../model/node.ts';
import { addressOf, CALL, parse, REGISTRY, ROOT_PATH } from './calls.ts';
import { toolkitOf } from './toolkits.ts';

/** How long an application's name is asked again: some start without one, or with that of their launcher. */
const YOUNG_MS = 10_000;
/** How long a new application is waited for when those that answered are enough for the call. */
const GRACE_MS = 100;
/** How long one is waited for that has let a call time out before. */
const SILENT_DEADLINE_MS = 100;
/** A program that hangs is listed too. */
const HANGS = { orTimeout: true };

/** How often at most it is asked again. */
const RENEW_MS = 1000;

interface Entry extends App {
  firstSeenMs: number;
  askedMs: number;
}

/** The applications of one bus. */
export interface Directory {
  /** All registrations, the ones that hang with `isResponding: false`. Fails with BusCallError. */
  list(options: ListOptions): Promise<App[]>;
  /** Those that were described before and live. */
  known(): App[];
  /** Forgets a bus name that is gone. */
  forget(bus: string): void;
  /** The registry has announced that an application came or went, or is another one: it is asked again. */
  note(): void;
}

/** Keeps the book of applications of one bus. */
export function createDirectory(bus: Bus): Directory {
  const entries = new Map<string, Entry>();
  const describe = async (ref: ObjectRef, signal: AbortSignal | undefined): Promise<App> => {
    const known = entries.get(ref.app);
    const askedMs = performance.now();
    if (known) known.askedMs = askedMs;
    const ask = { address: addressOf(ref), signal, deadlineMs: bus.isSilent(ref.app) ? SILENT_DEADLINE_MS : undefined };
    const [name, toolkit, pid] = await Promise.all([
      answerOf(bus.call({ ...ask, template: CALL.name }, parse.variantText), HANGS),
      answerOf(bus.call({ ...ask, template: CALL.toolkit }, parse.variantText), HANGS),
      answerOf(processId(bus, ref.app, signal), HANGS),
    ]);
    const traits = toolkitOf(toolkit ?? '');
    const app = { key: ref.app, root: ref, name: name ?? '', toolkit: toolkit ?? '', traits, pid: pid ?? 0 };
    if (name !== undefined)
      entries.set(ref.app, { firstSeenMs: askedMs, ...known, ...app, askedMs, isResponding: true });
    return { ...app, isResponding: name !== undefined };
  };
  /** Asks again without anybody waiting: a failure shows in the next call that needs the application. */
  const refresh = (ref: ObjectRef): void => {
    describe(ref, undefined).catch((error: unknown) =>
      log('debug', `an application was not described: ${String(error)}`),
    );
  };
  /** What is known at once; a young entry is asked for again behind the scenes. */
  const lookUp = (ref: ObjectRef, signal: AbortSignal | undefined): Promise<App> => {
    const known = entries.get(ref.app);
    if (!known || known.name === '') return describe(ref, signal);
    const nowMs = performance.now();
    if (nowMs - known.firstSeenMs < YOUNG_MS && nowMs - known.askedMs > RENEW_MS) refresh(ref);
    return Promise.resolve({ ...known, isResponding: !bus.isSilent(ref.app) });
  };
  /** What the registry has said last, until it announces a change. */
  let listed: ObjectRef[] | undefined;
  let announced = 0;
  const ask = async (signal: AbortSignal | undefined): Promise<ObjectRef[]> => {
    const before = announced;
    const refs = await bus.call({ template: CALL.children, address: REGISTRY, signal }, parse.refs);
    const roots = refs.filter((ref) => ref.app !== '' && ref.key === ROOT_PATH);
    if (announced === before) listed = roots;
    return roots;
  };
  return {
    list: async ({ signal, isEnough }) => {
      // An application that has just come may not have been announced yet: then the registry is asked.
      const isKept = listed && (!isEnough || isEnough(listed.flatMap((ref) => entries.get(ref.app) ?? [])));
      const roots = isKept && listed ? listed : await ask(signal);
      const answers = roots.map((ref) => lookUp(ref, signal));
      return isEnough ? settleEarly(answers, isEnough) : Promise.all(answers);
    },
    note: () => {
      announced++;
      listed = undefined;
    },
    known: () => [...entries.values()].map((entry) => ({ ...entry, isResponding: !bus.isSilent(entry.key) })),
    forget: (name) => {
      entries.delete(name);
      listed = listed?.filter((ref) => ref.app !== name);
    },
  };
}

/** Waits for all answers, or for a moment when those that came by then are enough. */
function settleEarly(answers: Promise<App>[], isEnough: (apps: App[]) => boolean): Promise<App[]> {
  const apps: (App | undefined)[] = answers.map(() => undefined);
  const there = (): App[] => apps.filter((app) => app !== undefined);
  return new Promise((resolve, reject) => {
    const grace = setTimeout(() => isEnough(there()) && resolve(there()), GRACE_MS);
    const filled = answers.map(async (answer, index) => {
      apps[index] = await answer;
    });
    Promise.all(filled)
      .then(() => resolve(there()), reject)
      .finally(() => clearTimeout(grace));
  });
}

function processId(bus: Bus, name: string, signal: AbortSignal | undefined): Promise<number> {
  return bus.call({ template: CALL.processId, address: DAEMON, body: encodeBody('s', [name]), signal }, parse.uint);
}
