import { z } from 'zod';
import { DesktopError } from '../../../base/errors.ts';
import { elementSchema } from '../../../protocol/element.ts';
import { type Point, pointSchema } from '../../../protocol/geometry.ts';
import type { TouchRequest } from '../../../protocol/input.ts';
import { aimAt } from '../../input/aim.ts';
import { counted } from '../../render/counted.ts';
import { aimText, pointText } from '../../render/gesture.ts';
import * as shared from '../../tool/params.ts';
import { defineTool } from '../../tool/tool.ts';

const distance = z.number().min(0).max(10_000).optional();

const params = z.strictObject({
  session: shared.session,
  gesture: z.enum(['tap', 'swipe', 'pinch']).default('tap').describe('What the fingers do'),
  ...shared.target,
  window: shared.window,
  ...shared.place,
  to_x: shared.coordinate.optional().describe('Where a swipe ends, in global logical pixels'),
  to_y: shared.coordinate.optional().describe('Together with to_x'),
  fingers: z.int().min(1).max(5).optional().describe('Default: 1, for a pinch 2'),
  hold_ms: shared.holdMs.describe('How long a tap rests, in milliseconds'),
  duration_ms: z.int().min(0).max(shared.MAX_GESTURE_MS).default(300).describe('Time of a swipe or pinch'),
  start_distance: distance.describe('Pinch: pixels between facing fingers at first (default 100)'),
  end_distance: distance.describe('Pinch: the same at the end; more than at first zooms in (default 200)'),
});

export default defineTool({
  title: 'Touch the screen',
  description:
    'Taps, swipes or pinches on the touch screen, at an element, a point or a pixel of the last screenshot. Fingers go down and ' +
    'are lifted together.',
  tier: 'click',
  input: true,
  deadlineMs: ({ hold_ms, duration_ms }) => 60_000 + hold_ms + duration_ms,
  params,
  result: z.strictObject({ at: pointSchema, element: elementSchema.optional(), to: pointSchema.optional() }),
  run: async (given, context) => {
    const isToPress = given.gesture === 'tap';
    const aim = await aimAt({ ...given, target: shared.targetOf(given), isToScroll: !isToPress, isToPress }, context);
    const { ticket, grant } = context.input;
    await context.session.input.touch(requestOf(given, aim.point), { ticket, grant, signal: context.signal });
    return { aim, to: endOf(given) };
  },
  render: ({ aim, to }, { gesture, fingers }) => {
    const word = { tap: 'tapped', swipe: 'swiped', pinch: 'pinched' }[gesture];
    const count = fingers === undefined ? '' : ` with ${counted(fingers, 'finger')}`;
    return `${word}${count} ${aimText(aim)}${to ? ` to ${pointText(to)}` : ''}`;
  },
  facts: ({ aim: { point, element }, to }) => ({
    at: point,
    ...(element ? { element } : {}),
    ...(to ? { to } : {}),
  }),
});

type Params = z.output<typeof params>;

function endOf({ gesture, to_x: x, to_y: y }: Params): Point | undefined {
  if (gesture !== 'swipe') {
    if (x === undefined && y === undefined) return undefined;
    throw new DesktopError(
      'invalid_params',
      `A ${gesture} has no end.`,
      'Leave out to_x and to_y, or pass gesture "swipe".',
    );
  }
  if (x !== undefined && y !== undefined) return { x, y };
  throw new DesktopError('invalid_params', 'The swipe has no end.', 'Give to_x and to_y.');
}

function requestOf(given: Params, point: Point): TouchRequest {
  const { gesture, fingers, hold_ms: holdMs, duration_ms: durationMs } = given;
  const to = endOf(given);
  if (to) return { gesture: 'swipe', point, to, fingers: fingers ?? 1, durationMs };
  if (gesture === 'tap') return { gesture, point, fingers: fingers ?? 1, holdMs };
  if (fingers === 1)
    throw new DesktopError('invalid_params', 'A pinch takes two fingers or more.', 'Leave out fingers.');
  const { start_distance: startDistance = 100, end_distance: endDistance = 200 } = given;
  return { gesture: 'pinch', point, fingers: fingers ?? 2, startDistance, endDistance, durationMs };
}
