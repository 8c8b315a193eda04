import { z } from 'zod';
import { elementSchema } from '../../../protocol/element.ts';
import { focusElement } from '../../input/focus-element.ts';
import { refuseTextless } from '../../input/takes-text.ts';
import { fieldText } from '../../input/typed.ts';
import { METHODS, typeText } from '../../input/typing.ts';
import { checkTyped, whatToType } from '../../input/what-to-type.ts';
import { counted } from '../../render/counted.ts';
import * as shared from '../../tool/params.ts';
import { defineTool } from '../../tool/tool.ts';

export default defineTool({
  title: 'Type text',
  description:
    'Types text into what has focus, or into an element, which is focused first. auto: straight insertion into a multi-line Qt field, else keys of the keyboard layout in ' +
    'force, else, for characters that it lacks, a paste, after which everything that was on the clipboard is put back. The ' +
    'reply names the method. Where none works the characters are named and nothing is sent. `secret` types a value that the ' +
    'user keeps under a name; it is shown nowhere.',
  tier: 'full',
  input: true,
  sendsText: true,
  alwaysLoad: true,
  deadlineMs: ({ text = '' }) => 30_000 + text.length * 20,
  params: z.strictObject({
    session: shared.session,
    ...shared.target,
    window: shared.window,
    text: z.string().min(1).max(100_000).optional().describe('What to type; "\\n" is Return'),
    secret: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/)
      .optional()
      .describe("Instead of text: the name of a secret of the user's, always typed by keys"),
    method: z
      .enum(['auto', ...METHODS])
      .default('auto')
      .describe('insert: only by accessibility; keys: only by keys; paste: only through the clipboard'),
  }),
  result: z.strictObject({
    method: z.enum(METHODS),
    sent: z.int(),
    field: elementSchema.optional(),
    holds: z.string().optional().describe('What the field holds, where that is not what was typed or not valid'),
  }),
  run: async (params, context) => {
    checkTyped(params);
    const { id, query, role, app } = params;
    const isNamed = [id, query, role, app].some((part) => part !== undefined);
    const focused = isNamed ? await focusElement(shared.targetOf(params), context, refuseTextless) : undefined;
    const what = await whatToType(params, context);
    return typeText(what, { method: what.isSecret ? 'keys' : params.method, id: focused?.element.id }, context);
  },
  render: (outcome) => `typed ${counted(outcome.sent, 'character')} (${outcome.method})${fieldText(outcome)}`,
  facts: (outcome) => outcome,
});
