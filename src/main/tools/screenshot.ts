import { z } from 'zod';
import type { Rect } from '../../protocol/geometry.ts';
import { rectSchema } from '../../protocol/geometry.ts';
import type { Topology } from '../../protocol/window.ts';
import { DesktopError } from '../../protocol/errors.ts';
import * as shared from '../params.ts';
import { rectText } from '../render/outline.ts';
import { savePicture } from '../save-picture.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  title: 'Take a picture',
  description:
    'A picture of the desktop, of a window, or of an area, for what the tree does not tell. Its longer side is 1,024 pixels ' +
    'unless max_size says otherwise. The reply says which area it shows and how pixels map to the desktop.',
  tier: 'view',
  alwaysLoad: true,
  params: z.strictObject({
    session: shared.session,
    app: shared.app.optional().describe('Only the window of this application'),
    window: z.string().max(1000).optional().describe('Only the window whose title contains this'),
    area: z
      .array(z.number())
      .length(4)
      .optional()
      .describe('[x, y, width, height] of the desktop in global logical pixels'),
    max_size: z.int().min(0).max(16_384).default(1024).describe('Longer side at most, in pixels; 0: full resolution'),
    inline: z.boolean().default(true).describe('false: save a PNG and give its path instead of the picture'),
  }),
  result: z.strictObject({
    area: rectSchema.describe('The part of the desktop it shows, in global logical pixels'),
    width: z.int(),
    height: z.int(),
    mime_type: z.string(),
    path: z.string().optional(),
    mapping: z.string().describe('How a pixel of the picture maps to the desktop'),
  }),
  run: async ({ app, window, area, max_size, inline }, { session, signal }) => {
    const { desktop, capture, name } = await session();
    const part = area ? areaOf(area) : await windowArea({ app, window }, () => desktop.topology(signal));
    const picture = await capture.capture({ area: part, maxSizePx: max_size, format: inline ? 'auto' : 'png' }, signal);
    const path = inline ? undefined : savePicture(picture.bytes, name);
    return { picture, path };
  },
  render: ({ picture, path }) => {
    const { widthPx, heightPx, area } = picture;
    const head = path === undefined ? 'picture' : `saved ${path}:`;
    return `${head} ${widthPx}x${heightPx} shows ${rectText(area)}; ${mapping(picture)}`;
  },
  facts: ({ picture, path }) => ({
    area: picture.area,
    width: picture.widthPx,
    height: picture.heightPx,
    mime_type: picture.mimeType,
    mapping: mapping(picture),
    ...(path === undefined ? {} : { path }),
  }),
  images: ({ picture, path }) => (path === undefined ? [picture] : []),
});

function mapping({ area, widthPx, heightPx }: { area: Rect; widthPx: number; heightPx: number }): string {
  if (area.width === widthPx && area.height === heightPx)
    return `pixel (px, py) is point (${area.x} + px, ${area.y} + py)`;
  const axis = (origin: number, length: number, pixels: number, name: string): string =>
    `${origin} + (${name} + 0.5) * ${length} / ${pixels}`;
  return `pixel (px, py) is point (${axis(area.x, area.width, widthPx, 'px')}, ${axis(area.y, area.height, heightPx, 'py')})`;
}

function areaOf([x = 0, y = 0, width = 0, height = 0]: number[]): Rect {
  if (width <= 0 || height <= 0) {
    throw new DesktopError(
      'invalid_params',
      'The area has no size.',
      'Give [x, y, width, height] with width and height above 0.',
    );
  }
  return { x, y, width, height };
}

async function windowArea(
  { app, window }: { app: string | undefined; window: string | undefined },
  topology: () => Promise<Topology>,
): Promise<Rect | undefined> {
  if (app === undefined && window === undefined) return undefined;
  const { windows } = await topology();
  const matching = windows.filter(
    (candidate) =>
      !candidate.minimized &&
      (app === undefined || candidate.app.toLowerCase().includes(app.toLowerCase())) &&
      (window === undefined || candidate.title.toLowerCase().includes(window.toLowerCase())),
  );
  const [top] = matching.toSorted((a, b) => b.stacking - a.stacking);
  if (!top) throw new DesktopError('not_found', 'No window on the screen matches.', 'See windows for their titles.');
  return top.frame;
}
