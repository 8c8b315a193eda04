import { z } from 'zod';
import { DesktopError } from '../../protocol/errors.ts';
import { covers, whyNot } from '../../protocol/grant.ts';
import * as shared from '../params.ts';
import { quote } from '../render/escape.ts';
import { defineTool, type ToolContext } from '../tool.ts';
import { whatToType } from '../what-to-type.ts';

export default defineTool({
  title: 'Type text',
  description:
    'Types text into what has focus. auto: straight insertion into a multi-line Qt field (any characters), else keys of the ' +
    'keyboard layout in force. Characters that the layout lacks are named and nothing is sent. `secret` types a value that ' +
    'the user keeps under a name; it is shown nowhere.',
  tier: 'full',
  input: true,
  alwaysLoad: true,
  deadlineMs: ({ text = '' }) => 30_000 + text.length * 20,
  params: z.strictObject({
    session: shared.session,
    window: shared.window,
    text: z.string().min(1).max(100_000).optional().describe('What to type; "\\n" is Return'),
    secret: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/)
      .optional()
      .describe("Instead of text: the name of a secret of the user's, always typed by keys"),
    method: z
      .enum(['auto', 'keys', 'insert'])
      .default('auto')
      .describe('keys: only by keys; insert: only by accessibility'),
  }),
  result: z.strictObject({ method: z.enum(['keys', 'insert']), sent: z.int() }),
  run: async (params, context) => {
    const { text, isSecret } = await whatToType(params, context);
    const { method } = params;
    if (method !== 'keys' && !isSecret) {
      const refusal = await insert(text, context);
      if (refusal === undefined) return { method: 'insert' as const, sent: [...text].length };
      if (method === 'insert') throw new DesktopError('unsupported', `Not inserted: ${refusal}.`, 'Use method "keys".');
    }
    const { ticket, grant } = context.input();
    const { sent } = await (await context.session()).input.type(ticket, { text }, grant, context.signal);
    return { method: 'keys' as const, sent };
  },
  render: ({ method, sent }) => `typed ${sent} characters (${method})`,
  facts: (outcome) => outcome,
});

/** Inserts through accessibility into the window in front; the reason when that is not possible. */
async function insert(text: string, { session, input, signal }: ToolContext): Promise<string | undefined> {
  const { desktop, atspi } = await session();
  const front = await desktop.frontWindow(signal);
  if (!front) return 'no window is in front';
  if (!covers(input().grant, front, Date.now())) {
    throw new DesktopError(
      'denied',
      `In front is ${quote(front.title)}, ${whyNot(input().grant, front)}; nothing was sent.`,
      'Bring an allowed one in front; see apps.',
    );
  }
  const { inserted, reason } = await atspi.insertText({ pid: front.pid, text }, signal);
  return inserted ? undefined : (reason ?? 'the focused element takes no insertion');
}
