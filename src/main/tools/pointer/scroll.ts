import { z } from 'zod';
import { DesktopError } from '../../../base/errors.ts';
import { elementSchema } from '../../../protocol/element.ts';
import { pointSchema } from '../../../protocol/geometry.ts';
import { aimAt } from '../../input/aim.ts';
import { aimText } from '../../render/gesture.ts';
import * as shared from '../../tool/params.ts';
import { defineTool } from '../../tool/tool.ts';

const notches = z.number().min(-1000).max(1000);

export default defineTool({
  title: 'Scroll',
  description:
    'Turns the mouse wheel over an element (a list, a page), a point of the desktop or a pixel of the last screenshot. `dy` and ' +
    '`dx` are notches, down and right positive.',
  tier: 'click',
  input: true,
  params: z.strictObject({
    session: shared.session,
    ...shared.target,
    window: shared.window,
    ...shared.place,
    dy: notches.default(3).describe('Notches down; negative: up'),
    dx: notches.default(0).describe('Notches to the right; negative: to the left'),
    smooth: z.boolean().default(false).describe('In small steps, as two fingers on a touch pad: 15 pixels a notch'),
    modifiers: shared.modifiers,
  }),
  result: z.strictObject({ at: pointSchema, element: elementSchema.optional(), dx: z.number(), dy: z.number() }),
  run: async (params, context) => {
    const { dx, dy, smooth, modifiers } = params;
    if (dx === 0 && dy === 0)
      throw new DesktopError('invalid_params', 'There is nothing to scroll by.', 'Give dy or dx other than 0.');
    const aim = await aimAt({ ...params, target: shared.targetOf(params), isToScroll: true }, context);
    const { ticket, grant } = context.input;
    const { input } = context.session;
    const request = { point: aim.point, by: { dx, dy }, smooth, modifiers };
    await input.scroll(request, { ticket, grant, signal: context.signal });
    return aim;
  },
  render: (aim, { dx, dy, smooth }) => {
    const ways = [axisText(dy, ['down', 'up']), axisText(dx, ['right', 'left'])].filter((way) => way !== '');
    return `scrolled ${ways.join(' and ')}${smooth ? ' smoothly' : ''} ${aimText(aim)}`;
  },
  facts: ({ point, element }, { dx, dy }) => ({ at: point, dx, dy, ...(element ? { element } : {}) }),
});

function axisText(amount: number, [forth, back]: [string, string]): string {
  return amount === 0 ? '' : `${Math.abs(amount)} ${amount > 0 ? forth : back}`;
}
