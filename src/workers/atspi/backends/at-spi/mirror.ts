/**
 * Keeps the trees of applications and patches them from their change events, so that an unchanged application costs no
 * call at all, and a changed one only what changed. Only what was read once the application is known to announce its
 * changes is kept (`trust.ts`).
 */

import { abortable } from '../../../../base/abortable.ts';
import { abortedError } from '../../../../base/errors.ts';
import { type Bus, BusCallError } from '../../../platform/dbus/bus.ts';
import type { App } from '../../backend.ts';
import { keepOneFocus } from '../../model/focus.ts';
import { isHollow, keyOf, type Node, nodesOf, noteChanged, type ObjectRef } from '../../model/node.ts';
import { CALL, parse } from './calls.ts';
import {
  addNodes,
  addReselected,
  addUnannounced,
  announcedNode,
  type ChangeEvent,
  isFresh,
  isStructureChange,
  type Mirrored,
  mirrorOf,
  noteChange,
  type Part,
} from './mirrored.ts';
import { type Pipeline, runPipeline } from './pipeline.ts';
import { askAbout, createNode, isNull } from './read/describe.ts';
import { READ_BUDGET_MS } from './read/walk.ts';
import { toolkitOf } from './toolkits.ts';
import type { Trust } from './trust.ts';

/** Rounds after which a program that changes faster than it can be read is shown as it was last read. */
const MAX_ROUNDS = 3;
/**
 * Time after a structure change in which every read, and the first one after it, is from scratch: programs go on changing then
 * and do not announce it (a label that follows by a timer, an animation, Chromium's find bar).
 */
const SETTLE_MS = { browser: 1000, other: 500 };

export interface Mirror {
  /**
   * About the first `maxObjects` of an application as it is now. Do not change it. Fails like `runPipeline`, and with `gone` when
   * it ends meanwhile.
   */
  read(app: App, options: { maxObjects: number; signal: AbortSignal | undefined }): Promise<Node>;
  /** The parents of an object as last read, the nearest first; empty where it is not known. */
  parentsOf(ref: ObjectRef): ObjectRef[];
  /** The label beside a field, as last read. */
  besideOf(ref: ObjectRef): Pick<Node, 'beside'>;
  /** The node of an object, when its application has changed nothing since it was read. Do not change it. */
  kept(ref: ObjectRef): Node | undefined;
  /** Takes note of an event. */
  note(event: ChangeEvent): void;
  /** Changes may have been missed: what was read before is read anew. */
  doubt(): void;
  /** Forgets an application that is gone. */
  forget(bus: string): void;
}

interface Entry {
  readonly isBrowser: boolean;
  readonly announcesOneSelected: boolean;
  mirrored: Mirrored | undefined;
  /** Events that arrived while the tree is being read from scratch; undefined at other times. */
  eventsDuringRead: ChangeEvent[] | undefined;
  /** Its changes may not have been announced during the read. */
  isDoubted: boolean;
  /** The last read of the queue. */
  last: Promise<unknown>;
  /** Reads in the queue. */
  pending: number;
  /** When the last read from scratch began. */
  readAtMs: number;
  /** Time of the last structure change. */
  structureChangedAtMs: number;
}

/** How a mirror reads. */
export interface MirrorReads {
  /** Reads an application from scratch. */
  readAll(app: App, maxObjects: number): Promise<Node>;
  /** Continues a read until the tree holds `maxObjects`. */
  readOn(app: App, root: Node, maxObjects: number): Promise<void>;
}

/** Makes the mirror of one bus. */
export function createMirror(bus: Bus, trust: Pick<Trust, 'prove' | 'hasAnnounced'>, reads: MirrorReads): Mirror {
  const entries = new Map<string, Entry>();
  /** When an application was first read, or sent its first event. */
  const firstSeenAtMs = new Map<string, number>();
  const seen = (name: string): number => {
    const sinceMs = firstSeenAtMs.get(name) ?? performance.now();
    firstSeenAtMs.set(name, sinceMs);
    return sinceMs;
  };
  const source: Source = { bus, reads, trust };
  return {
    read: (app, { maxObjects, signal }) => {
      const entry = entries.get(app.key) ?? newEntry(app, seen(app.key));
      entries.set(app.key, entry);
      const work = enqueue(entry, async () => {
        const root = await refresh(source, { app, entry, maxObjects });
        // The tree of one that has ended lacks what it had not answered yet.
        if (entries.get(app.key) !== entry) throw new BusCallError({ name: 'gone', message: 'it has ended' });
        return root;
      });
      // Ends one caller's wait; the read goes on for the others.
      return abortable(work, signal, abortedError);
    },
    parentsOf: (ref) => {
      const parents: ObjectRef[] = [];
      let node = entries.get(ref.app)?.mirrored?.nodes.get(keyOf(ref));
      while ((node = node?.parent)) parents.push(node.ref);
      return parents;
    },
    besideOf: (ref) => {
      const beside = entries.get(ref.app)?.mirrored?.nodes.get(keyOf(ref))?.beside;
      return beside ? { beside } : {};
    },
    kept: (ref) => {
      const entry = entries.get(ref.app);
      const { mirrored } = entry ?? {};
      const isCurrent = entry && mirrored && entry.pending === 0 && isSettled(entry);
      return isCurrent && isFresh(mirrored) ? announcedNode(mirrored, ref) : undefined;
    },
    note: (event) => {
      seen(event.ref.app);
      const entry = entries.get(event.ref.app);
      // Where each entry tells of itself this says nothing more.
      if (!entry || (event.member === 'SelectionChanged' && !entry.announcesOneSelected)) return;
      if (entry.eventsDuringRead) entry.eventsDuringRead.push(event);
      else if (entry.mirrored) noteChange(entry.mirrored, event);
      if (isStructureChange(entry.mirrored, event)) entry.structureChangedAtMs = performance.now();
    },
    doubt: () => {
      for (const entry of entries.values()) {
        entry.isDoubted = entry.eventsDuringRead !== undefined;
        if (entry.mirrored) entry.mirrored.isStale = true;
      }
    },
    forget: (name) => {
      entries.delete(name);
      firstSeenAtMs.delete(name);
    },
  };
}

/** What the mirror reads with. */
interface Source {
  bus: Bus;
  reads: MirrorReads;
  trust: Pick<Trust, 'prove' | 'hasAnnounced'>;
}

/** A read of one application. */
interface Reading {
  app: App;
  entry: Entry;
  maxObjects: number;
}

/** Runs reads one after the other: one that began before an input must not answer for one that was asked for after it. */
function enqueue(entry: Entry, read: () => Promise<Node>): Promise<Node> {
  const answer = async (): Promise<Node> => {
    try {
      return await read();
    } catch (error) {
      entry.mirrored = undefined; // half patched, or events were missed
      throw error;
    }
  };
  entry.pending++;
  const work = entry.last.then(answer).finally(() => void entry.pending--);
  entry.last = work.catch(() => undefined); // the caller gets the failure
  return work;
}

/** Brings the kept tree up to date, or reads another one. */
async function refresh(source: Source, reading: Reading): Promise<Node> {
  const { entry, maxObjects } = reading;
  if (entry.mirrored) addUnannounced(entry.mirrored);
  let root = entry.mirrored?.root;
  const endMs = performance.now() + READ_BUDGET_MS;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (round > 0 && root && performance.now() >= endMs) return root;
    const { mirrored } = entry;
    const isTrusted = mirrored && !mirrored.isStale && (round > 0 || isSettled(entry));
    const isTooShort = mirrored !== undefined && mirrored.isCut && mirrored.nodes.size < maxObjects;
    if (isTrusted && isFresh(mirrored)) {
      if (!isTooShort) return mirrored.root;
      if (!mirrored.isBrowser) {
        await readOn(source, reading, mirrored);
        continue;
      }
    } else if (isTrusted && (await patch(source.bus, mirrored))) continue;
    root = await readAnew(source, reading);
    if (!entry.mirrored) return root;
  }
  return root ?? readAnew(source, reading);
}

function readAnew({ reads, trust }: Source, { app, entry, maxObjects }: Reading): Promise<Node> {
  return notingEvents(entry, async () => {
    const isTrusted = await trust.prove(app);
    entry.readAtMs = performance.now();
    // A program that has announced nothing may be just starting.
    if (entry.structureChangedAtMs === 0 && !trust.hasAnnounced(app.key)) entry.structureChangedAtMs = entry.readAtMs;
    const root = await reads.readAll(app, maxObjects);
    keepOneFocus(root.children);
    const { isBrowser } = entry;
    // A browser that builds its tree does not announce that.
    const isKept = isTrusted && !(isBrowser && isHollow(root)) && isOfOneApp(root);
    entry.mirrored = isKept ? mirrorOf(root, isBrowser) : undefined;
    return root;
  });
}

/** A part in another program, as pages of WebKit are, is announced by that one. */
function isOfOneApp(root: Node): boolean {
  return nodesOf(root).every(({ ref }) => ref.app === root.ref.app);
}

function readOn({ reads }: Source, { app, entry, maxObjects }: Reading, mirrored: Mirrored): Promise<void> {
  return notingEvents(entry, async () => {
    await reads.readOn(app, mirrored.root, maxObjects);
    keepOneFocus(mirrored.root.children);
    addNodes(mirrored);
  });
}

/** Runs a read; events that arrive meanwhile are noted once its result is kept. */
async function notingEvents<T>(entry: Entry, read: () => Promise<T>): Promise<T> {
  entry.eventsDuringRead = [];
  entry.isDoubted = false;
  try {
    const result = await read();
    if (entry.mirrored && entry.isDoubted) entry.mirrored.isStale = true;
    for (const event of entry.eventsDuringRead) if (entry.mirrored) noteChange(entry.mirrored, event);
    return result;
  } finally {
    entry.eventsDuringRead = undefined;
  }
}

function newEntry(app: App, firstSeenAtMs: number): Entry {
  const { isLaidOutSilently, announcesOneSelected } = toolkitOf(app.toolkit);
  return {
    isBrowser: app.traits.isBrowser,
    announcesOneSelected,
    mirrored: undefined,
    eventsDuringRead: undefined,
    isDoubted: false,
    last: Promise.resolve(),
    pending: 0,
    readAtMs: 0,
    structureChangedAtMs: isLaidOutSilently ? firstSeenAtMs : 0,
  };
}

/** Whether the tree was read from scratch after the program had come to rest. */
function isSettled({ isBrowser, readAtMs, structureChangedAtMs }: Entry): boolean {
  const settleMs = isBrowser ? SETTLE_MS.browser : SETTLE_MS.other;
  return structureChangedAtMs === 0 || readAtMs >= structureChangedAtMs + settleMs;
}

/**
 * Reads again what is stale. False when an object is gone, no longer shows or is another one, or when an unknown one shows:
 * then the whole tree must be read.
 */
async function patch(bus: Bus, mirrored: Mirrored): Promise<boolean> {
  addReselected(mirrored);
  const parts = [...mirrored.stale];
  const unknownObjects = [...mirrored.unknownObjects.values()];
  let isComplete = true;
  mirrored.stale.clear();
  mirrored.unknownObjects.clear();
  await runPipeline(bus, undefined, (pipeline) => {
    for (const [node, part] of parts)
      askAgain(pipeline, node, part, (now, children) => {
        const isOther = part === 'all' && (now.role !== node.role || hasOtherChildren(node, children));
        // An object that is gone does not answer. A holder of the node sees it as it was, or as it is.
        if (!now.states.has('showing') || isOther) isComplete = false;
        else if (part === 'states') node.states = now.states;
        else takeOver(node, now);
        node.claimsFocus = false;
      });
    for (const ref of unknownObjects)
      pipeline.ask(CALL.states, ref, (body) => {
        if (parse.states(body).has('showing')) isComplete = false;
      });
  });
  keepOneFocus(mirrored.root.children);
  noteChanged(mirrored.root);
  return isComplete;
}

/** Reads a node as it is now, apart from the kept one; `onEnd` gets what was answered, of a browser the children too. */
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
      askAbout({ ...calls, isBrowser: node.slots !== undefined }, now);
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

/** Whether a browser's element has other children than before; those that do not show are only counted. */
function hasOtherChildren({ slots }: Node, now: readonly ObjectRef[] | undefined): boolean {
  if (!slots) return false;
  return slots.length !== now?.length || slots.some((child, i) => child && child.ref.key !== now[i]?.key);
}

function takeOver(node: Node, { name, label, description, states, capabilities, actions, text, value }: Node): void {
  Object.assign(node, { name, label, description, states, capabilities, actions, text, value });
}
