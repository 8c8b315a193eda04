/** Words the changes of a tree, a line each: `+` added, `-` removed, `~` changed. */
import type { TreeChanges } from '../../protocol/atspi.ts';
import type { Element } from '../../protocol/element.ts';
import { elementLine } from './outline.ts';

/** Characters kept free for the line that counts the changes left out. */
const TAIL_CHARS = 70;

export interface ChangesText {
  text: string;
  shown: number;
  more: number;
}

/** Words changes within a budget of characters; `more` counts those already left out. */
export function changesText(
  { added, changed, removed }: TreeChanges,
  { more, maxChars }: { more: number; maxChars: number },
): ChangesText {
  const lines = [
    ...removed.map((element) => `- ${elementLine(element)}`),
    ...added.map((element) => `+ ${indented(element)}`),
    ...changed.map((element) => `~ ${indented(element)}`),
  ];
  const shown: string[] = [];
  let left = maxChars - TAIL_CHARS;
  for (const line of lines) {
    left -= line.length + 1;
    if (left < 0 && shown.length > 0) break;
    shown.push(line);
  }
  const rest = lines.length - shown.length + more;
  const tail = rest > 0 ? [`… ${rest} more changes; call tree without since to see all`] : [];
  return { text: [...shown, ...tail].join('\n'), shown: shown.length, more: rest };
}

function indented(element: Element): string {
  return ' '.repeat(element.depth) + elementLine(element);
}
