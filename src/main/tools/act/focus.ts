import { z } from 'zod';
import { elementSchema } from '../../../protocol/element.ts';
import { FOCUS_METHODS, focusElement } from '../../input/focus-element.ts';
import { plainLine } from '../../render/gesture.ts';
import * as shared from '../../tool/params.ts';
import { defineTool } from '../../tool/tool.ts';

export default defineTool({
  title: 'Focus an element',
  description:
    'Gives an element the keyboard focus: through accessibility, else by a click on its middle where that does no more. Fails when it does not have the ' +
    'focus afterwards.',
  tier: 'click',
  input: true,
  destructive: false,
  idempotent: true,
  params: z.strictObject({ session: shared.session, ...shared.target, window: shared.window }),
  result: z.strictObject({ element: elementSchema, method: z.enum(FOCUS_METHODS) }),
  run: (params, context) => focusElement(shared.targetOf(params), context),
  render: ({ element, method }) => `focused ${plainLine(element)}${method === 'click' ? ' by a click' : ''}`,
  facts: (outcome) => outcome,
});
