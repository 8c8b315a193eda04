/** Typing into what has the focus: its start, whether the focus leaves it meanwhile, and what came of it. */
import { sleep } from '../../../base/abortable.ts';
import { log } from '../../../base/log.ts';
import { covers } from '../../../protocol/grant.ts';
import type { TypingEnd, TypingEndQuery, TypingQuery, TypingStart } from '../../../protocol/typing.ts';
import type { App } from '../backend.ts';
import { named } from '../failure.ts';
import { type Node, SEARCHED_CHARS } from '../model/node.ts';
import { DOCUMENT_ROLES } from '../model/roles.ts';
import { arrivedOf } from '../model/typed.ts';
import type { Parts } from '../parts.ts';
import { activeWindowOf } from '../read/shown-windows.ts';
import { type Focus, findFocus } from './focused.ts';
import { insertInto } from './insert.ts';

/** Least time between two looks at the focus while a text is typed. */
const LOOK_MS = 25;
/**
 * Time without an announcement after which a program has taken all that it takes: more where more is missing, since a page that
 * is busy with its keys announces nothing for a second. And the longest wait for that.
 */
const QUIET_MS = 100;
const MAX_QUIET_MS = 1_500;
const MAX_BUSY_MS = 5_000;
/** Longest field that is read back. */
const MAX_FIELD_CHARS = 20_000;

export interface Typing {
  start(query: TypingQuery, signal?: AbortSignal): Promise<TypingStart>;
  end(query: TypingEndQuery, signal?: AbortSignal): Promise<TypingEnd>;
}

export interface TypingOptions {
  /** Waits until a process has taken the input before. */
  arrive(pid: number, signal: AbortSignal | undefined): Promise<void>;
  /** Ends the input of a ticket where it is. */
  leave(ticket: number): void;
}

/** A field that a text is typed into, as it was at the start. */
interface Field extends Focus {
  pid: number;
  /** What is typed; undefined for a secret. */
  text: string | undefined;
  /** The compositor's window that it is in. */
  windowId: string;
  unwatch(): void;
}

/** Makes it; one text is typed at a time. */
export function createTyping(parts: Parts, { arrive, leave }: TypingOptions): Typing {
  let field: Field | undefined;
  const forget = (): Field | undefined => {
    const last = field;
    last?.unwatch();
    field = undefined;
    return last;
  };
  return {
    start: async (query, signal) => {
      forget();
      const activeWindow = await activeWindowOf(parts.desktop, signal);
      if (!activeWindow) return { inserted: false, reason: 'no window is in front' };
      if (!covers(query.grant, activeWindow, Date.now())) return { inserted: false, isDenied: true, activeWindow };
      const { pid } = activeWindow;
      await arrive(pid, signal);
      const focus = await findFocus(parts, pid, signal);
      if (!focus) return { inserted: false, activeWindow, reason: 'nothing in the window has focus' };
      const { text, isInserted, ticket } = query;
      const reason =
        isInserted && text !== undefined ? await insertInto(parts, focus, { text, signal }) : 'it was not asked for';
      if (reason === undefined) return { inserted: true, activeWindow };
      const { app } = focus;
      // A kept node changes with what it stands for.
      const node = { ...focus.node };
      const focused = await parts.elements.one(node, app, undefined);
      const isEditor = isMultiLine(node) && node.role === 'text';
      const isWatched = isEditable(node) && !movesOn(node, text);
      if (isWatched) {
        field = { app, node, pid, text, windowId: activeWindow.id, unwatch: () => undefined };
        field.unwatch = watchFocus(parts, field, () => leave(ticket));
      }
      return { inserted: false, activeWindow, reason, focused, isEditor, isWatched };
    },
    end: async ({ durationMs, isAbandoned }, signal) => {
      const typed = forget();
      if (!typed || isAbandoned) return {};
      parts.backend.inputSent({ durationMs, isText: true });
      await named(typed.app.name, parts.backend.settle(typed.app, 'action', signal));
      return outcomeOf(parts, typed, signal);
    },
  };
}

/** What came of a text that its program has taken. */
async function outcomeOf(parts: Parts, field: Field, signal: AbortSignal | undefined): Promise<TypingEnd> {
  let stands = await whatStands(parts, field, signal);
  if (stands.holds !== undefined) {
    const missing = (field.text?.length ?? 0) - (stands.arrived ?? 0);
    await untilQuiet(parts, field.app, { quietMs: Math.min(QUIET_MS + missing, MAX_QUIET_MS), signal });
    stands = await whatStands(parts, field, signal);
  }
  const isDoubtful = stands.holds !== undefined || stands.arrived === undefined;
  return { ...stands, ...(await whereTo(parts, field, { isDoubtful, signal })) };
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

/**
 * What has the focus instead of the field. Chromium may say for a while that both have it: where the text is not in the field,
 * which is doubtful, another element decides.
 */
async function whereTo(
  parts: Parts,
  field: Field,
  { isDoubtful, signal }: { isDoubtful: boolean; signal: AbortSignal | undefined },
): Promise<TypingEnd> {
  const hasLeft = await isGone(parts, field);
  if (!hasLeft && !isDoubtful) return {};
  const focus = await findFocus(parts, field.pid, signal);
  const isOther = focus && focus.node.ref.key !== field.node.ref.key && !DOCUMENT_ROLES.has(focus.node.role);
  if (!isOther) return hasLeft ? { hasLeft } : {};
  return { hasLeft: true, focused: await parts.elements.one(focus.node, focus.app, undefined) };
}

/** How much of the text stands in its field, and what the field holds if that is something else. */
async function whatStands(
  { backend, elements }: Parts,
  { app, node, text }: Field,
  signal: AbortSignal | undefined,
): Promise<TypingEnd> {
  const now = await named(app.name, backend.inspect(node.ref, { withParents: false, signal }));
  if (!now) return {};
  const field = await elements.one({ ...now, parent: node.parent }, app, undefined);
  if (text === undefined || now.role === 'password text' || !now.capabilities.has('text')) return { field };
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

function isEditable({ states }: Node): boolean {
  return states.has('editable') && !states.has('read only');
}

function isMultiLine({ states }: Node): boolean {
  return states.has('multi line') && !states.has('single line');
}

/** Whether a text leaves the field by itself: by a Tab, or by a Return in a field of one line. */
function movesOn(node: Node, text: string | undefined): boolean {
  return text !== undefined && (text.includes('\t') || (/[\r\n]/.test(text) && !isMultiLine(node)));
}

/** Calls `onLeft` once when the focus has left a field, which an event of its application lets it look for. */
function watchFocus(parts: Parts, field: Field, onLeft: () => void): () => void {
  const state = { isOver: false, isLooking: false, isAsked: false };
  const look = async (): Promise<void> => {
    while (state.isAsked && !state.isOver) {
      state.isAsked = false;
      // A moment between two elements is no leaving.
      const hasLeft =
        (await isGone(parts, field)) && (await sleep(LOOK_MS, undefined).then(() => isGone(parts, field)));
      if (hasLeft && !state.isOver) return onLeft();
      if (state.isAsked) await sleep(LOOK_MS, undefined);
    }
  };
  const unwatch = parts.backend.watch(({ ref, kind }) => {
    const isOwnText = ref.key === field.node.ref.key && kind !== 'other';
    if (ref.app !== field.app.key || isOwnText || kind === 'caret' || kind === 'unseen') return;
    state.isAsked = true;
    if (state.isLooking) return;
    state.isLooking = true;
    look()
      .catch((error: unknown) => log('debug', `the focus was not looked at: ${String(error)}`))
      .finally(() => (state.isLooking = false));
  });
  return () => {
    state.isOver = true;
    unwatch();
  };
}

/** Whether a field has the focus no more, or another window is active. */
async function isGone({ backend, desktop }: Parts, { app, node, windowId }: Field): Promise<boolean> {
  const [now, activeWindow] = await Promise.all([
    named(app.name, backend.inspect(node.ref, { withParents: false })),
    activeWindowOf(desktop, undefined),
  ]);
  return !now?.states.has('focused') || activeWindow?.id !== windowId;
}
