import { z } from 'zod';
import { elementSchema } from '../../protocol/element.ts';
import { DesktopError } from '../../protocol/errors.ts';
import { centreOf, pointSchema } from '../../protocol/geometry.ts';
import * as shared from '../params.ts';
import { coveredBy } from '../policy/cover.ts';
import { visibleOf } from '../policy/grants.ts';
import { quote } from '../render/escape.ts';
import { elementLine } from '../render/outline.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  title: 'Click an element',
  description:
    'Clicks the centre of an element with the pointer. Name it by id, or by app and query. Nothing is sent when another ' +
    'window covers it or several elements match. Prefer act where the element offers an action.',
  tier: 'click',
  input: true,
  alwaysLoad: true,
  params: z.strictObject({
    session: shared.session,
    ...shared.target,
    window: shared.window,
    button: z.enum(['left', 'right', 'middle']).default('left').describe('Mouse button'),
    clicks: z.int().min(1).max(3).default(1).describe('2: double click, 3: triple click'),
    modifiers: z
      .array(z.enum(['ctrl', 'shift', 'alt', 'meta']))
      .max(4)
      .default([])
      .describe('Held during the click'),
    hold_ms: z.int().min(0).max(10_000).default(0).describe('How long the button is held: a long press'),
  }),
  result: z.strictObject({ at: pointSchema, element: elementSchema }),
  run: async (params, { session, policy, input, signal }) => {
    const { atspi, desktop, input: hand } = await session();
    const { windows } = await desktop.topology(signal);
    const { element, app } = await atspi.locate(
      { target: shared.targetOf(params), visible: visibleOf(await policy()), windows },
      signal,
    );
    if (!element.rect) {
      const reason = element.rectUnavailable ?? 'the application gives no rectangle';
      throw new DesktopError(
        'unsupported',
        `No place to click for [${element.id}]: ${reason}.`,
        'Use act, or bring its window in front.',
      );
    }
    const point = centreOf(element.rect);
    const cover = coveredBy(point, app.pid, windows);
    if (cover) {
      throw new DesktopError(
        'failed',
        `[${element.id}] is covered by the window ${quote(cover.title)}; nothing sent.`,
        'Close or move that window first.',
      );
    }
    const { ticket, grant } = input();
    const { button, clicks, modifiers, hold_ms } = params;
    await hand.click(ticket, { point, button, clicks, modifiers, holdMs: hold_ms }, grant, signal);
    return { at: point, element };
  },
  render: ({ at, element }, { button, clicks }) => {
    const { rect: _rect, ...plain } = element;
    const how = [button === 'left' ? '' : `${button} `, ['', '', 'double ', 'triple '][clicks] ?? ''].join('');
    return `${how}clicked ${elementLine(plain)} at ${Math.round(at.x)},${Math.round(at.y)}`;
  },
  facts: (outcome) => outcome,
});
