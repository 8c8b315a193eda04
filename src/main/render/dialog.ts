/** A dialog as text: what it asks in full, then what answers it. */

import { quote } from '../../base/escape.ts';
import type { Element } from '../../protocol/element.ts';
import { outline } from './outline.ts';

const WORDS_ROLES = new Set(['label', 'static', 'heading', 'paragraph']);
/** Characters of what it asks, and of its buttons and fields. */
const MAX_WORDS = 400;
const MAX_CHARS = 1500;

/** The elements of a dialog, its own first, as openDialog gives them. */
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
