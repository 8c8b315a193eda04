/** Keeps keys out of password fields of the live desktop, unless the allowlist opens them. */

import { DesktopError } from '../../base/errors.ts';
import { escape } from '../../base/escape.ts';
import type { Element } from '../../protocol/element.ts';
import { seesWindow } from '../policy/grants.ts';
import { mayWritePasswords, movesOn } from '../policy/passwords.ts';
import type { Session } from '../sessions/sessions.ts';
import type { ToolContext } from '../tool/tool.ts';
import { unlessUnknown } from './unless-unknown.ts';

const PASSWORD_ROLE = 'password text';
/** More elements than any window shows. */
const ALL_NODES = 20_000;

/**
 * Fails with `denied` when `text` would be written into a password field: one that has the focus, or one in the same
 * application to which a Tab or Return in the text may lead. Call it before anything is sent.
 */
export async function refusePasswordFields(text: string, context: ToolContext): Promise<void> {
  const policy = context.policy;
  if (policy.kind === 'private' || policy.list.passwords === 'all') return;
  const session = context.session;
  const activeWindow = await session.desktop.activeWindow(context.signal);
  // What the call may not see is not looked at: the input worker refuses to send anything there.
  if (!activeWindow || !seesWindow(policy, activeWindow) || mayWritePasswords(policy, activeWindow)) return;
  // Without a Tab or Return in it only the element that has the focus is of interest.
  const look = movesOn(text) ? operableOf : focusOf;
  const fields = (await look(session, activeWindow.pid, context.signal)).filter(({ role }) => role === PASSWORD_ROLE);
  const field = fields.find(({ states }) => states.includes('focused')) ?? fields[0];
  if (!field) return;
  const app = policy.runningApps.find(({ pid }) => pid === activeWindow.pid)?.name ?? activeWindow.app;
  const line = `"passwords: ${escape(app.toLowerCase())}"`;
  const hint = `The user can type it, keep it as a secret for you, or add the line ${line} to ${context.allowFile.path}.`;
  if (field.states.includes('focused'))
    throw new DesktopError('denied', `A password field, [${field.id}], has the focus; nothing was sent.`, hint);
  throw new DesktopError(
    'denied',
    `The text holds a Tab or Return, which may lead into the password field [${field.id}]; nothing was sent.`,
    'Type the part before it, look where the focus is, and go on from there.',
  );
}

async function focusOf({ atspi }: Session, pid: number, signal: AbortSignal): Promise<Element[]> {
  const element = await unlessUnknown(atspi.focused(pid, signal));
  return element ? [{ ...element, states: ['focused'] }] : [];
}

async function operableOf({ atspi }: Session, pid: number, signal: AbortSignal): Promise<Element[]> {
  const query = { pid, allowedPids: [pid], interactive: true, bounds: false, maxNodes: ALL_NODES };
  return (await unlessUnknown(atspi.tree(query, signal)))?.elements ?? [];
}
