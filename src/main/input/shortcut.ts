/** Shortcuts come after the characters that were sent before them. */
import { isCommandModifier, modifierOf } from '../../protocol/input.ts';
import type { Session } from '../sessions/sessions.ts';
import type { ToolContext } from '../tool/tool.ts';

/** A program that has not taken its characters after so long hangs. */
const RECENT_MS = 500;

/** Whether programs look for a chord before they look at characters. */
function isShortcut(chord: string): boolean {
  return chord.split('+').some(isCommandModifier) || /(^|\+)\s*f\d+\s*$/i.test(chord);
}

/** Takes note that characters were sent. Call it at their end, also when not all were sent. */
export function noteCharacters(session: Session): void {
  session.charactersSentMs = performance.now();
}

/** Takes note of a chord that was sent, unless it is a shortcut or a modifier. Call it as `noteCharacters`. */
export function noteChord(chord: string, session: Session): void {
  if (!isShortcut(chord) && modifierOf(chord) === undefined) noteCharacters(session);
}

/**
 * Before a shortcut, waits until the program in front has taken the characters that were sent to it a moment ago: Qt hands
 * each to the registry first when accessibility is on, and a shortcut passes those that are still there.
 */
export async function afterCharacters(chord: string, { session, input, signal }: ToolContext): Promise<void> {
  if (!isShortcut(chord)) return;
  if (performance.now() - session.charactersSentMs > RECENT_MS) return;
  const { grant } = input;
  await session.atspi.inputTaken({ of: { grant }, before: 'shortcut' }, signal);
}
