import { z } from 'zod';
import { DesktopError } from '../../../base/errors.ts';
import { quote } from '../../../base/escape.ts';
import type { WaitReply } from '../../../protocol/atspi.ts';
import { elementSchema } from '../../../protocol/element.ts';
import { allowedPidsOf } from '../../policy/grants.ts';
import { elementLine } from '../../render/outline.ts';
import * as shared from '../../tool/params.ts';
import { defineTool, type ToolContext } from '../../tool/tool.ts';
import { waitDeadlineMs, waiting } from '../../tool/waiting.ts';
import { waitForWindow } from '../../windows/wait-for-window.ts';

/** In words that fit after "is", "is not" and "is no longer". */
const STATES = ['enabled', 'focused', 'checked', 'selected', 'expanded', 'visible', 'editable'] as const;

export default defineTool({
  title: 'Wait for an element or a window',
  description:
    'Waits until an element (app and query, or id) or a window (window, without query) appears, or with `gone` disappears; with ' +
    '`state` until the element has that state, or with `gone` no longer has it. ' +
    'Other calls go on meanwhile. A timeout is a normal reply that says so. At most 10 minutes.',
  tier: 'view',
  alwaysLoad: true,
  deadlineMs: ({ timeout_ms }) => waitDeadlineMs(timeout_ms),
  params: z.strictObject({
    session: shared.session,
    ...shared.target,
    window: z
      .string()
      .max(1000)
      .optional()
      .describe('Title part: of the window to wait for, or with query of the window to look in'),
    state: z.enum(STATES).optional().describe('Wait until the element is that'),
    gone: z.boolean().default(false).describe('Wait until it is no longer there, or no longer in that state'),
    timeout_ms: z.int().min(0).default(10_000).describe('How long to wait at most; more than 600000 is cut'),
  }),
  result: z.strictObject({
    met: z.boolean(),
    waited_ms: z.int(),
    element: elementSchema.optional(),
    window: z.string().optional(),
    warnings: z.array(z.string()).optional(),
  }),
  run: (params, context) =>
    waiting(context, { name: 'timeout_ms', ms: params.timeout_ms }, (timeoutMs) => wait(params, timeoutMs, context)),
  render: (outcome, params) => {
    const { met, element, window } = outcome;
    const time = `(${Math.round(outcome.waitedMs)} ms)`;
    const what = describe(params, outcome);
    if (!met)
      return [
        `${what} after ${Math.round(outcome.waitedMs)} ms`,
        ...(element ? [elementLine(element)] : []),
        ...outcome.closest.map((one) => `${outcome.isOutOfView ? 'out of view' : 'closest'}: ${elementLine(one)}`),
      ].join('\n');
    if (window !== undefined) return `window ${quote(window)} is ${what} ${time}`;
    return element ? `${elementLine(element)} is ${what} ${time}` : `${what} ${time}`;
  },
  facts: ({ met, waitedMs, element, window }) => ({
    met,
    waited_ms: Math.round(waitedMs),
    ...(element ? { element } : {}),
    ...(window === undefined ? {} : { window }),
  }),
});

type State = (typeof STATES)[number];
type Params = Parameters<typeof shared.targetOf>[0] & { gone: boolean; state?: State | undefined };

/** What was waited for, or, when that did not come, what is so instead. */
function describe({ gone, state }: Params, { met: isMet, element }: Pick<WaitReply, 'met' | 'element'>): string {
  if (state !== undefined && (isMet || element)) {
    if (isMet) return gone ? `no longer ${state}` : state;
    return gone ? `still ${state}` : `not ${state}`;
  }
  const what = gone && state === undefined ? 'gone' : 'there';
  return isMet ? what : `not ${what}`;
}

async function wait(params: Params, timeoutMs: number, context: ToolContext): Promise<WaitReply & { window?: string }> {
  const { gone, state, window } = params;
  if (params.query !== undefined || params.id !== undefined || params.role !== undefined) {
    const target = shared.targetOf(params);
    const allowedPids = allowedPidsOf(context.policy);
    const { atspi } = context.session;
    const reply = await atspi.waitFor({ target, state, gone, allowedPids, timeoutMs }, context.signal);
    if (reply.missing !== undefined) context.warn(reply.missing);
    return reply;
  }
  if (window === undefined || state !== undefined) {
    throw new DesktopError(
      'invalid_params',
      state === undefined ? 'wait_for needs something to wait for.' : `Only an element can be ${state}.`,
      'Give app and query, an id, or window.',
    );
  }
  return waitForWindow({ window, gone, timeoutMs }, context);
}
