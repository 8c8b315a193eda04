/** What becomes of a call whose worker was lost. */
import { expect, test } from 'vitest';
import { createPipeline } from '../../src/main/pipeline.ts';
import type { Sessions } from '../../src/main/sessions.ts';
import { DesktopError } from '../../src/protocol/errors.ts';

test.each([
  ['windows', {}, 2],
  ['key', { key: 'a' }, 1],
] as const)('%s %j is tried %d times', async (name, args, times) => {
  let tries = 0;
  const get = async (): Promise<never> => {
    tries++;
    throw new DesktopError('worker_lost', 'It is gone.', 'Try again.');
  };
  const allowFile = { path: '', read: () => ({ apps: [], problems: [] }) };
  const pipeline = createPipeline({ get } as unknown as Sessions, allowFile);
  const signal = new AbortController().signal;
  const reply = await pipeline.call({ name, args, signal, progress: () => undefined });
  expect([tries, reply.isError]).toEqual([times, true]);
});
