import { z } from 'zod';
import { elementSchema } from '../../../protocol/element.ts';
import { pointSchema } from '../../../protocol/geometry.ts';
import { aimAtElement } from '../../input/aim.ts';
import { clickWord, placeText, plainLine } from '../../render/gesture.ts';
import * as shared from '../../tool/params.ts';
import { defineTool } from '../../tool/tool.ts';

export default defineTool({
  title: 'Click an element',
  description:
    'Clicks the middle of an element with the pointer. Name it by id, or by app and query. Waits until it is at rest; nothing is ' +
    'sent when something covers it or several elements match. Prefer act where the element offers an action.',
  tier: 'click',
  input: true,
  alwaysLoad: true,
  deadlineMs: ({ hold_ms }) => 60_000 + hold_ms,
  params: z.strictObject({
    session: shared.session,
    ...shared.target,
    window: shared.window,
    button: shared.button,
    clicks: z.int().min(1).max(3).default(1).describe('2: double click, 3: triple click'),
    modifiers: shared.modifiers,
    hold_ms: shared.holdMs,
  }),
  result: z.strictObject({ at: pointSchema, element: elementSchema }),
  run: async (params, context) => {
    const { point, element, isScrolled } = await aimAtElement(shared.targetOf(params), context, { isToPress: true });
    const { ticket, grant } = context.input;
    const { button, clicks, modifiers, hold_ms } = params;
    const { input } = context.session;
    const request = { point, button, clicks, modifiers, holdMs: hold_ms };
    await input.click(request, { ticket, grant, signal: context.signal });
    return { at: point, element, isScrolled };
  },
  render: ({ at, element, isScrolled }, params) =>
    `${clickWord(params)} ${plainLine(element)} ${placeText(at, isScrolled)}`,
  facts: ({ at, element }) => ({ at, element }),
});
