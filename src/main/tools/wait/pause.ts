import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { abortedError } from '../../../base/errors.ts';
import * as shared from '../../tool/params.ts';
import { defineTool } from '../../tool/tool.ts';
import { waitDeadlineMs, waiting } from '../../tool/waiting.ts';

export default defineTool({
  title: 'Wait a fixed time',
  description:
    'Waits `ms` milliseconds, at most 10 minutes. For waiting on time only: wait_for waits for an element or a window, wait_idle ' +
    'until an application is at rest. Other calls go on meanwhile.',
  tier: 'view',
  usesSession: false,
  deadlineMs: ({ ms }) => waitDeadlineMs(ms),
  params: z.strictObject({
    session: shared.session,
    ms: z.int().min(0).describe('Milliseconds; more than 600000 is cut'),
  }),
  result: z.strictObject({ waited_ms: z.int(), warnings: z.array(z.string()).optional() }),
  run: ({ ms }, context) =>
    waiting(context, { name: 'ms', ms }, async (waitMs) => {
      const started = performance.now();
      await delay(waitMs, undefined, { signal: context.signal }).catch(() => {
        throw abortedError();
      });
      return Math.round(performance.now() - started);
    }),
  render: (waitedMs) => `waited ${waitedMs} ms`,
  facts: (waitedMs) => ({ waited_ms: waitedMs }),
});
