/** Fetching what is on the clipboard, within bounds. */
import type { Offer } from '../backend.ts';
import type { Format } from '../model/clipboard.ts';

/** What is read of a clipboard at most, all types together. */
export const LIMIT_BYTES = 32 * 1024 * 1024;
/** How long its owner may take for one type, and for all of them. */
const TYPE_MS = 1_000;
const ALL_MS = 3_000;

export interface Fetched {
  formats: Format[];
  /** Types that did not come: their owner did not hand them over in time, or there was too much. */
  missing: string[];
  /** There was more than LIMIT_BYTES. */
  isTooLarge: boolean;
}

/**
 * Fetches these types of an offer, one after the other: GTK 3 mixes up requests that overlap. It takes 3 s at most,
 * whatever their owner does.
 */
export async function fetchFormats(offer: Offer, types: readonly string[] = offer.types): Promise<Fetched> {
  const endMs = performance.now() + ALL_MS;
  let leftBytes = LIMIT_BYTES;
  const accept = (sizeBytes: number): boolean => {
    leftBytes -= sizeBytes;
    return leftBytes >= 0;
  };
  const fetched: Fetched = { formats: [], missing: [], isTooLarge: false };
  for (const type of types) {
    const timeoutMs = Math.min(TYPE_MS, endMs - performance.now());
    const isWanted = timeoutMs > 0 && leftBytes >= 0;
    const bytes = isWanted ? await offer.fetch(type, { timeoutMs, accept }) : undefined;
    if (bytes) fetched.formats.push({ type, bytes });
    else fetched.missing.push(type);
  }
  return { ...fetched, isTooLarge: leftBytes < 0 };
}

/** Data that we hold ourselves, as an offer. */
export function fromMemory(formats: readonly Format[]): Offer {
  return {
    types: formats.map(({ type }) => type),
    fetch: async (type) => formats.find((format) => format.type === type)?.bytes,
  };
}
