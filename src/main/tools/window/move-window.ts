import { z } from 'zod';
import { DesktopError } from '../../../base/errors.ts';
import { quote } from '../../../base/escape.ts';
import { fold } from '../../../base/fold.ts';
import type { Arrangement } from '../../../protocol/desktop.ts';
import { windowSchema } from '../../../protocol/window.ts';
import { closedText, desktopsText, windowLine } from '../../render/windows.ts';
import * as shared from '../../tool/params.ts';
import { defineTool, type ToolContext } from '../../tool/tool.ts';
import { findWindows, onlyWindow, windowName } from '../../windows/choose-window.ts';

/** A program that is asked for more may end of it: the pixels of a window are memory. */
const MAX_PX = 16_384;
const side = z.number().min(-MAX_PX).max(MAX_PX).optional();
const length = z.number().min(1).max(MAX_PX).optional();

export default defineTool({
  title: 'Move, resize or minimize a window',
  description:
    'Moves or resizes a window (its frame, in global logical pixels), maximizes, minimizes or restores it, or moves it to a ' +
    'virtual desktop. Waits at most 1 s and reports how the window really is then.',
  tier: 'click',
  subjects: ({ query }) => [{ kind: 'window', part: query }],
  input: true,
  destructive: false,
  params: z.strictObject({
    session: shared.session,
    query: shared.windowQuery,
    x: side.describe('Left side of the frame'),
    y: side.describe('Upper side of the frame'),
    width: length.describe('Width of the frame'),
    height: length.describe('Height of the frame'),
    state: z
      .enum(['maximize', 'minimize', 'restore', 'fullscreen'])
      .optional()
      .describe('restore: neither minimized, maximized nor fullscreen'),
    desktop: z
      .union([z.int(), z.string().min(1).max(200)])
      .optional()
      .describe('Number or name of a virtual desktop as `windows` lists them; the window is then only there'),
  }),
  result: z.strictObject({
    result: z.enum(['verified', 'failed']).describe('failed: it is not as asked for, or was closed in between'),
    window: windowSchema.optional().describe('How it is now'),
  }),
  run: async ({ query, ...params }, context) => {
    const asked = await arrangementOf(params, context);
    const window = await onlyWindow(query, await findWindows(query, context), context);
    const { desktop } = context.session;
    const { now, activeWindow: front, isAsAsked } = await desktop.arrange(window.id, asked, context.signal);
    const isOther = front !== undefined && window.active && front.id !== window.id;
    return { window, now, isAsAsked, inFront: isOther ? windowName(front, context.policy) : undefined };
  },
  render: ({ window, now, isAsAsked, inFront }) => {
    if (!now) return closedText(window);
    const lines = [`${isAsAsked ? 'done' : 'not as asked for; after 1 s it is'}: ${windowLine(now)}`];
    if (inFront !== undefined) lines.push(`in front now: ${inFront}`);
    return lines.join('\n');
  },
  facts: ({ now, isAsAsked }) => ({
    result: isAsAsked ? ('verified' as const) : ('failed' as const),
    ...(now ? { window: now } : {}),
  }),
});

interface Params {
  x?: number | undefined;
  y?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
  state?: Arrangement['state'];
  desktop?: number | string | undefined;
}

async function arrangementOf({ state, desktop, ...params }: Params, context: ToolContext): Promise<Arrangement> {
  const { x, y, width, height } = params;
  const sides = Object.entries({ x, y, width, height }).filter(([, value]) => value !== undefined);
  if (sides.length + Number(state !== undefined) + Number(desktop !== undefined) === 0) {
    throw new DesktopError(
      'invalid_params',
      'move_window was told nothing to do.',
      'Give x, y, width, height, state or desktop.',
    );
  }
  if (sides.length > 0 && state !== undefined && state !== 'restore') {
    throw new DesktopError(
      'invalid_params',
      `A place and the state ${quote(state)} exclude each other.`,
      'Give one of them; state "restore" goes with a place.',
    );
  }
  return {
    ...(sides.length > 0 ? { place: Object.fromEntries(sides) } : {}),
    state,
    ...(desktop === undefined ? {} : { desktop: await numberOf(desktop, context) }),
  };
}

/** The number of a virtual desktop. Fails with `not_found` when there is none of this number or name. */
async function numberOf(wanted: number | string, { session, signal }: ToolContext): Promise<number> {
  const { desktops } = await session.desktop.state(signal);
  const number = Number(wanted);
  if (Number.isInteger(number) && number >= 1 && number <= desktops.length) return number;
  const index = desktops.findIndex(({ name }) => fold(name) === fold(String(wanted)));
  if (index >= 0) return index + 1;
  throw new DesktopError(
    'not_found',
    `There is no virtual desktop ${quote(String(wanted))}.`,
    `There are ${desktopsText(desktops)}.`,
  );
}
