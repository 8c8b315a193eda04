/** Reports what an action changes in the active application. */
import { setTimeout as delay } from 'node:timers/promises';
import { DesktopError } from '../../base/errors.ts';
import type { TreeQuery } from '../../protocol/atspi.ts';
import { allowedPidsOf } from '../policy/grants.ts';
import { changesText } from '../render/changes.ts';
import type { Reply, ToolContext } from '../tool/tool.ts';

/** Elements compared at most, and characters of the report. */
const MAX_NODES = 600;
const MAX_CHARS = 4000;
/** Poll interval while waiting for the first change. */
const POLL_MS = 20;

/**
 * Runs an action and adds what changed in the application that was active before it; waits `settleMs` for the first change.
 * When it cannot be read, the report says why.
 */
export async function withChanges(
  action: () => Promise<Reply>,
  { settleMs, context }: { settleMs: number; context: ToolContext },
): Promise<Reply> {
  const before = await orReason(look(context));
  const reply = await action();
  const changes = typeof before === 'string' ? before : await orReason(changesSince(before, settleMs, context));
  return { ...reply, text: `${reply.text}\nchanges: ${changes}`, facts: { ...reply.facts, changes } };
}

interface Seen {
  query: TreeQuery & { pid: number };
  revision: number;
}

async function look({ session, policy, signal }: ToolContext): Promise<Seen | string> {
  const { desktop, atspi } = session;
  const activeWindow = await desktop.activeWindow(signal);
  if (!activeWindow) return 'no window was in front';
  const allowedPids = allowedPidsOf(policy);
  const query = {
    pid: activeWindow.pid,
    interactive: false,
    bounds: false,
    maxNodes: MAX_NODES,
    allowedPids,
  };
  return { query, revision: (await atspi.tree(query, signal)).revision };
}

async function changesSince({ query, revision }: Seen, settleMs: number, context: ToolContext): Promise<string> {
  const session = context.session;
  const untilMs = performance.now() + settleMs;
  await session.atspi.inputTaken({ of: { pid: query.pid }, before: 'action' }, context.signal);
  for (;;) {
    const reply = await session.atspi.tree({ ...query, since: revision }, context.signal);
    const { text } = changesText(reply.changes ?? NONE, { more: reply.more, maxChars: MAX_CHARS });
    if (text !== '') return `revision ${reply.revision}, since ${revision}\n${text}`;
    if (performance.now() >= untilMs) return `none within ${settleMs} ms (revision ${revision})`;
    await delay(POLL_MS, undefined, { signal: context.signal });
  }
}

const NONE = { added: [], changed: [], removed: [] };

/** Turns a failed read into its reason: the action itself did not fail. */
async function orReason<T>(reading: Promise<T>): Promise<T | string> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DesktopError && ['denied', 'not_found', 'timeout', 'worker_lost'].includes(error.code))
      return `not read: ${error.message}`;
    throw error;
  }
}
