/** Spelling help: the known word nearest to an unknown one. */
import { editDistance } from '../../base/edit-distance.ts';

/** The candidate with the smallest edit distance, when it is near enough to be meant: "x" has nothing of "id". */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(2, Math.floor(word.length / 2));
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const distance = candidate.includes(word) || word.includes(candidate) ? 1 : editDistance(word, candidate);
    const isAlike = distance < Math.max(word.length, candidate.length);
    if (isAlike && distance <= limit && (!best || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate;
}
