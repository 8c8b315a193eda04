/** Shortcuts come after the characters that were sent before them. */
import { seesWindow } from './policy/grants.ts';
import type { Session } from './sessions.ts';
import type { ToolContext } from './tool.ts';

/** Modifiers and keys that programs look for before they look at characters. */
const SHORTCUT = /(^|\+)\s*(ctrl|control|alt|meta|super|win)\s*\+|(^|\+)\s*f\d+\s*$/i;
/** A program that has not taken its characters after so long hangs. */
const RECENT_MS = 500;

/** Takes note that characters were sent. */
export function noteCharacters(session: Session): void {
  session.charactersSentMs = performance.now();
}

/**
 * Before a shortcut, waits until the program in front has taken the characters that were sent to it a moment ago: Qt hands
 * each to the registry first when accessibility is on, and a shortcut passes those that are still there. Other keys are noted.
 */
export async function afterCharacters(chord: string, { session, policy, signal }: ToolContext): Promise<void> {
  const open = await session();
  if (!SHORTCUT.test(chord)) return noteCharacters(open);
  if (performance.now() - open.charactersSentMs > RECENT_MS) return;
  const front = await open.desktop.frontWindow(signal);
  if (front && seesWindow(await policy(), front))
    await open.atspi.inputTaken({ pid: front.pid, before: 'shortcut' }, signal);
}
