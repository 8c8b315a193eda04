/** Typing into what has the focus: its start, whether the focus leaves it meanwhile, and what came of it. */
import { sleep } from '../../../base/abortable.ts';
import { covers } from '../../../protocol/grant.ts';
import type { TypedPart, TypingEnd, TypingQuery, TypingStart } from '../../../protocol/typing.ts';
import type { App } from '../backend.ts';
import { named } from '../failure.ts';
import { type Node, SEARCHED_CHARS } from '../model/node.ts';
import { DOCUMENT_ROLES, PARAGRAPH_ROLES } from '../model/roles.ts';
import { arrivedOf } from '../model/typed.ts';
import type { Parts } from '../parts.ts';
import { activeWindowOf } from '../read/shown-windows.ts';
import { type Focus, findFocus } from './focused.ts';
import { insertInto } from './insert.ts';

/**
 * Time without an announcement after which a program has taken all that it takes: more where more is missing, since a page that
 * is busy with its keys announces nothing for a second. And the longest wait for that.
 */
const QUIET_MS = 100;
const MAX_QUIET_MS = 1_500;
const MAX_BUSY_MS = 5_000;
/** How long a dialog that takes the focus from a field may take to give it to a field of its own, and how often it is asked. */
const TAKING_MS = 400;
const TAKING_POLL_MS = 20;
/** Longest field that is read back. */
const MAX_FIELD_CHARS = 20_000;

export interface Typing {
  start(query: TypingQuery, signal?: AbortSignal): Promise<TypingStart>;
  keepsFocus(part: TypedPart, signal?: AbortSignal): Promise<boolean>;
  end(part: TypedPart, signal?: AbortSignal): Promise<TypingEnd>;
}

/** Waits until a process has taken the input before. */
type Arrive = (pid: number, signal: AbortSignal | undefined) => Promise<void>;

/** A field that a text is typed into, as it was at the start. */
interface Field extends Focus {
  pid: number;
  /** What is typed; undefined for a secret. */
  text: string | undefined;
  /** The compositor's window that it is in. */
  windowId: string;
}

/** Makes it; one text is typed at a time. */
export function createTyping(parts: Parts, arrive: Arrive): Typing {
  let field: Field | undefined;
  const taken = async ({ app }: Field, { durationMs }: TypedPart, signal: AbortSignal | undefined): Promise<void> => {
    parts.backend.inputSent({ durationMs, isText: true });
    await named(app.name, parts.backend.settle(app, 'action', signal));
  };
  return {
    start: async (query, signal) => {
      field = undefined;
      const { text, isInserted, grant, id } = query;
      const activeWindow = await activeWindowOf(parts.desktop, signal);
      if (!activeWindow) return { inserted: false, reason: 'no window is in front' };
      if (!covers(grant, activeWindow, Date.now())) return { inserted: false, isDenied: true, activeWindow };
      const { pid } = activeWindow;
      await arrive(pid, signal);
      const focus = (await focusedById(parts, { id, pid }, signal)) ?? (await findFocus(parts, pid, signal));
      if (!focus) return { inserted: false, activeWindow, reason: 'nothing in the window has focus' };
      const reason =
        isInserted && text !== undefined ? await insertInto(parts, focus, { text, signal }) : 'it was not asked for';
      if (reason === undefined) return { inserted: true, activeWindow };
      const { app } = focus;
      // A kept node changes with what it stands for.
      const node = { ...focus.node };
      const focused = await parts.elements.one(node, app, undefined);
      const isEditor = isMultiLine(node) && node.role === 'text';
      const isFollowed = isEditable(node) && !movesOn(node, text);
      if (isFollowed) field = { app, node, pid, text, windowId: activeWindow.id };
      return { inserted: false, activeWindow, reason, focused, isEditor, isFollowed };
    },
    keepsFocus: async (part, signal) => {
      if (!field) return true;
      await taken(field, part, signal);
      return !(await look(parts, field, signal)).hasLeft;
    },
    end: async (part, signal) => {
      if (!field) return {};
      await taken(field, part, signal);
      return outcomeOf(parts, field, signal);
    },
  };
}

/** The element with this id, where it has the focus: a browser may say for a moment that its page has it. */
async function focusedById(
  { resolver }: Parts,
  { id, pid }: { id: number | undefined; pid: number },
  signal: AbortSignal | undefined,
): Promise<Focus | undefined> {
  if (id === undefined) return undefined;
  const { node, app } = await resolver.byId(id, { allowedPids: [pid], signal });
  return node.states.has('focused') ? { node, app } : undefined;
}

/** A field as it is now. */
interface Look {
  /** Undefined when it is gone. */
  now: Node | undefined;
  /** It has the focus no more, or another window is active. */
  hasLeft: boolean;
}

async function look(parts: Parts, field: Field, signal: AbortSignal | undefined): Promise<Look> {
  const { backend, desktop } = parts;
  const { app, node, windowId } = field;
  const [now, activeWindow] = await Promise.all([
    named(app.name, backend.inspect(node.ref, { withParents: false, signal })),
    activeWindowOf(desktop, signal),
  ]);
  const isFocused = now?.states.has('focused') === true || (await isInNextPart(parts, field, signal));
  return { now, hasLeft: !isFocused || activeWindow?.id !== windowId };
}

/** Whether the focus went on to another paragraph of the same text, as it does in Writer with each Return. */
async function isInNextPart(parts: Parts, { node, pid }: Field, signal: AbortSignal | undefined): Promise<boolean> {
  if (!PARAGRAPH_ROLES.has(node.role)) return false;
  const focus = await findFocus(parts, pid, signal);
  const [text, now] = [node.parent, focus?.node];
  return text !== undefined && now?.parent?.ref.key === text.ref.key && PARAGRAPH_ROLES.has(now.role);
}

/** What came of a text that its program has taken. */
async function outcomeOf(parts: Parts, field: Field, signal: AbortSignal | undefined): Promise<TypingEnd> {
  let seen = await look(parts, field, signal);
  let stands = await whatStands(parts, field, seen.now, signal);
  if (stands.holds !== undefined) {
    const missing = (field.text?.length ?? 0) - (stands.arrived ?? 0);
    await untilQuiet(parts, field.app, { quietMs: Math.min(QUIET_MS + missing, MAX_QUIET_MS), signal });
    seen = await look(parts, field, signal);
    stands = await whatStands(parts, field, seen.now, signal);
  }
  // Chromium may say for a while that two elements have it: where the text is not in the field, the other one decides.
  const isDoubtful = stands.holds !== undefined || stands.arrived === undefined;
  if (!seen.hasLeft && !isDoubtful) return stands;
  const focused = await elsewhere(parts, field, signal, seen.hasLeft ? TAKING_MS : 0);
  return { ...stands, hasLeft: seen.hasLeft || focused !== undefined, ...(focused ? { focused } : {}) };
}

/** Waits until a program that may have taken only a part of its keys has announced nothing for a while. */
async function untilQuiet(
  { backend }: Parts,
  { key }: App,
  { quietMs, signal }: { quietMs: number; signal: AbortSignal | undefined },
): Promise<void> {
  const startMs = performance.now();
  let changedMs = startMs;
  const unwatch = backend.watch(({ ref }) => {
    if (ref.app === key) changedMs = performance.now();
  });
  try {
    for (let nowMs = startMs; nowMs < startMs + MAX_BUSY_MS; nowMs = performance.now()) {
      const leftMs = changedMs + quietMs - nowMs;
      if (leftMs <= 0) return;
      await sleep(leftMs, signal);
    }
  } finally {
    unwatch();
  }
}

/** What has the focus instead of the field, or gets it within `patienceMs`; a page has it with what is in it. */
async function elsewhere(
  parts: Parts,
  field: Field,
  signal: AbortSignal | undefined,
  patienceMs: number,
): Promise<TypingEnd['focused']> {
  for (const endMs = performance.now() + patienceMs; ; ) {
    const focus = await findFocus(parts, field.pid, signal);
    if (focus && focus.node.ref.key !== field.node.ref.key && !DOCUMENT_ROLES.has(focus.node.role))
      return parts.elements.one(focus.node, focus.app, undefined);
    if (performance.now() >= endMs) return undefined;
    await sleep(TAKING_POLL_MS, signal);
  }
}

/** How much of the text stands in its field, and what the field holds if that is something else. */
async function whatStands(
  { backend, elements }: Parts,
  { app, node, text }: Field,
  now: Node | undefined,
  signal: AbortSignal | undefined,
): Promise<TypingEnd> {
  if (!now) return {};
  const field = await elements.one({ ...now, parent: node.parent }, app, undefined);
  if (text === undefined || now.role === 'password text' || !now.capabilities.has('text')) return { field };
  if (PARAGRAPH_ROLES.has(node.role) && /[\r\n]/.test(text)) return { field };
  let content = now.text ?? '';
  if (content.length > SEARCHED_CHARS) {
    const part = await named(app.name, backend.text(node.ref, { start: 0, end: MAX_FIELD_CHARS, signal }));
    if (part.length > MAX_FIELD_CHARS) return { field };
    content = part.text;
  }
  const was = node.text ?? '';
  const arrived = arrivedOf({ before: was.length > SEARCHED_CHARS ? undefined : was, text, content });
  const isWhole = arrived === [...text.replaceAll('\r\n', '\n')].length;
  return { field, ...(arrived === undefined ? {} : { arrived }), ...(isWhole ? {} : { holds: content }) };
}

/** Whether an element is a field that keeps the focus: a cell gives it to an editor with the first key. */
function isEditable({ role, states }: Node): boolean {
  return states.has('editable') && !states.has('read only') && role !== 'table cell';
}

function isMultiLine({ states }: Node): boolean {
  return states.has('multi line') && !states.has('single line');
}

/** Whether a text leaves the field by itself: by a Tab, or by a Return in a field of one line. */
function movesOn(node: Node, text: string | undefined): boolean {
  return text !== undefined && (text.includes('\t') || (/[\r\n]/.test(text) && !isMultiLine(node)));
}
