/**
 * Keeps the trees of applications and patches them from their change events, so that an unchanged application costs no
 * call at all, and a changed one only what changed. An application is trusted once it has sent an event: before, it may
 * not know yet that somebody listens.
 */
import type { InputSent } from '../../../protocol/atspi.ts';
import { abortedError } from '../../../protocol/errors.ts';
import { type Bus, BusCallError } from '../../platform/bus.ts';
import { unlessAborted } from '../../platform/unless-aborted.ts';
import type { App } from '../backend.ts';
import { keepOneFocus } from '../model/focus.ts';
import {
  addNodes,
  addUnannounced,
  type ChangeEvent,
  isFresh,
  isUpheaval,
  type Mirrored,
  mirrorOf,
  noteChange,
  type Part,
  toldNode,
} from '../model/mirrored.ts';
import { isHollow, keyOf, type Node, noteChanged, type ObjectRef } from '../model/node.ts';
import { hasState, STATE } from '../model/states.ts';
import { toolkitOf } from '../model/toolkits.ts';
import { sleep } from '../sleep.ts';
import { CALL, parse, REGISTRY, ROOT_PATH } from './calls.ts';
import { askAbout, createNode, isNull } from './describe.ts';
import { type Pipeline, runPipeline } from './pipeline.ts';

/** A program that changes faster than it can be read is given as it was after so many rounds. */
const MAX_ROUNDS = 3;
/**
 * After something has come or gone, programs go on changing for a while without a word: a label that follows by a timer,
 * an animation; Chromium's find bar goes so. Until so long after the last such event every read is one from scratch, and
 * the first one after it too.
 */
const SETTLE_MS = { browser: 1000, other: 500 };
/**
 * The first read after input waits for an event, at most so long after it. A program may answer us before it has looked at
 * its keys, which come over another socket: 9 of 300 reads of Kate on a busy machine. Pages are processes of their own, of
 * which a browser hears late: Firefox after 7 to 10 ms, Chromium after 11 to 75.
 */
const INPUT_LAG_MS = { browser: 100, other: 50 };
/** Where the input before it was followed by nothing, this one may be too: a pointer over a picture, a key that nobody takes. */
const AGAIN_LAG_MS = { browser: 30, other: 10 };
/** Before a shortcut it is worth more patience: what passes the characters of a busy program is done for good. */
const SHORTCUT_LAG_MS = 300;
/**
 * After a text, before a shortcut, and of a browser always, it is waited until nothing is announced for so long, and how
 * long at most: characters are taken one by one, and what a page makes of a click comes after the click. With accessibility
 * Qt hands each character to the registry first, and shortcuts pass those that are there: of 20 texts that were followed by
 * ctrl+s 9 were saved without their end.
 */
const QUIET_MS = { browser: 25, other: 20 };
const MAX_QUIET_MS = 250;
/** What was announced so long before the end of the input may be what it did, unless it was shorter than that. */
const ANSWER_MS = 10;
/** We hear of the end of an input so much later. */
const NOTICE_MS = 3;

export interface Mirror {
  /** About the first `maxObjects` of an application as it is now. Do not change it. Fails like `runPipeline`, and with `gone` when it ends meanwhile. */
  read(app: App, options: { maxObjects: number; signal: AbortSignal | undefined }): Promise<Node>;
  /** The parents of an object as last read, the nearest first; empty where it is not known. */
  parentsOf(ref: ObjectRef): ObjectRef[];
  /** The node of an object, when nothing is to be read again in its application; do not change it. */
  kept(ref: ObjectRef): Node | undefined;
  /** Takes note of an event. */
  note(event: ChangeEvent): void;
  /** Input was sent: the next read of each application waits for what it announces of that. */
  expectChanges(input: InputSent): void;
  /** Waits as a read does; for what is asked of an application besides. `isPatient`: longer, and until it announces nothing any more. */
  arrive(bus: string, options?: { isPatient?: boolean }): Promise<void>;
  /** Forgets an application that is gone. */
  forget(bus: string): void;
}

interface Entry {
  readonly isBrowser: boolean;
  mirrored: Mirrored | undefined;
  /** Events that arrived while the tree was being read from scratch; undefined when it is not. */
  overheard: ChangeEvent[] | undefined;
  /** The last read that was asked for. */
  last: Promise<unknown>;
  /** Reads that were asked for and have not ended. */
  pending: number;
  /** Input was sent since the last read. */
  isInputNew: boolean;
  /** A text was among it. */
  isTextNew: boolean;
  /** It announced nothing after the input before. */
  isUnmoved: boolean;
  /** Ends when what that input did has been announced. */
  arriving: Promise<void> | undefined;
  /** When input was last sent, and when something was last announced. */
  inputAtMs: number;
  heardAtMs: number;
  /** When a text last changed. */
  textAtMs: number;
  /** Called at the next event. */
  onHeard: () => void;
  /** When the last read from scratch began. */
  readAtMs: number;
  /** When something last came or went. */
  upheavalAtMs: number;
}

/** How a mirror reads. */
export interface MirrorReads {
  /** Reads an application from scratch. */
  readAll(app: App, maxObjects: number): Promise<Node>;
  /** Goes on with a tree, until there are `maxObjects` in it. */
  readOn(root: Node, maxObjects: number): Promise<void>;
}

/** Makes the mirror of one bus. */
export function createMirror(bus: Bus, reads: MirrorReads): Mirror {
  const entries = new Map<string, Entry>();
  const announcing = new Set<string>();

  /** Runs a read; events that arrive meanwhile are noted when its result is kept. */
  const overhearing = async <T>(entry: Entry, read: () => Promise<T>): Promise<T> => {
    entry.overheard = [];
    try {
      const result = await read();
      for (const event of entry.overheard) if (entry.mirrored) noteChange(entry.mirrored, event);
      return result;
    } finally {
      entry.overheard = undefined;
    }
  };

  const readAnew = (app: App, entry: Entry, maxObjects: number): Promise<Node> =>
    overhearing(entry, async () => {
      entry.readAtMs = performance.now();
      const root = await reads.readAll(app, maxObjects);
      keepOneFocus(root.children);
      const { isBrowser } = entry;
      // A browser that builds its tree does not announce that.
      const isKept = announcing.has(app.bus) && !(isBrowser && isHollow(root));
      entry.mirrored = isKept ? mirrorOf(root, isBrowser) : undefined;
      return root;
    });

  const readOn = (entry: Entry, mirrored: Mirrored, maxObjects: number): Promise<void> =>
    overhearing(entry, async () => {
      await reads.readOn(mirrored.root, maxObjects);
      keepOneFocus(mirrored.root.children);
      addNodes(mirrored);
    });

  /** What a program announced before it answers has arrived when the answer has. */
  const fence = (name: string): Promise<void> =>
    bus.call({ template: CALL.states, address: { bus: name, path: ROOT_PATH } }, () => undefined);

  const passInput = async (name: string, entry: Entry, isPatient: boolean): Promise<void> => {
    const isText = entry.isTextNew;
    entry.isTextNew = false;
    try {
      const askedMs = performance.now();
      await fence(name);
      await inputLag(entry, { busyMs: performance.now() - askedMs, isPatient });
      const isQuiet = isPatient || isText;
      if (isQuiet || entry.isBrowser) await quiet(entry);
      // Qt hands its keys to the registry, and takes each when that has answered: they stand behind our next question.
      if (isQuiet) for (const other of [REGISTRY.bus, name]) await fence(other);
      await fence(name);
    } finally {
      entry.arriving = undefined;
    }
  };

  const arrive: Mirror['arrive'] = async (name, { isPatient = false } = {}) => {
    const entry = entries.get(name);
    if (!entry) return;
    if (entry.isInputNew) {
      entry.isInputNew = false;
      entry.arriving = passInput(name, entry, isPatient);
    }
    await entry.arriving;
  };

  const refresh = async (app: App, entry: Entry, maxObjects: number): Promise<Node> => {
    await arrive(app.bus);
    if (entry.mirrored) addUnannounced(entry.mirrored);
    let root = entry.mirrored?.root;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const { mirrored } = entry;
      const isTrusted = mirrored && !mirrored.isStale && (round > 0 || isSettled(entry));
      const isTooShort = mirrored !== undefined && mirrored.isCut && mirrored.nodes.size < maxObjects;
      if (isTrusted && isFresh(mirrored)) {
        if (!isTooShort) return mirrored.root;
        if (!mirrored.isBrowser) {
          await readOn(entry, mirrored, maxObjects);
          continue;
        }
      } else if (isTrusted && (await patch(bus, mirrored))) continue;
      root = await readAnew(app, entry, maxObjects);
      if (!entry.mirrored) return root;
    }
    return root ?? readAnew(app, entry, maxObjects);
  };

  return {
    read: (app, { maxObjects, signal }) => {
      const entry = entries.get(app.bus) ?? newEntry(app);
      entries.set(app.bus, entry);
      // One after the other: a read that began before an input must not answer for one that was asked for after it.
      const answer = async (): Promise<Node> => {
        try {
          const root = await refresh(app, entry, maxObjects);
          // What it had not answered when it ended would be missing.
          if (entries.get(app.bus) !== entry) throw new BusCallError({ name: 'gone', message: 'it has ended' });
          return root;
        } catch (error) {
          entry.mirrored = undefined; // half patched, or events were missed
          throw error;
        }
      };
      entry.pending++;
      const work = entry.last.then(answer).finally(() => void entry.pending--);
      entry.last = work.catch(() => undefined); // whoever asked for it is told
      // Ends one caller's wait; the read goes on for the others.
      return unlessAborted(work, signal, abortedError);
    },
    parentsOf: (ref) => {
      const parents: ObjectRef[] = [];
      let node = entries.get(ref.bus)?.mirrored?.nodes.get(keyOf(ref));
      while ((node = node?.parent)) parents.push(node.ref);
      return parents;
    },
    kept: (ref) => {
      const entry = entries.get(ref.bus);
      const { mirrored } = entry ?? {};
      const isCurrent = entry && mirrored && entry.pending === 0 && !entry.isInputNew && isSettled(entry);
      return isCurrent && isFresh(mirrored) ? toldNode(mirrored, ref) : undefined;
    },
    note: (event) => {
      announcing.add(event.bus);
      const entry = entries.get(event.bus);
      if (!entry) return;
      entry.heardAtMs = performance.now();
      if (event.member === 'TextChanged') entry.textAtMs = entry.heardAtMs;
      entry.onHeard();
      if (entry.overheard) entry.overheard.push(event);
      else if (entry.mirrored) noteChange(entry.mirrored, event);
      if (isUpheaval(entry.mirrored, event)) entry.upheavalAtMs = performance.now();
    },
    expectChanges: ({ durationMs, isText }) => {
      const inputAtMs = performance.now() - Math.min(durationMs + NOTICE_MS, ANSWER_MS);
      for (const entry of entries.values()) {
        const isTextNew = isText || (entry.isInputNew && entry.isTextNew);
        Object.assign(entry, { inputAtMs, isInputNew: true, isTextNew });
      }
    },
    arrive,
    forget: (name) => {
      entries.delete(name);
      announcing.delete(name);
    },
  };
}

function newEntry(app: App): Entry {
  return {
    isBrowser: toolkitOf(app.toolkit).isBrowser,
    mirrored: undefined,
    overheard: undefined,
    last: Promise.resolve(),
    pending: 0,
    isInputNew: false,
    isTextNew: false,
    isUnmoved: false,
    arriving: undefined,
    inputAtMs: 0,
    heardAtMs: 0,
    textAtMs: 0,
    onHeard: () => undefined,
    readAtMs: 0,
    upheavalAtMs: 0,
  };
}

/**
 * Ends with the first event after the last input, or when there is none for too long. A program that took `busyMs` to
 * answer us may not have come to its keys yet. `isPatient`: with the first text that changed.
 */
async function inputLag(entry: Entry, { busyMs, isPatient }: { busyMs: number; isPatient: boolean }): Promise<void> {
  const { inputAtMs } = entry;
  const kind = entry.isBrowser ? 'browser' : 'other';
  const ownLagMs = (entry.isUnmoved ? AGAIN_LAG_MS : INPUT_LAG_MS)[kind];
  const lagMs = isPatient ? SHORTCUT_LAG_MS : ownLagMs;
  const nowMs = performance.now();
  const endMs = nowMs + Math.max(inputAtMs + lagMs - nowMs, Math.min(busyMs, lagMs));
  const isHeard = (): boolean => (isPatient ? entry.textAtMs : entry.heardAtMs) > inputAtMs;
  while (!isHeard() && performance.now() < endMs) await nextEvent(entry, endMs - performance.now());
  entry.isUnmoved = entry.heardAtMs <= inputAtMs;
}

function nextEvent(entry: Entry, deadlineMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, deadlineMs);
    entry.onHeard = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

/** Ends when nothing was announced for a moment. */
async function quiet(entry: Entry): Promise<void> {
  const endMs = performance.now() + MAX_QUIET_MS;
  const quietMs = entry.isBrowser ? QUIET_MS.browser : QUIET_MS.other;
  for (let nowMs = performance.now(); nowMs < endMs; nowMs = performance.now()) {
    const leftMs = entry.heardAtMs + quietMs - nowMs;
    if (leftMs <= 0) return;
    await sleep(leftMs, undefined);
  }
}

/** Whether the tree was read from scratch after the program had come to rest. */
function isSettled({ isBrowser, readAtMs, upheavalAtMs }: Entry): boolean {
  const settleMs = isBrowser ? SETTLE_MS.browser : SETTLE_MS.other;
  return upheavalAtMs === 0 || readAtMs >= upheavalAtMs + settleMs;
}

/**
 * Reads again what is stale. False when an object is gone, shows no longer or is another one, or when one shows that is not
 * in the tree: then the whole tree must be read.
 */
async function patch(bus: Bus, mirrored: Mirrored): Promise<boolean> {
  const parts = [...mirrored.stale];
  const strangers = [...mirrored.strangers.values()];
  let isComplete = true;
  mirrored.stale.clear();
  mirrored.strangers.clear();
  await runPipeline(bus, undefined, (pipeline) => {
    for (const [node, part] of parts)
      askAgain(pipeline, node, part, (now, children) => {
        const isOther = part === 'all' && (now.role !== node.role || hasOtherChildren(node, children));
        // An object that is gone does not answer. Who holds the node meanwhile sees it as it was, or as it is.
        if (!hasState(now.states, STATE.showing) || isOther) isComplete = false;
        else if (part === 'states') node.states = now.states;
        else takeOver(node, now);
        node.claimsFocus = false;
      });
    for (const ref of strangers)
      pipeline.ask(CALL.states, ref, (body) => {
        if (hasState(parse.states(body), STATE.showing)) isComplete = false;
      });
  });
  keepOneFocus(mirrored.root.children);
  noteChanged(mirrored.root);
  return isComplete;
}

/** Asks for a node as it is now, apart from the one that is kept; `onEnd` has what was answered, of a browser its children too. */
function askAgain(
  pipeline: Pipeline,
  node: Node,
  part: Part,
  onEnd: (now: Node, children: readonly ObjectRef[] | undefined) => void,
): void {
  let children: ObjectRef[] | undefined;
  const now = createNode(node.ref, node.parent);
  const start = (calls: Pipeline): void => {
    if (part === 'all') {
      askAbout(calls, now);
      // A browser may not say that the first character of a field has brought an element for it.
      if (node.slots)
        calls.ask(
          CALL.children,
          now.ref,
          (body) => void (children = parse.refs(body).filter((child) => !isNull(child))),
        );
    } else calls.ask(CALL.states, now.ref, (body) => void (now.states = parse.states(body)));
  };
  pipeline.group(start, () => onEnd(now, children));
}

/** Whether a browser's element has other children than it had; those that do not show are only counted. */
function hasOtherChildren({ slots }: Node, now: readonly ObjectRef[] | undefined): boolean {
  if (!slots) return false;
  return slots.length !== now?.length || slots.some((child, i) => child && child.ref.path !== now[i]?.path);
}

function takeOver(node: Node, { name, description, states, interfaces, actions, text, value }: Node): void {
  Object.assign(node, { name, description, states, interfaces, actions, text, value });
}
