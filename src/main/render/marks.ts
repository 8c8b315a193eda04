/** Lists the elements whose ids are drawn on a picture. */

import { escape } from '../../base/escape.ts';
import type { MarksReply } from '../../protocol/atspi.ts';
import type { Element } from '../../protocol/element.ts';
import { elementLine } from './outline.ts';

/** Characters of the list at most. */
const MAX_CHARS = 6000;

export interface MarksText {
  text: string;
  facts: { marks: Pick<Element, 'id' | 'role' | 'name'>[]; unmarked: number };
}

/** Lists the elements that are drawn, in reading order, as far as there is room for it; `drawn` are their ids. */
export function marksText({ app, marks, more }: MarksReply, drawn: readonly number[]): MarksText {
  const shown = new Set(drawn);
  const marked = marks.flatMap(({ element: { id, role, name } }) => (shown.has(id) ? [{ id, role, name }] : []));
  const roomless = marks.length - marked.length;
  const lines: string[] = [];
  let room = MAX_CHARS;
  for (const mark of marked) {
    const line = elementLine({ ...mark, depth: 0, states: [], actions: [] });
    room -= line.length + 1;
    if (room < 0) break;
    lines.push(line);
  }
  const unlisted = marked.length - lines.length;
  const head = marked.length === 0 ? `nothing is marked in ${escape(app.name)}` : `marked in ${escape(app.name)}:`;
  const tails = [
    unlisted > 0 && `… ${unlisted} more are marked; tree(interactive=true) lists them`,
    roomless > 0 && `${roomless} more had no room for a mark`,
    more > 0 &&
      `${more} more come after the ${marks.length} that a picture is marked with at most; region shows a part`,
  ];
  const text = [head, ...lines, ...tails.filter((tail) => tail !== false)].join('\n');
  return { text, facts: { marks: marked.slice(0, lines.length), unmarked: roomless + more } };
}
