import { z } from 'zod';
import { quote } from '../../../base/escape.ts';
import type { IdleReply } from '../../../protocol/atspi.ts';
import { elementSchema } from '../../../protocol/element.ts';
import { allowedPidsOf } from '../../policy/grants.ts';
import { elementLine } from '../../render/outline.ts';
import * as shared from '../../tool/params.ts';
import { defineTool } from '../../tool/tool.ts';
import { waitDeadlineMs, waiting } from '../../tool/waiting.ts';

export default defineTool({
  title: 'Wait until an application is at rest',
  description:
    'Waits until nothing of an application has changed for `quiet_ms` and no page of it is loading: after opening a link or a ' +
    'file, or an action whose end is not known. Without `app`: the application in front. A page that never rests, such as one ' +
    'with a clock, counts as at rest when only the same few elements go on changing; the reply names them. A timeout is a ' +
    'normal reply that says what kept changing. At most 10 minutes. Other calls go on meanwhile.',
  tier: 'view',
  deadlineMs: ({ timeout_ms }) => waitDeadlineMs(timeout_ms),
  params: z.strictObject({
    session: shared.session,
    app: shared.app.optional(),
    quiet_ms: z.int().min(0).max(60_000).default(300).describe('How long nothing must have changed'),
    timeout_ms: z.int().min(0).default(10_000).describe('How long to wait at most; more than 600000 is cut'),
  }),
  result: z.strictObject({
    idle: z.boolean(),
    app: z.string(),
    pid: z.int(),
    title: z.string().describe('Title of the window; of a browser it names the page'),
    waited_ms: z.int(),
    changing: z.array(elementSchema).describe('Elements that do not stop changing'),
    loading: z.array(z.string()).describe('Titles of pages that were still loading'),
    warnings: z.array(z.string()).optional(),
  }),
  run: (params, context) =>
    waiting(context, { name: 'timeout_ms', ms: params.timeout_ms }, async (timeoutMs) => {
      const { app, quiet_ms: quietMs } = params;
      const { signal } = context;
      const { atspi } = context.session;
      const allowedPids = allowedPidsOf(context.policy);
      return atspi.waitIdle({ app, quietMs, timeoutMs, allowedPids }, signal);
    }),
  render: text,
  facts: ({ idle, app, title, waitedMs, changing, loading }) => ({
    idle,
    app: app.name,
    pid: app.pid,
    title,
    waited_ms: Math.round(waitedMs),
    changing,
    loading,
  }),
});

function text(reply: IdleReply, { quiet_ms }: { quiet_ms: number }): string {
  const { idle, title, changing, more, loading } = reply;
  const waitedMs = Math.round(reply.waitedMs);
  const name = quote(title || reply.app.name);
  const lines = changing.map((element) => ` ${elementLine(element)}`);
  if (more > 0) lines.push(` … and ${more} more`);
  if (idle && lines.length === 0) return `${name} is at rest (${waitedMs} ms)`;
  if (idle) return [`${name} is at rest (${waitedMs} ms), but these do not stop changing:`, ...lines].join('\n');
  const reasons = loading.map((page) => `page still loading: ${quote(page)}`);
  if (lines.length > 0) reasons.push('kept changing:');
  if (reasons.length === 0) reasons.push(`not yet quiet for ${quiet_ms} ms`);
  return [`${name} is not at rest after ${waitedMs} ms`, ...reasons, ...lines].join('\n');
}
