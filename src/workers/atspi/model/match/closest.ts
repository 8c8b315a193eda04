/** Finds similar names for a query that matches nothing. */
import { editDistance } from '../../../../base/edit-distance.ts';
import type { Node } from '../node.ts';
import { foldAccents } from '../text.ts';
import { textsOf } from '../texts.ts';

/** Longest names compared; edit distance grows with the square. */
const COMPARED_CHARS = 60;
/** Least similarity of a name that is worth naming. */
const LEAST_LIKENESS = 0.45;

/** Up to `max` elements with the names closest to the query, the closest first, each name once. */
export function closestTo(query: string, nodes: Iterable<Node>, max: number): Node[] {
  const wanted = foldAccents(query).slice(0, COMPARED_CHARS);
  const isLike = createFilter(wanted);
  const byName = new Map<string, { node: Node; likeness: number }>();
  for (const node of nodes) {
    const name = textsOf(node).bareName.slice(0, COMPARED_CHARS);
    if (node.role === 'application' || name === '' || !isLike(name) || byName.has(name)) continue;
    byName.set(name, { node, likeness: likeness(wanted, name) });
  }
  return [...byName.values()]
    .filter((one) => one.likeness >= LEAST_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, max)
    .map(({ node }) => node);
}

const LETTERS = 256;

/** Makes a cheap test that rejects names with too few letters in common with the query. */
function createFilter(wanted: string): (name: string) => boolean {
  const letters = new Uint8Array(LETTERS);
  for (let at = 0; at < wanted.length; at++) {
    const letter = wanted.charCodeAt(at) % LETTERS;
    letters[letter] = (letters[letter] ?? 0) + 1;
  }
  const left = new Uint8Array(LETTERS);
  const least = wanted.length * LEAST_LIKENESS;
  return (name) => {
    left.set(letters);
    let common = 0;
    for (let at = 0; at < name.length; at++) {
      const letter = name.charCodeAt(at) % LETTERS;
      const count = left[letter] ?? 0;
      if (count === 0) continue;
      left[letter] = count - 1;
      common++;
    }
    return common >= least;
  };
}

/** Similarity from 0 to 1: of the whole strings, or of the best word. */
function likeness(a: string, b: string): number {
  const whole = ratio(a, b);
  const words = b.split(' ').map((word) => ratio(a, word) * 0.9);
  return Math.max(whole, ...words);
}

function ratio(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  if (longest === 0 || Math.abs(a.length - b.length) > longest * (1 - LEAST_LIKENESS)) return 0;
  return 1 - editDistance(a, b) / longest;
}
