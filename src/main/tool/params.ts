/** Parameters that several tools share, described once. */
import { z } from 'zod';
import { DesktopError } from '../../base/errors.ts';
import { collapse } from '../../base/fold.ts';
import { matchSchema, type Target } from '../../protocol/element.ts';
import { BUTTONS, MODIFIERS } from '../../protocol/input.ts';

export const session = z
  .string()
  .max(64)
  .optional()
  .describe('Session to act on; default: the live desktop, else the virtual session started last');

/** A text with a visible character: blanks alone would match every name. */
const named = (mostChars: number) =>
  z
    .string()
    .max(mostChars)
    .refine((text) => collapse(text) !== '', 'must hold something that can be seen');

export const app = named(200).describe('Application name as `apps` lists it');

/** Name or text of an element. */
export const query = named(1000);

/** How a call names a window. */
export const windowQuery = z
  .string()
  .min(1)
  .max(1000)
  .describe('Id that `windows` gives, part of the title, or the application');

/** For tools that send input: the pipeline activates that window while it holds the input queue. */
export const window = windowQuery
  .optional()
  .describe('Bring this window in front first: id that `windows` gives, part of the title, or the application');

export const bounds = z.boolean().default(false).describe('Add rectangles `@ x,y wxh` in global logical pixels');

/** Pictures of a burst at most, and the largest delay. */
const MAX_FRAMES = 10;
const MAX_FRAME_DELAY_MS = 10_000;

/** A burst of pictures; `area` is global logical pixels, default the whole desktop. */
const capture = z
  .strictObject({
    delays_ms: z.array(z.int().min(0).max(MAX_FRAME_DELAY_MS)).min(1).max(MAX_FRAMES),
    region: z
      .array(z.number())
      .length(4)
      .refine(([, , width = 0, height = 0]) => width > 0 && height > 0, 'width and height must be above 0')
      .optional(),
    max_edge: z.int().min(0).max(16_384).default(1024),
  })
  .transform(({ delays_ms, region, max_edge }) => {
    const [x = 0, y = 0, width = 0, height = 0] = region ?? [];
    const area = region && { x, y, width, height };
    return { delaysMs: delays_ms.toSorted((a, b) => a - b), area, maxSizePx: max_edge };
  });
export type Burst = z.output<typeof capture>;

/** Arguments that every acting tool also takes. */
export const ACTING = {
  observe: z
    .enum(['changes'])
    .optional()
    .describe('Add what changed in the application in front: added (+), removed (-), changed (~) elements'),
  settle_ms: z.int().min(0).max(10_000).default(150).describe('With observe: wait so long for the first change'),
  capture: capture
    .optional()
    .describe(
      'Add pictures taken delays_ms (such as [0, 200]) after the input, of the desktop or its region [x, y, width, height], ' +
        'the longer side at most max_edge pixels (0: full resolution)',
    ),
  confirm: z.boolean().default(false).describe('true only when a reply asked for it and the user has agreed'),
};

/** How a call names an element. */
export const target = {
  id: z.int().positive().optional().describe('Number of an element from `tree` or `find`'),
  app: app.optional(),
  query: query.optional().describe('Name or text of the element, together with `app`'),
  role: z.string().max(100).optional().describe('Only elements of this role, such as "button"'),
  match: matchSchema.default('substring').describe('How `query` is compared'),
};

/** One coordinate of a point. */
export const coordinate = z.number().min(-100_000).max(100_000);

/** How a call names a point. */
export const place = {
  x: coordinate.optional().describe('Point of the desktop, in global logical pixels'),
  y: coordinate.optional().describe('Together with x'),
  image_x: coordinate.optional().describe('Instead of x and y: pixel of the last screenshot'),
  image_y: coordinate.optional().describe('Together with image_x'),
};

export const button = z.enum(BUTTONS).default('left').describe('Mouse button');

export const modifiers = z.array(z.enum(MODIFIERS)).max(4).default([]).describe('Keys held meanwhile');

/** Longest gesture. */
export const MAX_GESTURE_MS = 60_000;

export const holdMs = z
  .int()
  .min(0)
  .max(MAX_GESTURE_MS)
  .default(0)
  .describe('How long the button is held, in milliseconds: a long press');

/** Collects the element arguments of a call. Fails with `invalid_params` when they name two. */
export function targetOf(params: z.output<z.ZodObject<typeof target>> & { window?: string | undefined }): Target {
  const { id, app, query, role, match, window } = params;
  const others = Object.entries({ app, query, role }).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (id !== undefined && others.length > 0) {
    throw new DesktopError(
      'invalid_params',
      `Two targets are named: id, and ${others.join(' and ')}; nothing was done.`,
      'Give id alone, or app with query or role.',
    );
  }
  return { id, app, query, role, match, window };
}

/** The text of a reply. */
export const text = z.string().describe('The reply as text');
