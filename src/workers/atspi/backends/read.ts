/**
 * Reads what shows of an application, pipelined: every answer sends the calls that it makes possible, so that time is
 * the application's and not the round trips'. GetState comes first: what does not show costs one call and no more
 * (Kate: 144 of 972 objects visited).
 */
import { type Bus, BusCallError, isFatal } from '../../platform/bus.ts';
import type { Body, BusFailure } from '../../platform/bus-calls.ts';
import type { Template } from '../../platform/bus-template.ts';
import { INTERFACE, keyOf, type Node, type ObjectRef, SEARCHED_CHARS } from '../model/node.ts';
import { INTERACTIVE_ROLES, MENU_ITEM_ROLES, PASSWORD_ROLES, VALUE_ROLES } from '../model/roles.ts';
import { hasState, NO_STATES, STATE } from '../model/states.ts';
import { isBlank } from '../model/text.ts';
import { CALL, numbersBody, parse } from './calls.ts';

/** Sends the calls of one read and knows when the last one is answered. */
export interface Pipeline {
  /** `onReply` is not called when the object is gone or cannot answer this. */
  ask(template: Template, ref: ObjectRef, onReply: (body: Body) => void): void;
  /** The call with arguments of its own. */
  askWith(request: { template: Template; ref: ObjectRef; body: Buffer }, onReply: (body: Body) => void): void;
}

/**
 * Runs a read to its end. Fails with a BusCallError: `timeout` when the application lets a call time out, `lost`,
 * `aborted`. Errors that are the application's answer only leave a gap: objects come and go while a read runs.
 */
export function runPipeline(
  bus: Bus,
  signal: AbortSignal | undefined,
  start: (pipeline: Pipeline) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let open = 1;
    let hasEnded = false;
    const end = (failure: BusFailure | undefined): void => {
      if (hasEnded) return;
      hasEnded = true;
      signal?.removeEventListener('abort', onAbort);
      if (failure) reject(new BusCallError(failure));
      else resolve();
    };
    const onAbort = (): void => end({ name: 'aborted', message: '' });
    const close = (): void => {
      if (--open === 0) end(undefined);
    };
    const askWith: Pipeline['askWith'] = ({ template, ref, body }, onReply) => {
      if (hasEnded) return;
      open++;
      bus.send({ template, address: ref, body, signal }, (failure, reply) => {
        if (hasEnded) return;
        if (failure && isFatal(failure.name)) end(failure);
        else if (!failure) onReply(reply);
        close();
      });
    };
    if (signal?.aborted) {
      onAbort();
      return;
    }
    signal?.addEventListener('abort', onAbort, { once: true });
    start({ askWith, ask: (template, ref, onReply) => askWith({ template, ref, body: template.body }, onReply) });
    close();
  });
}

/** A node of which nothing but its address is known. */
export function createNode(ref: ObjectRef, parent: Node | undefined): Node {
  const unread = { role: 0, name: '', description: '', states: NO_STATES, interfaces: 0 };
  return { ref, parent, ...unread, children: [], actions: [], text: undefined, value: undefined, extents: undefined };
}

/** How far a read goes. */
export interface ReadDepth {
  /** Levels below the first object; 0 reads it alone. */
  levels: number;
}

/** One walk from object to object, within a pipeline. */
export interface Walk {
  pipeline: Pipeline;
  /** Everything that was entered. */
  entered: Set<Node>;
  /** Keys of the objects that were visited: some trees hold circles. */
  seen: Set<string>;
  /** Decides about an object that does not show: it is left out unless `enter` is called. */
  onHidden?: (node: Node, enter: () => void) => void;
  /** Called for an object that is entered, before anything of it is asked. */
  onEnter?: (node: Node) => void;
}

/** Makes a walk that leaves out what does not show. */
export function createWalk(pipeline: Pipeline): Walk {
  return { pipeline, entered: new Set(), seen: new Set() };
}

/** Deeper than any tree that was seen. */
export const MAX_LEVELS = 200;

/** Reads an object and `levels` below it. `dropUnentered` removes what was left out once the pipeline has ended. */
export function visit(walk: Walk, node: Node, levels: number): void {
  const { pipeline, entered, seen } = walk;
  const key = keyOf(node.ref);
  if (seen.has(key)) return;
  seen.add(key);
  const enter = (): void => {
    entered.add(node);
    walk.onEnter?.(node);
    askIdentity(pipeline, node);
    if (levels === 0) return;
    pipeline.ask(CALL.children, node.ref, (reply) => {
      for (const child of parse.refs(reply)) {
        if (isNull(child)) continue;
        const kid = createNode(child, node);
        node.children.push(kid);
        visit(walk, kid, levels - 1);
      }
    });
  };
  pipeline.ask(CALL.states, node.ref, (body) => {
    node.states = parse.states(body);
    if (hasState(node.states, STATE.showing)) enter();
    else walk.onHidden?.(node, enter);
  });
}

/** Removes the objects below a node that a walk has visited but not entered. */
export function dropUnentered(walk: Walk, node: Node): void {
  node.children = node.children.filter((child) => walk.entered.has(child));
  for (const child of node.children) dropUnentered(walk, child);
}

/** Reads an object and what shows below it; the object itself is read also when it does not show. */
export async function readTree(bus: Bus, ref: ObjectRef, options: ReadDepth & { signal?: AbortSignal | undefined }) {
  const root = createNode(ref, undefined);
  let walk: Walk | undefined;
  await runPipeline(bus, options.signal, (pipeline) => {
    const descent = createWalk(pipeline);
    walk = descent;
    descent.onHidden = (node, enter) => node === root && enter();
    visit(descent, root, options.levels);
  });
  if (walk) dropUnentered(walk, root);
  return root;
}

/** AT-SPI's way to say that there is no object. */
export function isNull(ref: ObjectRef): boolean {
  return ref.path === '/org/a11y/atspi/null' || ref.bus === '';
}

/** Asks for all that a node holds, whether it shows or not. */
export function askAbout(pipeline: Pipeline, node: Node): void {
  pipeline.ask(CALL.states, node.ref, (body) => {
    node.states = parse.states(body);
  });
  askIdentity(pipeline, node);
}

function askIdentity(pipeline: Pipeline, node: Node): void {
  let known = 0;
  const onKnown = (): void => {
    known++;
    if (known === 3) askContent(pipeline, node);
  };
  pipeline.ask(CALL.name, node.ref, (body) => {
    node.name = parse.variantText(body);
    onKnown();
  });
  pipeline.ask(CALL.role, node.ref, (body) => {
    node.role = parse.uint(body);
    onKnown();
  });
  pipeline.ask(CALL.interfaces, node.ref, (body) => {
    node.interfaces = parse.interfaces(body);
    onKnown();
  });
}

/** Actions of a menu's element that are named at most. */
const MAX_ACTIONS = 16;

/** Asks for actions, text and value of a node whose name, role and interfaces are known. */
export function askContent(pipeline: Pipeline, node: Node): void {
  if (node.name === '' && INTERACTIVE_ROLES.has(node.role))
    pipeline.ask(CALL.description, node.ref, (body) => {
      node.description = parse.variantText(body);
    });
  if (node.interfaces & INTERFACE.action) askActions(pipeline, node);
  if (node.interfaces & INTERFACE.text && !PASSWORD_ROLES.has(node.role)) askText(pipeline, node);
  if (node.interfaces & INTERFACE.value && VALUE_ROLES.has(node.role)) askValue(pipeline, node);
}

function askValue(pipeline: Pipeline, node: Node): void {
  const value = { now: 0, min: 0, max: 0 };
  pipeline.ask(CALL.minimum, node.ref, (body) => {
    value.min = parse.variantNumber(body);
  });
  pipeline.ask(CALL.maximum, node.ref, (body) => {
    value.max = parse.variantNumber(body);
  });
  pipeline.ask(CALL.value, node.ref, (body) => {
    value.now = parse.variantNumber(body);
    if (Number.isFinite(value.now)) node.value = value;
  });
}

/** `GetActions`, which also gives keys, ends Firefox 153 when it is asked of its menu bar's entries after F10. */
function askActions(pipeline: Pipeline, node: Node): void {
  if (MENU_ITEM_ROLES.has(node.role)) {
    pipeline.ask(CALL.actionCount, node.ref, (body) => {
      node.actions = Array.from({ length: Math.min(parse.variantNumber(body), MAX_ACTIONS) }, () => '');
      askActionNames(pipeline, node);
    });
    return;
  }
  pipeline.ask(CALL.actions, node.ref, (body) => {
    node.actions = parse.actions(body);
    // Chromium leaves these names empty; Firefox runs them together, with semicolons between them.
    if (node.actions.some((name) => name === '' || name.includes(';'))) askActionNames(pipeline, node);
  });
}

function askActionNames(pipeline: Pipeline, node: Node): void {
  node.actions.forEach((_name, index) => {
    const request = { template: CALL.actionName, ref: node.ref, body: numbersBody(index) };
    pipeline.askWith(request, (body) => {
      node.actions[index] = parse.text(body);
    });
  });
}

function askText(pipeline: Pipeline, node: Node): void {
  pipeline.ask(CALL.textStart, node.ref, (body) => {
    const text = parse.text(body);
    setText(node, text);
    if (text === '') askShortText(pipeline, node);
  });
}

/** Firefox gives nothing at all when it is asked for more than there is. */
function askShortText(pipeline: Pipeline, node: Node): void {
  pipeline.ask(CALL.characterCount, node.ref, (body) => {
    const length = parse.variantNumber(body);
    if (!(length > 0)) return;
    const range = numbersBody(0, Math.min(length, SEARCHED_CHARS + 1));
    pipeline.askWith({ template: CALL.text, ref: node.ref, body: range }, (reply) => {
      setText(node, parse.text(reply));
    });
  });
}

/** A combo box of a browser has its text already: what the toolkit gives is a placeholder. */
function setText(node: Node, text: string): void {
  if (!node.text || !isBlank(text)) node.text = text;
}
