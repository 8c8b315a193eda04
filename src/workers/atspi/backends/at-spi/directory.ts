/**
 * Lists the applications on the accessibility bus. Names, pids and toolkits are kept while a bus name lives, so that an
 * application that hangs delays no call that is about another one.
 */
import { log } from '../../../../base/log.ts';
import { answerOf, type Bus, DAEMON } from '../../../platform/dbus/bus.ts';
import { encodeBody } from '../../../platform/dbus/bus-message.ts';
import type { App, ListOptions } from '../../backend.ts';
import type { ObjectRef } from '../../model/node.ts';
import { addressOf, CALL, parse, REGISTRY, ROOT_PATH } from './calls.ts';
import { findStrays } from './connect/strays.ts';
import { toolkitOf } from './toolkits.ts';

/** Age until which an application is asked for its name again: some start without one, or with that of their launcher. */
const YOUNG_MS = 10_000;
/** Longest wait for a new application when those that answered are enough for the call. */
const GRACE_MS = 100;
/** Deadline of an application that has let a call time out before. */
const SILENT_DEADLINE_MS = 100;
/** A program that hangs is listed too: no answer in time is none. */
const HANGS = { orTimeout: true };

/** Shortest time between two such questions. */
const RENEW_MS = 1000;

interface Entry extends App {
  firstSeenMs: number;
  askedMs: number;
}

/** The applications of one bus. */
export interface Directory {
  /** All registrations, the ones that hang with `isResponding: false`. Fails with BusCallError. */
  list(options: ListOptions): Promise<App[]>;
  /** Those described before that have not gone. */
  known(): App[];
  /** Whether one of those is a browser. */
  isBrowser(bus: string): boolean;
  /** Forgets a bus name that is gone. */
  forget(bus: string): void;
  /** The registry announced a change: makes the next `list` ask it. */
  note(): void;
  /** The registry is another one: it may not know programs that run. */
  noteReplaced(): void;
}

/** What is known of applications by their bus names, and how more is found out. */
interface Descriptions {
  readonly entries: Map<string, Entry>;
  /** What is known at once; a young entry is asked again in the background. Fails with BusCallError. */
  lookUp(ref: ObjectRef, signal: AbortSignal | undefined): Promise<App>;
}

function createDescriptions(bus: Bus): Descriptions {
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
  /** A failure shows in the next call that needs the application. */
  const refresh = (ref: ObjectRef): void => {
    describe(ref, undefined).catch((error: unknown) =>
      log('debug', `an application was not described: ${String(error)}`),
    );
  };
  const lookUp: Descriptions['lookUp'] = (ref, signal) => {
    const known = entries.get(ref.app);
    if (!known || known.name === '') return describe(ref, signal);
    const nowMs = performance.now();
    if (nowMs - known.firstSeenMs < YOUNG_MS && nowMs - known.askedMs > RENEW_MS) refresh(ref);
    return Promise.resolve({ ...known, isResponding: !bus.isSilent(ref.app) });
  };
  return { entries, lookUp };
}

/** Makes the directory of one bus. */
export function createDirectory(bus: Bus): Directory {
  const { entries, lookUp } = createDescriptions(bus);
  /** The registry's last answer, until it announces a change. */
  let listed: ObjectRef[] | undefined;
  let announced = 0;
  /** Programs that the registry does not know; undefined until they are looked for. */
  let strays: ObjectRef[] | undefined;
  const note = (): void => {
    announced++;
    listed = undefined;
  };
  const ask = async (signal: AbortSignal | undefined): Promise<ObjectRef[]> => {
    const before = announced;
    const refs = await bus.call({ template: CALL.children, address: REGISTRY, signal }, parse.refs);
    const registered = refs.filter((ref) => ref.app !== '' && ref.key === ROOT_PATH);
    strays ??= await findStrays(bus, registered);
    const isStray = ({ app }: ObjectRef): boolean => !registered.some((ref) => ref.app === app);
    const roots = [...registered, ...strays.filter(isStray)];
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
    note,
    noteReplaced: () => {
      strays = undefined;
      note();
    },
    known: () => [...entries.values()].map((entry) => ({ ...entry, isResponding: !bus.isSilent(entry.key) })),
    isBrowser: (name) => entries.get(name)?.traits.isBrowser ?? false,
    forget: (name) => {
      entries.delete(name);
      listed = listed?.filter((ref) => ref.app !== name);
      strays = strays?.filter((ref) => ref.app !== name);
    },
  };
}

/** Waits for all answers, but only GRACE_MS when those that came by then are enough. */
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
