/** Fetching what is on the clipboard, within bounds. */
import type { DataOffer } from '../backend.ts';
import type { Format } from '../model/clipboard.ts';

/** Most that is read of a clipboard, all types together. */
export const LIMIT_BYTES = 32 * 1024 * 1024;
/** Time that the owner has for one type, and for all of them. */
const TYPE_TIMEOUT_MS = 1_000;
const TOTAL_TIMEOUT_MS = 3_000;

export interface Fetched {
  formats: Format[];
  /** Types that did not arrive: the owner was too slow, or there was too much. */
  missing: string[];
  /** There was more than LIMIT_BYTES. */
  isTooLarge: boolean;
}

/**
 * Fetches these types of an offer, one after the other, because GTK 3 mixes up requests that overlap. Takes at most 3 s,
 * whatever the owner does.
 */
export async function fetchFormats(offer: DataOffer, types: readonly string[] = offer.mimeTypes): Promise<Fetched> {
  const endMs = performance.now() + TOTAL_TIMEOUT_MS;
  let leftBytes = LIMIT_BYTES;
  const accept = (sizeBytes: number): boolean => {
    leftBytes -= sizeBytes;
    return leftBytes >= 0;
  };
  const fetched: Fetched = { formats: [], missing: [], isTooLarge: false };
  for (const type of types) {
    const timeoutMs = Math.min(TYPE_TIMEOUT_MS, endMs - performance.now());
    const isWanted = timeoutMs > 0 && leftBytes >= 0;
    const bytes = isWanted ? await offer.receive(type, { timeoutMs, accept }) : undefined;
    if (bytes) fetched.formats.push({ type, bytes });
    else fetched.missing.push(type);
  }
  return { ...fetched, isTooLarge: leftBytes < 0 };
}

/** An offer of data in our own memory. */
export function memoryOffer(formats: readonly Format[]): DataOffer {
  return {
    mimeTypes: formats.map(({ type }) => type),
    receive: async (mimeType) => formats.find(({ type }) => type === mimeType)?.bytes,
  };
}
