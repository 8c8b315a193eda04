/** Actions through accessibility: actions, insertion at the focus. */

import { DesktopError } from '../../../base/errors.ts';
import type { ActQuery, ActReply, InsertQuery, InsertReply } from '../../../protocol/atspi.ts';
import type { Element } from '../../../protocol/element.ts';
import { covers } from '../../../protocol/grant.ts';
import type { App } from '../backend.ts';
import { named } from '../failure.ts';
import { chooseAction } from '../model/actions.ts';
import { labelOf } from '../model/label.ts';
import { type Node, nodesOf, windowOf } from '../model/node.ts';
import { isEnabled } from '../model/states.ts';
import { quoted, shortened } from '../model/text.ts';
import { isActive } from '../model/windows.ts';
import { type Parts, publicApp } from '../parts.ts';
import { hiddenOf } from '../place/hidden.ts';
import { applicationsFor, readerFor, type Wanted } from '../read/applications.ts';
import { activeWindowOf } from '../read/shown-windows.ts';

/** Runs an action of an element. Fails with `unsupported` when it has none, or not that one; nothing is sent then. */
export async function actOn(parts: Parts, query: ActQuery, signal?: AbortSignal): Promise<ActReply> {
  const { node, app, others } = await parts.resolver.toDoSomethingTo(query, signal);
  const what = `${node.role} ${quoted(labelOf(node))}`;
  // Qt drops the actions of what is disabled.
  if (!isEnabled(node.states)) throw disabled(what);
  const action = chooseAction(node, app.traits, query.action);
  if (!action) throw noAction(what, node, query.action);
  const hidden = await hiddenOf(parts, { node, app }, signal);
  const element = await parts.elements.one(node, app, undefined);
  const outcome = await named(app.name, parts.backend.act(node.ref, action.index, signal));
  if (outcome === 'refused')
    throw new DesktopError(
      'failed',
      `The application refused ${quoted(action.name)} on ${what}.`,
      'Use click instead.',
    );
  return { element, app: publicApp(app), others, hidden, action: shortened(action.name), outcome };
}

/** Actions of an element that an error names at most. */
const LISTED_ACTIONS = 16;

function noAction(what: string, node: Node, wanted: string | undefined): DesktopError {
  const names = node.actions.slice(0, LISTED_ACTIONS).map(quoted).join(', ');
  if (wanted !== undefined && node.actions.length > 0)
    return new DesktopError(
      'unsupported',
      `The ${what} has no action ${quoted(wanted)}; nothing sent.`,
      `It has ${names}.`,
    );
  const other = node.actions.length > 0 ? ` It has only ${names}, which you can give as action.` : '';
  return new DesktopError(
    'unsupported',
    `The ${what} has no action; nothing sent.`,
    `Use click on it instead.${other}`,
  );
}

function disabled(what: string): DesktopError {
  return new DesktopError('failed', `The ${what} is disabled; nothing sent.`, 'Do first what enables it.');
}

/** The focused element of a process: the one of its active window, else of any. */
export async function focusedOf(parts: Parts, pid: number, signal?: AbortSignal): Promise<Element | undefined> {
  const focus = await findFocus(parts, pid, signal);
  return focus && parts.elements.one(focus.node, focus.app, undefined);
}

async function findFocus(
  parts: Parts,
  pid: number,
  signal?: AbortSignal,
): Promise<{ node: Node; app: App } | undefined> {
  const wanted: Wanted = { pid, allowedPids: [pid], signal };
  const read = readerFor(parts.backend, wanted);
  const apps = await applicationsFor(parts.backend, wanted);
  for (const app of apps) {
    const root = await read(app);
    const focused = nodesOf(root).filter(({ states }) => states.has('focused'));
    const node = focused.findLast((one) => isActive(windowOf(one))) ?? focused.at(-1);
    if (node) return { node, app };
  }
  return undefined;
}

/**
 * Inserts text where the caret of the focused field is, when that is a multi-line field of Qt. `arrive` waits until a process
 * has taken the input before.
 */
export async function insertAtFocus(
  parts: Parts,
  { text, grant }: InsertQuery,
  { arrive, signal }: { arrive: (pid: number) => Promise<void>; signal: AbortSignal | undefined },
): Promise<InsertReply> {
  const activeWindow = await activeWindowOf(parts.desktop, signal);
  if (!activeWindow) return { inserted: false, reason: 'no window is in front' };
  if (!covers(grant, activeWindow, Date.now())) return { inserted: false, isDenied: true, activeWindow };
  await arrive(activeWindow.pid);
  return { ...(await insertInto(parts, { text, pid: activeWindow.pid }, signal)), activeWindow };
}

async function insertInto(
  parts: Parts,
  { pid, text }: { pid: number; text: string },
  signal: AbortSignal | undefined,
): Promise<InsertReply> {
  const focus = await findFocus(parts, pid, signal);
  if (!focus) return { inserted: false, reason: 'nothing in the window has focus' };
  const { node, app } = focus;
  const refused = async (reason: string): Promise<InsertReply> => {
    return { inserted: false, reason, focused: await parts.elements.one(node, app, undefined) };
  };
  const reason = obstacle(focus);
  if (reason !== undefined) return refused(reason);
  const outcome = await named(app.name, parts.backend.insert(node.ref, text, signal));
  if (outcome === 'inserted') return { inserted: true };
  if (outcome === 'refused') return refused('the field refused the insertion');
  throw new DesktopError(
    'failed',
    'The field holds something else than the text that was inserted.',
    'Read it with get_text, and undo before typing again.',
  );
}

/** Why a focused element cannot be inserted into. */
function obstacle({ node, app }: { node: Node; app: App }): string | undefined {
  if (app.traits.insertObstacle !== undefined) return app.traits.insertObstacle;
  if (!node.capabilities.has('insert text')) return 'the focused element takes no text';
  if (!node.states.has('editable')) return 'the focused field is read-only';
  return node.states.has('multi line') ? undefined : 'the focused field is not a multi-line field';
}
