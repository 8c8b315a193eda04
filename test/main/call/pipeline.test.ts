/** What becomes of a call whose worker was lost. */
import { expect, test } from 'vitest';
import { DesktopError } from '../../../src/base/errors.ts';
import { createConsents } from '../../../src/main/access/consents.ts';
import { createSecrets } from '../../../src/main/access/secrets.ts';
import { createPipeline } from '../../../src/main/call/pipeline.ts';
import { parseAllowlist } from '../../../src/main/policy/allowlist.ts';
import { tools } from '../../../src/main/registry.ts';
import type { Sessions } from '../../../src/main/sessions/sessions.ts';

test.each([
  ['windows', {}, 2],
  ['key', { key: 'a' }, 1],
] as const)('%s %j is tried %d times', async (name, args, times) => {
  let tries = 0;
  const get = async (): Promise<never> => {
    tries++;
    throw new DesktopError('worker_lost', 'It is gone.', 'Try again.');
  };
  const pipeline = createPipeline({
    tools,
    sessions: { get } as unknown as Sessions,
    allowFile: { path: '', read: () => parseAllowlist('') },
    consents: createConsents('elicit'),
    secrets: createSecrets({}),
  });
  const signal = new AbortController().signal;
  const asker = { canAsk: false, answers: {} };
  const reply = await pipeline.call({ name, args, signal, progress: () => undefined, asker });
  expect([tries, reply.isError]).toEqual([times, true]);
});
