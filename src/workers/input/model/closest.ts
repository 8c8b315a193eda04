/** Finds names that someone may have meant. Pure. */

/** The `count` names nearest to `wanted` by edits, nearest first. */
export function closestNames(wanted: string, names: string[], count = 4): string[] {
  const ranked = names.map((name) => ({ name, distance: editDistance(wanted, name) }));
  ranked.sort((a, b) => a.distance - b.distance);
  return ranked.slice(0, count).map(({ name }) => name);
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
