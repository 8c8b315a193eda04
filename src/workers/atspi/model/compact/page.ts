/** Cuts the part that one reply shows out of the lines of a tree. */
import type { Node } from '../node.ts';
import type { Line } from './compact.ts';

/** Lines before the first unread one that are held back: what follows may still change them. */
const MARGIN = 20;

export interface Page {
  shown: readonly Line[];
  /** Elements beyond the last one shown, as far as they are known. */
  more: number;
  /** Something was not read: there may be more than `more`. */
  isAtLeast: boolean;
}

/** The lines before the first one that was not read. */
export function readLines(lines: readonly Line[]): readonly Line[] {
  const cut = lines.findIndex(({ node }) => node.isUnread);
  return cut < 0 ? lines : lines.slice(0, cut);
}

/** Whether `maxNodes` lines can be shown from `from` on, or all. */
export function isEnough(lines: readonly Line[], { from, maxNodes }: { from: number; maxNodes: number }): boolean {
  const read = readLines(lines);
  return read.length === lines.length || read.length - from >= maxNodes + MARGIN;
}

/** Cuts a page out of the lines. */
export function pageOf(lines: readonly Line[], { from, maxNodes }: { from: number; maxNodes: number }): Page {
  const shown = readLines(lines).slice(from, from + maxNodes);
  const rest = lines.slice(from + shown.length);
  const more = rest.reduce((sum, { node }) => sum + standsFor(node), 0);
  return { shown, more, isAtLeast: rest.some(({ node }) => node.isUnread) };
}

function standsFor({ unreadEntries }: Node): number {
  return unreadEntries ? unreadEntries.to - unreadEntries.from : 1;
}
