/** When nothing matches: what is near to it by spelling. */
import { editDistance } from '../../../../base/edit-distance.ts';
import type { Node } from '../node.ts';
import { foldAccents } from '../text.ts';
import { textsOf } from '../texts.ts';

/** Longest names compared; edit distance grows with the square. */
const COMPARED_CHARS = 60;
/** Names less like the query than this are no help. */
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

/** Rejects names that have too few letters in common with the query to be like it: comparing them is far more work. */
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

/** From 0 to 1: of whole strings, or of the best pair of words. */
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
