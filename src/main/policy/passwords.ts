/** Tells which calls would write into a password field, and where that is allowed. Pure. */
import type { WindowOwner } from '../../protocol/grant.ts';
import { modifierOf } from '../../protocol/input.ts';
import type { CallPolicy } from './grants.ts';

/** Keys that move the focus or answer a form. */
const STEERING =
  /^(tab|return|enter|kp_enter|esc|escape|(?:arrow)?(?:up|down|left|right)|home|end|page_?up|page_?down|pgup|pgdn|f\d+|menu|print|printscreen)$/;
/** Under Ctrl these change a field: paste, cut, undo, redo, delete. */
const CHANGING = /^(v|x|z|y|insert|ins|backspace|delete|del)$/;

/** Whether a chord would change the focused field; an unknown chord counts as one that would. */
export function changesField(chord: string): boolean {
  const names = chord
    .trim()
    .toLowerCase()
    .split('+')
    .map((name) => name.trim());
  const last = names.pop() ?? '';
  const modifiers = new Set(names.map(modifierOf));
  if (modifiers.has('alt') || modifiers.has('meta')) return false;
  if (modifiers.has('ctrl')) return CHANGING.test(last);
  return modifierOf(last) === undefined && !STEERING.test(last);
}

/** Whether typing a text may move the focus: it has a Tab or Return with more after it. */
export function movesOn(text: string): boolean {
  return /[\t\r\n][^\r\n]/.test(text);
}

/** Whether password fields in the windows of this application may be written. */
export function mayWritePasswords(policy: CallPolicy, { pid, app }: WindowOwner): boolean {
  if (policy.kind === 'private' || policy.list.passwords === 'all') return true;
  const names = policy.runningApps.filter((one) => one.pid === pid).map(({ name }) => name.toLowerCase());
  const { passwords } = policy.list;
  return [...names, app.toLowerCase()].some((name) => passwords.has(name));
}
