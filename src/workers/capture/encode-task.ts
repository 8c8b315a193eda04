/** The task of a thread of the pool, in a bundle beside that of the worker. */
import { encode } from './encode.ts';
import type { EncodeTask } from './encoding-pool.ts';

/** Encodes one picture. */
export default function encodeTask({ image, options }: EncodeTask): ReturnType<typeof encode> {
  return encode(image, options);
}
