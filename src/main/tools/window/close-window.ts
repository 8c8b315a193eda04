import { z } from 'zod';
import { quote } from '../../../base/escape.ts';
import { type Element, elementSchema } from '../../../protocol/element.ts';
import { type WindowInfo, windowSchema } from '../../../protocol/window.ts';
import { dialogText } from '../../render/dialog.ts';
import { windowLine } from '../../render/windows.ts';
import * as shared from '../../tool/params.ts';
import { defineTool, type ToolContext } from '../../tool/tool.ts';
import { findWindows, onlyWindow, visibleWindows } from '../../windows/choose-window.ts';
import { CONSENTS, type Consent, closeConsent } from '../../windows/close-consent.ts';
import { openDialog } from '../../windows/open-dialog.ts';

type Outcome =
  | { kind: 'no_window'; open: WindowInfo[] }
  | { kind: 'closed' | 'not_closeable'; window: WindowInfo; consent: Consent }
  | { kind: 'open'; window: WindowInfo; consent: Consent; dialog: Element[]; opened: WindowInfo[] };

export default defineTool({
  title: 'Close a window',
  description:
    'Closes a window as its close button does: a program with unsaved work asks first, and the reply lists its question with ' +
    "the ids of its buttons. On the user's own desktop it needs their consent. Not closing is a normal reply that says why.",
  tier: 'click',
  subjects: ({ query }) => [{ kind: 'window', part: query }],
  // It asks by itself, each time.
  isConfirmable: () => false,
  input: true,
  params: z.strictObject({
    session: shared.session,
    query: shared.windowQuery,
  }),
  result: z.strictObject({
    closed: z.boolean(),
    window: windowSchema.optional().describe('The window as it was'),
    consent: z.enum(CONSENTS).optional(),
    refusal: z.enum(['no_window', 'not_closeable']).optional().describe('Why nothing was closed'),
    dialog: z.array(elementSchema).optional().describe('What the program asks'),
  }),
  run,
  render: (outcome) => {
    if (outcome.kind === 'no_window') {
      return ['no window matches; nothing closed', ...outcome.open.map(windowLine)].join('\n');
    }
    const title = quote(outcome.window.title);
    switch (outcome.kind) {
      case 'closed':
        return `closed ${title}`;
      case 'not_closeable':
        return `${title} stays open: its program does not let it be closed`;
      case 'open':
        return openText(title, outcome);
    }
  },
  facts: (outcome) => {
    const { kind } = outcome;
    const refusal = kind === 'closed' || kind === 'open' ? {} : { refusal: kind };
    if (kind === 'no_window') return { closed: false, ...refusal };
    const { window, consent } = outcome;
    return {
      closed: kind === 'closed',
      window,
      consent,
      ...refusal,
      ...(kind === 'open' ? { dialog: outcome.dialog } : {}),
    };
  },
});

/** A window that did not close: the dialog that asks, else the windows that it opened, else nothing to be seen. */
function openText(title: string, { dialog, opened }: { dialog: Element[]; opened: WindowInfo[] }): string {
  if (dialog.length > 0) return `${title} is still open, showing:\n${dialogText(dialog)}`;
  if (opened.length > 0) return `${title} is still open, and opened:\n${opened.map(windowLine).join('\n')}`;
  return `${title} is still open after 1 s, and nothing is seen that asks; see tree`;
}

async function run({ query }: { query: string }, context: ToolContext): Promise<Outcome> {
  const found = await findWindows(query, context);
  if (found.length === 0) return { kind: 'no_window', open: await visibleWindows(context) };
  const window = await onlyWindow(query, found, context);
  const consent = await closeConsent(window, context);
  const { desktop } = context.session;
  const { now, isRefused, opened } = await desktop.closeWindow(window.id, context.signal);
  if (!now) return { kind: 'closed', window, consent };
  if (isRefused) return { kind: 'not_closeable', window, consent };
  return { kind: 'open', window, consent, opened, dialog: await openDialog(window.pid, context) };
}
