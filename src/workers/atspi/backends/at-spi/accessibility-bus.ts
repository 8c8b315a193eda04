/** Reads AT-SPI over D-Bus, without libatspi. */

import { abortable } from '../../../../base/abortable.ts';
import { abortedError } from '../../../../base/errors.ts';
import { answerOf, type Bus, BusCallError, DAEMON } from '../../../platform/dbus/bus.ts';
import type { App, AtspiBackend, OpenReader, ReadOptions } from '../../backend.ts';
import { keepOneFocus } from '../../model/focus.ts';
import type { Node, ObjectRef } from '../../model/node.ts';
import { addressOf, CALL, numbersBody, parse, REGISTRY, RELATION_EMBEDS, ROOT_PATH } from './calls.ts';
import { findAccessibilityBus } from './connect/find-bus.ts';
import { createDirectory, type Directory } from './directory.ts';
import { type Changes, changeOf, createChanges } from './events.ts';
import { asReader } from './failure.ts';
import { insertAtCaret } from './insert.ts';
import { createMirror, type Mirror } from './mirror.ts';
import { askAfter, askHits, isQuickItem } from './place/hits.ts';
import { measure } from './place/measure.ts';
import { askChildCounts, askOpeners } from './place/openers.ts';
import { addBeside } from './read/beside.ts';
import { isNull } from './read/describe.ts';
import { inspect } from './read/inspect.ts';
import { addPopups, createPopups, type Popups } from './read/popups.ts';
import { readList, readOn, readSubtree } from './read/read.ts';
import { readBrowser } from './read/read-browser.ts';
import { readRange } from './read/read-range.ts';
import { readTranscript } from './read/terminal.ts';
import { createSampleBus } from './sample-bus.ts';
import { createSettling, type Settling } from './settling.ts';
import { toolkitOf } from './toolkits.ts';
import { createTrust, type Trust } from './trust.ts';

/** Deadline of an action: one that takes longer opened a menu or modal dialog, and Qt answers only when that is closed. */
const ACTION_DEADLINE_MS = 400;
/** Most objects of one application that a read enters, about. */
const MAX_OBJECTS = 100_000;
/** Most top-level windows of one application. */
const MAX_WINDOWS = 1000;

/** Opens the accessibility bus of a session that has one. Fails with `failed` when it cannot be reached. */
export const openAtspi: OpenReader = (source) =>
  source.kind === 'at-spi'
    ? findAccessibilityBus(source).then((bus) => createAccessibilityBus(bus, source.busAddress))
    : undefined;

/** Makes the backend of an open accessibility bus, which it owns from now on. Fails with BusCallError. */
export async function createAccessibilityBus(bus: Bus, address: string): Promise<AtspiBackend> {
  const directory = createDirectory(bus);
  const changes = await createChanges(bus);
  const trust = createTrust(bus, changes.registration);
  const popups = createPopups();
  const mirror = createMirror(bus, trust, {
    readAll: (app, maxObjects) => readShown(bus, app, { maxObjects, popups }),
    readOn: async ({ toolkit }, root, maxObjects) => {
      await readOn(bus, root, { maxObjects });
      if (toolkitOf(toolkit).hasLabelsBeside) await addBeside(bus, root);
    },
  });
  const settling = createSettling(bus);
  const { isRegistryReplaced } = await listen(bus, { directory, changes, trust, mirror, settling, popups });
  const settle: AtspiBackend['settle'] = (app, before, signal) =>
    asReader(abortable(settling.wait(app, before), signal, abortedError));
  return {
    get name() {
      return isRegistryReplaced() ? `${address} (at-spi2-registryd ended; programs were found without it)` : address;
    },
    lost: bus.lost,
    sample: () => createAccessibilityBus(createSampleBus(), 'a sample'),
    applications: (options) => asReader(directory.list(options)),
    known: directory.known,
    ...readsOf(bus, { directory, mirror, settling, popups, settle }),
    ...objectCalls(bus, mirror),
    watch: (onChange) => changes.watch((event) => onChange(changeOf(event))),
    inputSent: settling.inputSent,
    quietMs: (app) => {
      const sinceMs = trust.sinceMs(app);
      return sinceMs === undefined ? undefined : performance.now() - Math.max(sinceMs, settling.disturbedAtMs(app));
    },
    settle,
  };
}

/** What follows the applications of one bus. */
interface Books {
  directory: Directory;
  changes: Changes;
  trust: Trust;
  mirror: Mirror;
  settling: Settling;
  popups: Popups;
}

/** Passes on events, and bus names that end. */
async function listen(
  bus: Bus,
  { directory, changes, trust, mirror, settling, popups }: Books,
): Promise<{ isRegistryReplaced(): boolean }> {
  let isReplaced = false;
  changes.watch((event) => {
    // No reply shows the caret, and it may move before the text changes. Terminals are read again anyway.
    if (event.member === 'TextCaretMoved') return;
    settling.note(event);
    trust.note(event.ref.app);
    popups.note(event);
    mirror.note(event);
    // The registry's root, or an application that opened a window.
    if (event.member === 'ChildrenChanged' && event.ref.key === ROOT_PATH) directory.note();
  });
  const owners = { sender: DAEMON.bus, interface: 'org.freedesktop.DBus', member: 'NameOwnerChanged' };
  await bus.subscribe(owners, (signal) => {
    const [name, , owner] = signal.args();
    if (name === REGISTRY.bus) {
      isReplaced ||= owner === '';
      directory.noteReplaced();
      if (owner !== '') changes.registerAgain();
      trust.forgetAll();
      mirror.doubt();
    }
    if (owner !== '' || typeof name !== 'string') return;
    directory.forget(name);
    trust.forget(name);
    mirror.forget(name);
    settling.forget(name);
    popups.forget(name);
  });
  return { isRegistryReplaced: () => isReplaced };
}

type Reads = Pick<AtspiBackend, 'windows' | 'read' | 'readEverything' | 'readList' | 'document' | 'kept' | 'inspect'>;

/** Reads of trees, and of single objects. */
function readsOf(
  bus: Bus,
  {
    directory,
    mirror,
    settling,
    popups,
    settle,
  }: Pick<Books, 'directory' | 'mirror' | 'settling' | 'popups'> & Pick<AtspiBackend, 'settle'>,
): Reads {
  return {
    windows: (app, signal) => asReader(readWindows(bus, app, popups, signal)),
    read: async (app, { from, maxObjects = MAX_OBJECTS, signal }) => {
      await settle(app, 'reading', signal);
      if (!from) return asReader(mirror.read(app, { maxObjects, signal }));
      const root = await asReader(readShown(bus, app, { from, maxObjects, signal }));
      keepOneFocus([root]);
      return root;
    },
    readEverything: async (app, { from, maxObjects, signal }) => {
      const { isBrowser, canAskSelection } = toolkitOf(app.toolkit);
      const scope = from ? 'page' : 'pages';
      return isBrowser
        ? asReader(readBrowser(bus, from ?? app.root, { scope, maxObjects, canAskSelection, signal }))
        : undefined;
    },
    readList: (list, options) => asReader(readList(bus, list, options)),
    document: async (window, signal) => {
      const request = { template: CALL.relations, address: addressOf(window), signal };
      const pages = await asReader(answerOf(bus.call(request, (body) => parse.relation(body, RELATION_EMBEDS))));
      return pages?.find((page) => !isNull(page));
    },
    kept: (ref) => (settling.isAwaited(ref.app) ? undefined : mirror.kept(ref)),
    inspect: async (ref, { withParents, signal }) => {
      const parents = withParents ? mirror.parentsOf(ref) : undefined;
      const node = await asReader(inspect(bus, ref, { parents, isBrowser: directory.isBrowser(ref.app), signal }));
      // The label beside it was found by its place among its siblings.
      return node && Object.assign(node, mirror.besideOf(ref));
    },
  };
}

type ObjectCalls = Pick<
  AtspiBackend,
  | 'measure'
  | 'hits'
  | 'after'
  | 'letsThrough'
  | 'openers'
  | 'childCounts'
  | 'scrollTo'
  | 'grabFocus'
  | 'text'
  | 'transcript'
  | 'act'
  | 'insert'
>;

/** Calls to single objects. */
function objectCalls(bus: Bus, { parentsOf }: Mirror): ObjectCalls {
  return {
    measure: (nodes, options) => asReader(measure(bus, nodes, { ...options, parentsOf })),
    hits: (refs, at) => asReader(askHits(bus, refs, at)),
    after: (way, signal) => asReader(askAfter(bus, way, signal)),
    letsThrough: (ref, signal) => asReader(isQuickItem(bus, ref, signal)),
    openers: (refs, signal) => asReader(askOpeners(bus, refs, signal)),
    childCounts: (refs, signal) => asReader(askChildCounts(bus, refs, signal)),
    scrollTo: async (ref, signal) => {
      const request = { template: CALL.scrollTo, address: addressOf(ref), signal };
      return (await asReader(answerOf(bus.call(request, parse.bool)))) ?? false;
    },
    grabFocus: async (ref, signal) => {
      const request = { template: CALL.grabFocus, address: addressOf(ref), signal };
      return (await asReader(answerOf(bus.call(request, parse.bool)))) ?? false;
    },
    text: (ref, range) => asReader(readRange(bus, ref, range)),
    transcript: (ref, signal) => asReader(readTranscript(bus, ref, signal)),
    act: (ref, index, signal) => asReader(act(bus, { ref, index, signal })),
    insert: (ref, text, signal) => asReader(insertAtCaret(bus, ref, { text, signal })),
  };
}

/** Reads what shows of an application, with those of `popups`, or of one object of it, from scratch. Fails like `runPipeline`. */
export async function readShown(
  bus: Bus,
  app: App,
  { from, maxObjects = MAX_OBJECTS, popups, signal }: ReadOptions & { popups?: Popups },
): Promise<Node> {
  const { isBrowser, canAskSelection, listsPopups, hasLabelsBeside } = toolkitOf(app.toolkit);
  if (isBrowser) return readBrowser(bus, from ?? app.root, { scope: 'showing', maxObjects, canAskSelection, signal });
  const root = await readSubtree(bus, from ?? app.root, { maxObjects, signal });
  if (!from && popups && !listsPopups) await addPopups(bus, root, popups, { maxObjects, signal });
  if (hasLabelsBeside) await addBeside(bus, root, signal);
  return root;
}

/** Reads an application's root with its windows and popups, and nothing below them. Fails like `runPipeline`. */
async function readWindows(bus: Bus, app: App, popups: Popups, signal: AbortSignal | undefined): Promise<Node> {
  const root = await readSubtree(bus, app.root, { levels: 1, maxObjects: MAX_WINDOWS, signal });
  if (!toolkitOf(app.toolkit).listsPopups)
    await addPopups(bus, root, popups, { levels: 0, maxObjects: MAX_WINDOWS, signal });
  return root;
}

async function act(
  bus: Bus,
  { ref, index, signal }: { ref: ObjectRef; index: number; signal: AbortSignal | undefined },
): Promise<'done' | 'sent' | 'refused'> {
  const request = { template: CALL.doAction, address: addressOf(ref), body: numbersBody(index), signal };
  try {
    const isDone = await bus.call({ ...request, deadlineMs: ACTION_DEADLINE_MS, mayBlock: true }, parse.bool);
    return isDone ? 'done' : 'refused';
  } catch (error) {
    if (error instanceof BusCallError && error.failure === 'timeout') return 'sent';
    throw error;
  }
}
