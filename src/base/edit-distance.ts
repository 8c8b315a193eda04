/** Similar names, for errors that suggest what was probably meant. */
import { distance } from 'fastest-levenshtein';

/** The number of letters to add, drop or change to make one word of the other (Levenshtein). */
export const editDistance: (a: string, b: string) => number = distance;

/** Up to `count` of the names nearest to `wanted`, the nearest first. */
export function nearestNames(wanted: string, names: readonly string[], count: number): string[] {
  const near = new Map(names.map((name) => [name, distance(wanted, name)]));
  return names.toSorted((a, b) => (near.get(a) ?? 0) - (near.get(b) ?? 0)).slice(0, count);
}
