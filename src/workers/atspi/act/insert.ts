/** Insertion of a text through accessibility. */
import { DesktopError } from '../../../base/errors.ts';
import { named } from '../failure.ts';
import { PARAGRAPH_ROLES } from '../model/roles.ts';
import type { Parts } from '../parts.ts';
import type { Focus } from './focused.ts';

/**
 * Inserts a text at the caret of a focused field, when that is a multi-line field of Qt; otherwise gives the reason why not.
 * Fails with `failed` when the field then holds something else.
 */
export async function insertInto(
  { backend }: Parts,
  focus: Focus,
  { text, signal }: { text: string; signal: AbortSignal | undefined },
): Promise<string | undefined> {
  const reason = obstacle(focus, text);
  if (reason !== undefined) return reason;
  const outcome = await named(focus.app.name, backend.insert(focus.node.ref, text, signal));
  if (outcome === 'inserted') return undefined;
  if (outcome === 'refused') return 'the field refused the insertion';
  throw new DesktopError(
    'failed',
    'The field holds something else than the text that was inserted.',
    'Read it with get_text, and undo before typing again.',
  );
}

/** Why a focused element cannot be inserted into. */
function obstacle({ node, app }: Focus, text: string): string | undefined {
  if (app.traits.insertObstacle !== undefined) return app.traits.insertObstacle;
  if (PARAGRAPH_ROLES.has(node.role) && /[\r\n]/.test(text)) return 'a line break begins another paragraph there';
  if (!node.capabilities.has('insert text')) return 'the focused element takes no text';
  if (!node.states.has('editable')) return 'the focused field is read-only';
  return node.states.has('multi line') ? undefined : 'the focused field is not a multi-line field';
}
