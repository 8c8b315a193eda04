/**
 * Finds what a terminal shows in all that it remembers. Konsole counts cells from the oldest row that it remembers;
 * its CharacterCount is that of one screen, wherever that is by now.
 */
import type { Rect } from '../../../../../protocol/geometry.ts';

/** The size of a terminal's screen in cells. */
export interface Grid {
  columns: number;
  rows: number;
}

/** The screen with `count` cells, from the extents of its first and last one; undefined when these make no sense. */
export function gridOf(count: number, first: Rect, last: Rect): Grid | undefined {
  if (!(count > 0 && first.height > 0 && last.y >= first.y)) return undefined;
  const rows = Math.round((last.y - first.y) / first.height) + 1;
  return { columns: Math.max(1, Math.round(count / rows)), rows };
}

/** Whether more cells follow: those beyond the end read as empty rows. */
export function goesOn(text: string): boolean {
  return text !== '' && !text.endsWith('\n\n');
}

/** A text without the empty rows at its end. */
export function withoutEmptyRows(text: string): string {
  return text.replace(/\n+$/u, '');
}

/** The last rows of a text that fill a screen; a long line takes several rows. */
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
