import { z } from 'zod';
import { type Element, elementSchema } from '../../protocol/element.ts';
import { DesktopError } from '../../protocol/errors.ts';
import { centreOf, pointSchema } from '../../protocol/geometry.ts';
import type { WindowInfo } from '../../protocol/window.ts';
import { windowName } from '../choose-window.ts';
import * as shared from '../params.ts';
import { type Obstacle, obstacleAt } from '../policy/cover.ts';
import { type SessionPolicy, visibleOf } from '../policy/grants.ts';
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
    const [shown, rules] = await Promise.all([desktop.topology(signal), policy()]);
    const { element, app } = await atspi.locate(
      { target: shared.targetOf(params), visible: visibleOf(rules), windows: shown.windows },
      signal,
    );
    if (!element.rect)
      throw noPlace(
        element,
        shown.windows.filter(({ pid, minimized }) => pid === app.pid && minimized),
      );
    const point = centreOf(element.rect);
    const obstacle = obstacleAt(point, app.pid, shown);
    if (obstacle) throw outOfReach(element, obstacle, rules);
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

function noPlace({ id, rectUnavailable }: Element, minimized: WindowInfo[]): DesktopError {
  const reason = rectUnavailable ?? 'the application gives no rectangle';
  const hidden = minimized.map(({ title, id }) => `${quote(title)} id=${id}`).join(', ');
  return new DesktopError(
    'unsupported',
    `No place to click for [${id}]: ${reason}.${hidden === '' ? '' : ` Minimized: ${hidden}.`}`,
    `Use act, or bring its window in front${hidden === '' ? '' : ': activate_window restores it'}.`,
  );
}

function outOfReach({ id }: Element, obstacle: Obstacle, policy: SessionPolicy): DesktopError {
  if (obstacle.kind === 'nowhere') {
    return new DesktopError(
      'failed',
      `[${id}] is where no window is; nothing sent.`,
      'Use act, or bring its window in front.',
    );
  }
  const { kind, window } = obstacle;
  const name = windowName(window, policy);
  const on = window.desktops.map((desktop) => quote(desktop)).join(' ');
  const words: Record<typeof kind, [message: string, hint: string]> = {
    covered: [`is covered by the window ${name}`, 'Close or move that window first, or bring its own in front.'],
    elsewhere: [`is in ${name}, which is on desktop ${on}`, 'Bring that window in front first: activate_window.'],
    blocked: [
      `is in a window that is blocked by its dialog ${name}`,
      'Answer the dialog first; tree lists its buttons.',
    ],
  };
  const [message, hint] = words[kind];
  return new DesktopError('failed', `[${id}] ${message}; nothing sent.`, hint);
}
