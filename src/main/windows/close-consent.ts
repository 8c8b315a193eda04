/** The user's consent to closing a window. */

import { escape, quote } from '../../base/escape.ts';
import type { WindowInfo } from '../../protocol/window.ts';
import type { ToolContext } from '../tool/tool.ts';

/** How consent was given; without it the call has ended. */
export const CONSENTS = ['not_required', 'accepted', 'confirmed'] as const;
export type Consent = (typeof CONSENTS)[number];

/**
 * Closing is free in a private session. On a live desktop it may lose the user's work and is asked about each time, whatever
 * they agreed to before. Ends the call when they do not agree; call it before anything is done.
 */
export async function closeConsent(
  { id, title, app }: Pick<WindowInfo, 'id' | 'title' | 'app'>,
  { session, consent }: ToolContext,
): Promise<Consent> {
  const { name, wiring } = session;
  if (wiring.kind === 'virtual') return 'not_required';
  return consent({
    identity: JSON.stringify([name, 'close', id]),
    what: `close the window ${quote(title)} (${escape(app)})`,
    because: 'Unsaved work in it may be lost.',
    apps: [],
  });
}
