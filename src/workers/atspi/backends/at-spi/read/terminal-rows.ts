/**
 * What a terminal shows of all that it remembers. Konsole counts cells: the first one is in the oldest row that it
 * remembers, and its CharacterCount is that of one screen, wherever that is by now.
 */
import type { Rect } from '../../../../../protocol/geometry.ts';

/** The size of a terminal's screen in cells. */
export interface Grid {
  columns: number;
  rows: number;
}

/** The screen of `count` cells, from the places of its first and its last one; undefined when they are none. */
export function gridOf(count: number, first: Rect, last: Rect): Grid | undefined {
  if (!(count > 0 && first.height > 0 && last.y >= first.y)) return undefined;
  const rows = Math.round((last.y - first.y) / first.height) + 1;
  return { columns: Math.max(1, Math.round(count / rows)), rows };
}

/** Whether cells behind these were written: what is not there any more is read as empty rows. */
export function goesOn(text: string): boolean {
  return text !== '' && !text.endsWith('\n\n');
}

/** A text without the empty rows at its end. */
export function withoutEmptyRows(text: string): string {
  return text.replace(/\n+$/u, '');
}

/** The last rows of a text, as many as a screen has; a line that is longer than a row takes several. */
export function lastScreen(text: string, grid: Grid | undefined): string {
  const lines = withoutEmptyRows(text).split('\n');
  if (!grid || lines.length <= grid.rows) return lines.join('\n');
  let first = lines.length;
  for (let left = grid.rows; first > 0 && left > 0; ) {
    left -= Math.max(1, Math.ceil((lines[first - 1] ?? '').length / grid.columns));
    if (left >= 0) first--;
  }
  return lines.slice(Math.min(first, lines.length - 1)).join('\n');
}
