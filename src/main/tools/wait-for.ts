import { z } from 'zod';
import type { WaitReply } from '../../protocol/atspi.ts';
import { elementSchema } from '../../protocol/element.ts';
import { DesktopError } from '../../protocol/errors.ts';
import * as shared from '../params.ts';
import { visibleOf } from '../policy/grants.ts';
import { quote } from '../render/escape.ts';
import { elementLine } from '../render/outline.ts';
import { defineTool, type ToolContext } from '../tool.ts';
import { waitForWindow } from '../wait-for-window.ts';

const MAX_WAIT_MS = 600_000;
const PROGRESS_EVERY_MS = 1000;

export default defineTool({
  title: 'Wait for an element or a window',
  description:
    'Waits until an element (app and query, or id) or a window (window, without query) appears, or with `gone` disappears. ' +
    'Other calls go on meanwhile. A timeout is a normal reply that says so. At most 10 minutes.',
  tier: 'view',
  alwaysLoad: true,
  deadlineMs: ({ timeout_ms }) => Math.min(timeout_ms, MAX_WAIT_MS) + 10_000,
  params: z.strictObject({
    session: shared.session,
    ...shared.target,
    window: z
      .string()
      .max(1000)
      .optional()
      .describe('Title part: of the window to wait for, or with query of the window to look in'),
    gone: z.boolean().default(false).describe('Wait until it is no longer there'),
    timeout_ms: z.int().min(0).default(10_000).describe('How long to wait at most; more than 600000 is cut'),
  }),
  result: z.strictObject({
    met: z.boolean(),
    waited_ms: z.int(),
    element: elementSchema.optional(),
    window: z.string().optional(),
    warnings: z.array(z.string()).optional(),
  }),
  run: async (params, context) => {
    const timeoutMs = Math.min(params.timeout_ms, MAX_WAIT_MS);
    if (params.timeout_ms > MAX_WAIT_MS) context.warn(`timeout_ms was cut to ${MAX_WAIT_MS}`);
    const started = Date.now();
    const ticking = setInterval(() => context.progress(Date.now() - started, timeoutMs, 'waiting'), PROGRESS_EVERY_MS);
    try {
      return await wait(params, timeoutMs, context);
    } finally {
      clearInterval(ticking);
    }
  },
  render: (outcome, params) => {
    const { met } = outcome;
    const waitedMs = Math.round(outcome.waitedMs);
    const what = params.gone ? 'gone' : 'there';
    if (!met)
      return [
        `not ${what} after ${waitedMs} ms`,
        ...outcome.closest.map((element) => `closest: ${elementLine(element)}`),
      ].join('\n');
    if (outcome.window !== undefined) return `window ${quote(outcome.window)} is ${what} (${waitedMs} ms)`;
    return outcome.element ? `${elementLine(outcome.element)} is there (${waitedMs} ms)` : `${what} (${waitedMs} ms)`;
  },
  facts: ({ met, waitedMs, element, window }) => ({
    met,
    waited_ms: Math.round(waitedMs),
    ...(element ? { element } : {}),
    ...(window === undefined ? {} : { window }),
  }),
});

type Params = Parameters<typeof shared.targetOf>[0] & { gone: boolean };

async function wait(params: Params, timeoutMs: number, context: ToolContext): Promise<WaitReply & { window?: string }> {
  const { gone, window } = params;
  const session = await context.session();
  const visible = visibleOf(await context.policy());
  if (params.query !== undefined || params.id !== undefined || params.role !== undefined) {
    const target = shared.targetOf(params);
    return session.atspi.waitFor({ target, gone, timeoutMs, visible, windows: [] }, context.signal);
  }
  if (window === undefined) {
    throw new DesktopError(
      'invalid_params',
      'wait_for needs something to wait for.',
      'Give app and query, an id, or window.',
    );
  }
  return waitForWindow(session, { window, gone, timeoutMs, visible }, context.signal);
}
