/** Spelling help. */
import { editDistance } from '../../base/edit-distance.ts';

/** Finds the candidate with the smallest edit distance, if it is near enough to be meant: "x" is not "id". */
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
