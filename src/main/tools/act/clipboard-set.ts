import { z } from 'zod';
import { counted } from '../../render/counted.ts';
import * as shared from '../../tool/params.ts';
import { defineTool } from '../../tool/tool.ts';
import { requireAllowedActiveWindow } from '../../windows/allowed-active-window.ts';

export default defineTool({
  title: 'Write the clipboard',
  description:
    'Puts text on the clipboard, in place of what is there; an empty text empties it. It stays until something else is copied ' +
    'or the session ends. On the live desktop only while a window of an allowed application is in front.',
  tier: 'full',
  input: true,
  idempotent: true,
  params: z.strictObject({
    session: shared.session,
    text: z.string().max(1_000_000).describe('What to put there'),
  }),
  result: z.strictObject({ length: z.int().describe('Characters of the text') }),
  run: async ({ text }, context) => {
    await requireAllowedActiveWindow(context, 'The clipboard');
    await context.session.desktop.writeClipboard(text);
    return { length: [...text].length };
  },
  render: ({ length }) =>
    length === 0
      ? 'the clipboard is empty now'
      : `${counted(length, 'character')} ${length === 1 ? 'is' : 'are'} on the clipboard`,
  facts: (outcome) => outcome,
});
