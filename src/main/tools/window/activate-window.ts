import { z } from 'zod';
import { DesktopError } from '../../../base/errors.ts';
import { windowSchema } from '../../../protocol/window.ts';
import { seesWindow } from '../../policy/grants.ts';
import { activationText, closedText, tabLine, windowLine } from '../../render/windows.ts';
import * as shared from '../../tool/params.ts';
import { defineTool, type ToolContext } from '../../tool/tool.ts';
import { activate, didNotActivate } from '../../windows/activate.ts';
import { type TerminalWindow, terminalWindow } from '../../windows/choose-terminal.ts';
import { findWindows, onlyWindow, windowName } from '../../windows/choose-window.ts';

export default defineTool({
  title: 'Bring a window to the front',
  description:
    'Brings a window to the front and gives it the keyboard: restores a minimized one, switches to its virtual desktop, and ' +
    'says so. Several windows of one title are told apart by id. `terminal` finds a terminal by what runs in it.',
  tier: 'click',
  needs: () => 'view',
  subjects: ({ query }) => (query === undefined ? [] : [{ kind: 'window', part: query }]),
  input: true,
  destructive: false,
  idempotent: true,
  alwaysLoad: true,
  params: z.strictObject({
    session: shared.session,
    query: shared.windowQuery.optional(),
    terminal: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe('Instead: the terminal with this pts ("/dev/pts/3"), running this command, or in this directory'),
  }),
  result: z.strictObject({
    result: z.enum(['verified', 'failed']).describe('failed: it was closed in between'),
    window: windowSchema.optional(),
    active_window: windowSchema.optional().describe('The window that has the keyboard: it, or a dialog that blocks it'),
  }),
  run: async (params, context) => {
    const { window, ...terminal } = await chosen(params, context);
    const activation = await activate(window, context);
    const { now, activeWindow, isBlocked } = activation;
    const policy = context.policy;
    if (now && activeWindow?.id !== now.id && !isBlocked) throw didNotActivate(window, activation, policy);
    // A dialog may be of another process, such as the desktop portal.
    const isSeen = activeWindow !== undefined && seesWindow(policy, activeWindow);
    const dialog = isSeen ? windowLine(activeWindow) : activeWindow && windowName(activeWindow, policy);
    return {
      window,
      activation: { ...activation, activeWindow: isSeen ? activeWindow : undefined },
      dialog,
      ...terminal,
    };
  },
  render: ({ window, activation, dialog, tab, isShown }) => {
    const { now, isBlocked } = activation;
    if (!now) return closedText(window);
    const lines = [activationText(window, activation), windowLine(now)];
    if (tab) lines.push(`${tabLine(tab)}${isShown ? '' : ' (whether it shows this tab is not known)'}`);
    if (isBlocked && dialog) lines.push(`its dialog has the keyboard: ${dialog}`);
    return lines.join('\n');
  },
  facts: ({ activation: { now, activeWindow } }) =>
    now ? { result: 'verified' as const, window: now, active_window: activeWindow } : { result: 'failed' as const },
});

interface Params {
  query?: string | undefined;
  terminal?: string | undefined;
}

type Chosen = Pick<TerminalWindow, 'window'> & Partial<TerminalWindow>;

async function chosen({ query, terminal }: Params, context: ToolContext): Promise<Chosen> {
  if (query !== undefined && terminal === undefined) {
    return { window: await onlyWindow(query, await findWindows(query, context), context) };
  }
  if (terminal !== undefined && query === undefined) return terminalWindow(terminal, context);
  throw new DesktopError('invalid_params', 'activate_window takes one window.', 'Give query, or terminal.');
}
