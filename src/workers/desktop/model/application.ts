/** Finding the application that a name means. */
import { editDistance } from '../../../base/edit-distance.ts';

export interface Named {
  /** Desktop file id without ".desktop". */
  id: string;
  name: string;
}

/**
 * The application of `query`: by its id, else by the last part of its id ("kate" for "org.kde.kate"), else by its name;
 * case aside. Several equally good ones are all given.
 */
export function findApplications<T extends Named>(query: string, all: readonly T[]): T[] {
  const wanted = query.replace(/\.desktop$/, '').toLowerCase();
  const exact = all.filter(({ id }) => id === query || id === query.replace(/\.desktop$/, ''));
  if (exact.length > 0) return exact;
  const ways: ((entry: T) => string)[] = [({ id }) => id, ({ id }) => lastPart(id), ({ name }) => name];
  for (const way of ways) {
    const found = all.filter((entry) => way(entry).toLowerCase() === wanted);
    if (found.length > 0) return found;
  }
  return [];
}

/** "kate" of "org.kde.kate". */
export function lastPart(id: string): string {
  return id.slice(id.lastIndexOf('.') + 1);
}

/** Up to `max` of the names that are closest to `query`, the closest first; none that share nothing with it. */
export function closestNames(query: string, names: Iterable<string>, max: number): string[] {
  const wanted = query.toLowerCase();
  const scored: { name: string; score: number }[] = [];
  for (const name of new Set(names)) {
    const other = lastPart(name.toLowerCase());
    const contains = other.includes(wanted) || wanted.includes(other);
    const score =
      contains && other.length > 2 ? Math.abs(other.length - wanted.length) / 10 : editDistance(wanted, other);
    if (score <= Math.max(2, wanted.length / 3)) scored.push({ name, score });
  }
  scored.sort((a, b) => a.score - b.score || a.name.length - b.name.length || (a.name < b.name ? -1 : 1));
  return scored.slice(0, max).map(({ name }) => name);
}
