/** Actions through accessibility. */

import { DesktopError } from '../../../base/errors.ts';
import type { ActQuery, ActReply } from '../../../protocol/atspi.ts';
import { named } from '../failure.ts';
import { chooseAction } from '../model/actions.ts';
import { labelOf } from '../model/label.ts';
import type { Node } from '../model/node.ts';
import { isEnabled } from '../model/states.ts';
import { quoted, shortened } from '../model/text.ts';
import { type Parts, publicApp } from '../parts.ts';
import { hiddenOf } from '../place/hidden.ts';

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
