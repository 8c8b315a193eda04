/** Words a dialog: its question in full, then its buttons and fields. */

import { quote } from '../../base/escape.ts';
import type { Element } from '../../protocol/element.ts';
import { outline } from './outline.ts';

const WORDS_ROLES = new Set(['label', 'static', 'heading', 'paragraph']);
/** Budgets in characters: of the question, and of buttons and fields. */
const MAX_WORDS = 400;
const MAX_CHARS = 1500;

/** Words the elements that openDialog gives: the dialog's own first. */
export function dialogText([dialog, ...parts]: readonly Element[]): string {
  if (!dialog) return '';
  const isWords = ({ role, actions }: Element): boolean => WORDS_ROLES.has(role) && actions.length === 0;
  const words = parts.filter(isWords).map(({ name, text }) => name || (text ?? ''));
  const head = `[${dialog.id}] ${dialog.role} ${quote(dialog.name)}`;
  const { text, left } = outline(
    parts.filter((part) => !isWords(part)),
    MAX_CHARS,
  );
  const lines = [words.length > 0 ? `${head}: ${quote(words.join(' '), MAX_WORDS)}` : head, text.trimEnd()];
  if (left > 0) lines.push(`… ${left} more; tree(id=${dialog.id}) lists them`);
  return lines.filter((line) => line !== '').join('\n');
}
