/** AT-SPI over D-Bus, without libatspi. */

import { abortable } from '../../../../base/abortable.ts';
import { abortedError } from '../../../../base/errors.ts';
import type { Rect } from '../../../../protocol/geometry.ts';
import { answerOf, type Bus, BusCallError, DAEMON } from '../../../platform/dbus/bus.ts';
import type { Body } from '../../../platform/dbus/bus-calls.ts';
import type { App, AtspiBackend, ReadOptions } from '../../backend.ts';
import { keepOneFocus } from '../../model/focus.ts';
import type { Node, ObjectRef } from '../../model/node.ts';
import { toLogical } from '../../model/place/page-pixels.ts';
import { around, rangeOf } from '../../model/text-range.ts';
import { toolkitOf } from '../../model/toolkits.ts';
import { CALL, numbersBody, parse, REGISTRY, RELATION_EMBEDS, ROOT_PATH } from './calls.ts';
import { createDirectory } from './directory.ts';
import { createChanges } from './events.ts';
import { askAfter, askHits } from './hits.ts';
import { insertAtCaret } from './insert.ts';
import { createMirror } from './mirror.ts';
import { runPipeline } from './pipeline.ts';
import { isNull } from './read/describe.ts';
import { inspect } from './read/inspect.ts';
import { readOn, readTree } from './read/read.ts';
import { readBrowser } from './read/read-browser.ts';
import { askRows } from './read/terminal.ts';
import { withoutEmptyRows } from './read/terminal-rows.ts';
import { createArrivals } from './settling.ts';

/** An action that takes longer has opened a menu or a modal dialog: Qt answers only when that is closed. */
const ACTION_DEADLINE_MS = 400;
/** Objects of one application that a read enters at most, about. */
const MAX_OBJECTS = 100_000;
/** Top-level windows of one application. */
const MAX_WINDOWS = 1000;

/** Makes the backend of an open accessibility bus, which it owns from now on. */
export async function createAccessibilityBus(bus: Bus, address: string): Promise<AtspiBackend> {
  const directory = createDirectory(bus);
  const changes = await createChanges(bus);
  const mirror = createMirror(bus, {
    readAll: (app, maxObjects) => readShown(bus, app, { maxObjects }),
    readOn: (root, maxObjects) => readOn(bus, root, { maxObjects }),
  });
  const arrivals = createArrivals(bus);
  changes.watch((_name, event) => {
    // No reply shows where a caret is, and it may move before the text changes. Terminals are read again anyway.
    if (event.member === 'TextCaretMoved') return;
    arrivals.note(event);
    mirror.note(event);
    // The registry's root, or that of an application that opened a window.
    if (event.member === 'ChildrenChanged' && event.path === ROOT_PATH) directory.note();
  });
  const owners = { sender: DAEMON.bus, interface: 'org.freedesktop.DBus', member: 'NameOwnerChanged' };
  await bus.subscribe(owners, (signal) => {
    const [name, , owner] = signal.args();
    if (name === REGISTRY.bus) directory.note();
    if (owner !== '' || typeof name !== 'string') return;
    directory.forget(name);
    mirror.forget(name);
    arrivals.forget(name);
  });
  const arrive: AtspiBackend['arrive'] = (app, before, signal) =>
    abortable(arrivals.wait(app, before), signal, abortedError);
  return {
    name: address,
    lost: bus.lost,
    applications: directory.list,
    known: directory.known,
    windows: (app, signal) => readTree(bus, app.root, { levels: 1, maxObjects: MAX_WINDOWS, signal }),
    read: async (app, { from, maxObjects = MAX_OBJECTS, signal }) => {
      await arrive(app, 'reading', signal);
      if (!from) return mirror.read(app, { maxObjects, signal });
      const root = await readShown(bus, app, { from, maxObjects, signal });
      keepOneFocus([root]);
      return root;
    },
    readEverything: async (app, { from, maxObjects, signal }) => {
      const { isBrowser, canAskSelection } = toolkitOf(app.toolkit);
      const scope = from ? 'page' : 'pages';
      return isBrowser ? readBrowser(bus, from ?? app.root, { scope, maxObjects, canAskSelection, signal }) : undefined;
    },
    document: async (window, signal) => {
      const request = { template: CALL.relations, address: window, signal };
      const pages = await answerOf(bus.call(request, (body) => parse.relation(body, RELATION_EMBEDS)));
      return pages?.find((page) => !isNull(page));
    },
    kept: (ref) => (arrivals.isAwaited(ref.bus) ? undefined : mirror.kept(ref)),
    inspect: (ref, { withParents, signal }) =>
      inspect(bus, ref, { parents: withParents ? mirror.parentsOf(ref) : undefined, signal }),
    measure: (nodes, { coordinates, pixelsOf = () => 1, signal }) =>
      runPipeline(bus, signal, (pipeline) => {
        for (const node of nodes) {
          // Not wiped before: another call may be reading those of the same node.
          let now: Rect | undefined;
          const onReply = (body: Body): void => void (now = toLogical(parse.extents(body), pixelsOf(node)));
          pipeline.ask(CALL.extents[coordinates], node.ref, onReply, () => void (node.extents = now));
        }
      }),
    hits: (refs, at) => askHits(bus, refs, at),
    after: (way, signal) => askAfter(bus, way, signal),
    grabFocus: async (ref, signal) =>
      (await answerOf(bus.call({ template: CALL.grabFocus, address: ref, signal }, parse.bool))) ?? false,
    text: async (ref, { start, end, signal }) => {
      const ask = { address: ref, signal };
      const length = await bus.call({ ...ask, template: CALL.characterCount }, parse.variantNumber);
      if (start >= length) return { text: '', length };
      const wanted = { start, end: Math.min(end, length) };
      const asked = around(wanted, length);
      const body = numbersBody(asked.start, asked.end);
      const text = await bus.call({ ...ask, template: CALL.text, body }, parse.text);
      return { text: rangeOf(text, asked, wanted), length };
    },
    transcript: async (ref, signal) => {
      let text = '';
      let isCut = false;
      await runPipeline(bus, signal, (pipeline) =>
        askRows(pipeline, ref, (part, goesOn) => {
          text += part;
          isCut = goesOn;
        }),
      );
      return { text: withoutEmptyRows(text), isCut };
    },
    act: (ref, index, signal) => act(bus, { ref, index, signal }),
    insert: (ref, text, signal) => insertAtCaret(bus, ref, { text, signal }),
    watch: changes.watch,
    inputSent: arrivals.inputSent,
    quietMs: arrivals.quietMs,
    arrive,
    close: bus.close,
  };
}

/** Reads what shows of an application, or of one object of it, from scratch. Fails like `runPipeline`. */
export async function readShown(
  bus: Bus,
  app: App,
  { from, maxObjects = MAX_OBJECTS, signal }: ReadOptions,
): Promise<Node> {
  const root = from ?? app.root;
  const { isBrowser, canAskSelection } = toolkitOf(app.toolkit);
  return isBrowser
    ? readBrowser(bus, root, { scope: 'showing', maxObjects, canAskSelection, signal })
    : readTree(bus, root, { maxObjects, signal });
}

async function act(
  bus: Bus,
  { ref, index, signal }: { ref: ObjectRef; index: number; signal: AbortSignal | undefined },
): Promise<'done' | 'sent' | 'refused'> {
  const request = { template: CALL.doAction, address: ref, body: numbersBody(index), signal };
  try {
    const isDone = await bus.call({ ...request, deadlineMs: ACTION_DEADLINE_MS, mayBlock: true }, parse.bool);
    return isDone ? 'done' : 'refused';
  } catch (error) {
    if (error instanceof BusCallError && error.failure === 'timeout') return 'sent';
    throw error;
  }
}
