/**
 * Encodes the pictures of a burst on threads of its own, so that the next one is taken on time. The threads start with the first
 * burst, end some time after the last one and with the capture worker, and keep no process alive.
 */
import type { Piscina } from 'piscina';
import type { Encoded, EncodeOptions } from './encode.ts';
import type { RgbImage } from './model/pixels.ts';

/** The task of a thread. */
export interface EncodeTask {
  image: RgbImage;
  options: Omit<EncodeOptions, 'signal'>;
}

export interface EncodingPool {
  /** Resolves when another picture may be handed over; at once while few wait. */
  untilNotFull(): Promise<void>;
  /** Encodes a copy of `image`, whose own memory may be used again at once. It cannot be stopped: that would end its thread. */
  encode(image: RgbImage, options: EncodeTask['options']): Promise<Encoded>;
}

const MAX_THREADS = 2;
/** Time after the last burst after which threads and memory are freed. */
const IDLE_TIMEOUT_MS = 10_000;
/** Pixels that may wait: ten pictures of 1920 x 1080. */
const MAX_WAITING_BYTES = 64 * 2 ** 20;
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 128 };

/** Makes a pool whose threads run the default export of `task`; nothing is loaded before the first picture. */
export function createEncodingPool(task: URL): EncodingPool {
  let loaded: Promise<Piscina> | undefined;
  const load = (): Promise<Piscina> =>
    (loaded ??= import('piscina').then(
      ({ Piscina }) =>
        new Piscina({
          filename: task.href,
          minThreads: 0,
          maxThreads: MAX_THREADS,
          idleTimeout: IDLE_TIMEOUT_MS,
          resourceLimits: RESOURCE_LIMITS,
        }),
    ));

  let waitingBytes = 0;
  const isFull = (): boolean => waitingBytes >= MAX_WAITING_BYTES;
  let onFreed: (() => void)[] = [];
  /** Shared memory, reused: memory that moves to a thread stays there until the thread collects its garbage. */
  let free: SharedArrayBuffer[] = [];
  let idle: NodeJS.Timeout | undefined;

  /** Copies the pixels to shared memory. */
  const copyOf = (pixels: Uint8Array): Uint8Array<SharedArrayBuffer> => {
    clearTimeout(idle);
    waitingBytes += pixels.length;
    const index = free.findIndex(({ byteLength }) => byteLength >= pixels.length);
    const [memory = new SharedArrayBuffer(pixels.length)] = index < 0 ? [] : free.splice(index, 1);
    const copy = new Uint8Array(memory, 0, pixels.length);
    copy.set(pixels);
    return copy;
  };

  const freeCopy = (copy: Uint8Array<SharedArrayBuffer>): void => {
    waitingBytes -= copy.length;
    free.push(copy.buffer);
    clearTimeout(idle);
    idle = setTimeout(() => (free = []), IDLE_TIMEOUT_MS).unref();
    for (const resolve of onFreed) resolve();
    onFreed = [];
  };

  return {
    untilNotFull: async () => {
      while (isFull()) await new Promise<void>((resolve) => onFreed.push(resolve));
    },
    encode: async (image, options) => {
      const rgb = copyOf(image.rgb);
      try {
        const pool = await load();
        return await pool.run({ image: { ...image, rgb }, options } satisfies EncodeTask);
      } finally {
        freeCopy(rgb);
      }
    },
  };
}
