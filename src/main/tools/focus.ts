import { z } from 'zod';
import { elementSchema } from '../../protocol/element.ts';
import { DesktopError } from '../../protocol/errors.ts';
import { aimAtElement } from '../aim.ts';
import * as shared from '../params.ts';
import { visibleOf } from '../policy/grants.ts';
import { plainLine } from '../render/gesture.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  title: 'Focus an element',
  description:
    'Gives an element the keyboard focus: through accessibility, else by a click on its middle. Fails when it does not have the ' +
    'focus afterwards.',
  tier: 'click',
  input: true,
  destructive: false,
  idempotent: true,
  params: z.strictObject({ session: shared.session, ...shared.target, window: shared.window }),
  result: z.strictObject({ element: elementSchema, method: z.enum(['accessibility', 'click']) }),
  run: async (params, context) => {
    const { atspi, desktop, input } = await context.session();
    const { windows } = await desktop.topology(context.signal);
    const query = { target: shared.targetOf(params), visible: visibleOf(await context.policy()), windows };
    const first = await atspi.focus(query, context.signal);
    // The focus within a window that is not in front gets no key.
    if (first.isFocused && windows.find(({ active }) => active)?.pid === first.app.pid)
      return { element: first.element, method: 'accessibility' as const };
    const { id, states } = first.element;
    if (states.includes('disabled')) throw disabled(id);
    const target = { id };
    const { point } = await aimAtElement(target, context);
    const { ticket, grant } = context.input();
    const click = { point, button: 'left', clicks: 1, modifiers: [], holdMs: 0 } as const;
    await input.click(ticket, { ...click, modifiers: [] }, grant, context.signal);
    const { isFocused, element } = await atspi.focus({ ...query, target }, context.signal);
    if (!isFocused) throw unfocused(element.id);
    return { element, method: 'click' as const };
  },
  render: ({ element, method }) => `focused ${plainLine(element)}${method === 'click' ? ' by a click' : ''}`,
  facts: (outcome) => outcome,
});

function disabled(id: number): DesktopError {
  return new DesktopError(
    'failed',
    `[${id}] is disabled and takes no focus; nothing sent.`,
    'Do first what enables it.',
  );
}

function unfocused(id: number): DesktopError {
  return new DesktopError(
    'failed',
    `[${id}] was clicked, but does not have the focus.`,
    'It may take none: look with find which element is focused.',
  );
}
