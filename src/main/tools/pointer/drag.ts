import { z } from 'zod';
import { DesktopError } from '../../../base/errors.ts';
import { elementSchema } from '../../../protocol/element.ts';
import { type Point, pointSchema } from '../../../protocol/geometry.ts';
import { type Aim, aimAtElement, aimAtPoint } from '../../input/aim.ts';
import { lastPicture, pointOfPixel } from '../../pictures/last-picture.ts';
import { subjectsOf } from '../../policy/subject.ts';
import { aimText } from '../../render/gesture.ts';
import * as shared from '../../tool/params.ts';
import { defineTool, type ToolContext } from '../../tool/tool.ts';

const dwellMs = z.int().min(0).max(shared.MAX_GESTURE_MS).default(0).describe('How long to rest there');

export default defineTool({
  title: 'Drag',
  description:
    'Presses a button at one place, moves in steps through the waypoints to another, and releases there: drag and drop, sliders, ' +
    'selections, drawings. Each end is an element id or a point.',
  tier: 'click',
  input: true,
  // Pixels are no points of the desktop; the input worker looks what is there.
  subjects: ({ image, from_id, to_id, window, ...points }) =>
    subjectsOf({ from_id, to_id, window, ...(image ? {} : points) }, true),
  deadlineMs: ({ duration_ms, waypoints }) =>
    60_000 + duration_ms + waypoints.reduce((sum, { dwell_ms }) => sum + dwell_ms, 0),
  params: z.strictObject({
    session: shared.session,
    window: shared.window,
    from_id: z.int().positive().optional().describe('Element to begin at'),
    from_x: shared.coordinate.optional().describe('Instead: the point to begin at, in global logical pixels'),
    from_y: shared.coordinate.optional().describe('Together with from_x'),
    to_id: z.int().positive().optional().describe('Element to end at'),
    to_x: shared.coordinate.optional().describe('Instead: the point to end at'),
    to_y: shared.coordinate.optional().describe('Together with to_x'),
    image: z.boolean().default(false).describe('All coordinates are pixels of the last screenshot'),
    waypoints: z
      .array(z.strictObject({ x: shared.coordinate, y: shared.coordinate, dwell_ms: dwellMs }))
      .max(100)
      .default([])
      .describe('Places on the way'),
    duration_ms: z
      .int()
      .min(0)
      .max(shared.MAX_GESTURE_MS)
      .default(300)
      .describe('Time of the motion, without the rests'),
    button: shared.button,
    modifiers: shared.modifiers,
  }),
  result: z.strictObject({
    from: pointSchema,
    to: pointSchema,
    from_element: elementSchema.optional(),
    to_element: elementSchema.optional(),
  }),
  run: async (params, context) => {
    const { from_id, from_x, from_y, to_id, to_x, to_y, image, button, modifiers, duration_ms } = params;
    const picture = image ? await lastPicture(context) : undefined;
    const toPoint = (point: Point): Point => (picture ? pointOfPixel(point, picture) : point);
    const ends = { toPoint, context };
    const { from, to } = await bothEnds(
      { name: 'from', id: from_id, x: from_x, y: from_y },
      { name: 'to', id: to_id, x: to_x, y: to_y },
      ends,
    );
    const waypoints = params.waypoints.map(({ x, y, dwell_ms }) => ({ point: toPoint({ x, y }), dwellMs: dwell_ms }));
    const { ticket, grant } = context.input;
    const request = { from: from.point, to: to.point, waypoints, durationMs: duration_ms, button, modifiers };
    const { input } = context.session;
    await input.drag(request, { ticket, grant, signal: context.signal });
    return { from, to };
  },
  render: ({ from, to }) => `dragged from ${aimText(from).slice(3)} to ${aimText(to).slice(3)}`,
  facts: ({ from, to }) => ({
    from: from.point,
    to: to.point,
    ...(from.element ? { from_element: from.element } : {}),
    ...(to.element ? { to_element: to.element } : {}),
  }),
});

interface End {
  name: 'from' | 'to';
  id: number | undefined;
  x: number | undefined;
  y: number | undefined;
}

interface Ends {
  toPoint: (point: Point) => Point;
  context: ToolContext;
}

/** Aims at both ends. Fails with `failed` when what is scrolled to the one takes the other out of view. */
async function bothEnds(begin: End, end: End, ends: Ends): Promise<{ from: Aim; to: Aim }> {
  const from = await endOf(begin, ends);
  const to = await endOf(end, ends);
  if (!to.isScrolled || begin.id === undefined) return { from, to };
  const again = await endOf(begin, ends);
  if (!again.isScrolled) return { from: again, to };
  throw new DesktopError(
    'failed',
    'The two ends of the drag are not in view at once; nothing sent but the wheel.',
    'Make the window larger, or move it in steps.',
  );
}

/** Aims at one end of a drag. Fails with `invalid_params` when it is not named, or named twice. */
async function endOf({ name, id, x, y }: End, { toPoint, context }: Ends): Promise<Aim> {
  if (id !== undefined && x === undefined && y === undefined)
    return aimAtElement({ id }, context, { isToPress: name === 'from' });
  if (id === undefined && x !== undefined && y !== undefined) return aimAtPoint(toPoint({ x, y }), context);
  throw new DesktopError(
    'invalid_params',
    `The drag has no clear ${name === 'from' ? 'beginning' : 'end'}.`,
    `Give ${name}_id, or ${name}_x and ${name}_y.`,
  );
}
