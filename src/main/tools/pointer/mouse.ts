import { z } from 'zod';
import { elementSchema } from '../../../protocol/element.ts';
import { pointSchema } from '../../../protocol/geometry.ts';
import { aimAtPoint, noPoint, pointOf } from '../../input/aim.ts';
import { aimText, clickWord } from '../../render/gesture.ts';
import * as shared from '../../tool/params.ts';
import { defineTool } from '../../tool/tool.ts';

export default defineTool({
  title: 'Click or move at a point',
  description:
    'Moves the pointer to a point of the desktop, or to a pixel of the last screenshot, and clicks there. The reply names the ' +
    'element that was there, with its id. Only for what has no element: else use click or act.',
  tier: 'click',
  input: true,
  deadlineMs: ({ hold_ms }) => 60_000 + hold_ms,
  params: z.strictObject({
    session: shared.session,
    window: shared.window,
    ...shared.place,
    clicks: z.int().min(0).max(3).default(1).describe('0: only move there; 2: double click, 3: triple click'),
    button: shared.button,
    modifiers: shared.modifiers,
    hold_ms: shared.holdMs,
  }),
  result: z.strictObject({
    at: pointSchema,
    element: elementSchema.optional().describe('What was there before the click'),
    window: z.string().optional().describe('Title of the window there, when no element is known'),
  }),
  run: async (params, context) => {
    const point = await pointOf(params, context);
    if (!point) throw noPoint();
    const aim = await aimAtPoint(point, context);
    const { ticket, grant } = context.input;
    const { button, clicks, modifiers, hold_ms } = params;
    const { input } = context.session;
    const request = { point, button, clicks, modifiers, holdMs: hold_ms };
    await input.click(request, { ticket, grant, signal: context.signal });
    return aim;
  },
  render: (aim, params) => `${clickWord(params)} ${aimText(aim)}`,
  facts: ({ point, element, window }) => ({
    at: point,
    ...(element ? { element } : {}),
    ...(window === undefined ? {} : { window }),
  }),
});
