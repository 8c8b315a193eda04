import { expect, test } from 'vitest';
import type { Encoded } from '../../../src/workers/capture/encode.ts';
import { createEncodingPool } from '../../../src/workers/capture/encoding-pool.ts';
import type { RgbImage } from '../../../src/workers/capture/model/pixels.ts';

const OPTIONS = { size: { widthPx: 1, heightPx: 1 }, format: 'png' } as const;

const createPool = () => createEncodingPool(new URL('../../support/odd-encode-task.mjs', import.meta.url));

/** A picture that takes so long to encode. */
function image(ms: number, bytes = 3): RgbImage {
  return { rgb: new Uint8Array(bytes).fill(ms), widthPx: 1, heightPx: 1 };
}

function told({ bytes }: Encoded): { threadId: number; first: number; startMs: number; endMs: number } {
  return JSON.parse(new TextDecoder().decode(bytes));
}

test('works on two pictures at once and on no more, on threads of its own', async () => {
  const pool = createPool();
  const runs = (await Promise.all([40, 41, 42, 43, 44].map((ms) => pool.encode(image(ms), OPTIONS)))).map(told);
  expect(runs.map(({ first }) => first)).toEqual([40, 41, 42, 43, 44]);
  expect(new Set(runs.map(({ threadId }) => threadId)).size).toBe(2);
  const atOnce = runs.map(
    ({ startMs }) => runs.filter((other) => other.startMs <= startMs && startMs < other.endMs).length,
  );
  expect(Math.max(...atOnce)).toBe(2);
});

test('takes a copy: the memory of the picture may be used for the next one', async () => {
  const pool = createPool();
  const picture = image(7);
  const encoded = pool.encode(picture, OPTIONS);
  picture.rgb.fill(9);
  expect(told(await encoded).first).toBe(7);
  expect(picture.rgb).toEqual(new Uint8Array(3).fill(9));
});

test('a picture that cannot be encoded fails alone', async () => {
  const pool = createPool();
  const [bad, good] = await Promise.allSettled([pool.encode(image(255), OPTIONS), pool.encode(image(1), OPTIONS)]);
  expect(bad).toMatchObject({ status: 'rejected', reason: { message: 'an odd picture' } });
  expect(good.status).toBe('fulfilled');
});

test('has room while little waits, and none until something of 64 MB is done', async () => {
  const pool = createPool();
  const done: string[] = [];
  await pool.untilNotFull();
  const large = pool.encode(image(80, 64 * 2 ** 20), OPTIONS).then(() => done.push('encoded'));
  await pool.untilNotFull().then(() => done.push('room'));
  await large;
  expect(done).toEqual(['encoded', 'room']);
});
