import { z } from 'zod';
import { rectSchema } from '../../../protocol/geometry.ts';
import { marksIn } from '../../pictures/marks.ts';
import { chooseArea } from '../../pictures/picture-area.ts';
import { savePicture } from '../../pictures/save-picture.ts';
import { showPicture } from '../../pictures/take-picture.ts';
import { marksText } from '../../render/marks.ts';
import { mappingOf, pictureText } from '../../render/picture.ts';
import * as shared from '../../tool/params.ts';
import { defineTool } from '../../tool/tool.ts';

const fourNumbers = z.array(z.number()).length(4).optional();

export default defineTool({
  title: 'Take a picture',
  description:
    'A picture of the desktop, of a window, an element or an area, for what the tree does not tell. Its longer side is 1,024 ' +
    'pixels unless max_size says otherwise. `region` zooms into pixels of the last picture. The reply says which area it shows ' +
    'and how pixels map to the desktop.',
  tier: 'view',
  alwaysLoad: true,
  params: z.strictObject({
    session: shared.session,
    app: shared.app.optional().describe('Only the window of this application'),
    window: z.string().max(1000).optional().describe('Only the window whose title contains this'),
    id: z.int().positive().optional().describe('Only this element'),
    region: fourNumbers.describe('[x, y, width, height] in pixels of the last picture, at up to full resolution'),
    area: fourNumbers.describe('[x, y, width, height] of the desktop in global logical pixels'),
    max_size: z.int().min(0).max(16_384).default(1024).describe('Longer side at most, in pixels; 0: full resolution'),
    inline: z.boolean().default(true).describe('false: save a PNG and give its path instead of the picture'),
    marks: z.boolean().default(false).describe('Draw ids on the elements that can be operated, and list them'),
    cursor: z.boolean().default(false).describe('Draw an arrow where the pointer is'),
  }),
  result: z.strictObject({
    area: rectSchema.describe('The part of the desktop it shows, in global logical pixels'),
    width: z.int(),
    height: z.int(),
    mime_type: z.string(),
    path: z.string().optional(),
    mapping: z.string().describe('How a pixel of the picture maps to the desktop'),
    marks: z
      .array(z.strictObject({ id: z.int(), role: z.string(), name: z.string() }))
      .optional()
      .describe('The elements whose ids are drawn, in reading order'),
    unmarked: z.int().optional().describe('Elements for whose ids there was no room'),
  }),
  run: async ({ app, window, id, region, area, max_size, inline, cursor, marks }, context) => {
    const { desktop, name } = context.session;
    const part = await chooseArea({ app, window, id, region, area }, context);
    const pointer = cursor ? await desktop.cursorPosition(context.signal) : undefined;
    const format = inline ? 'auto' : 'png';
    const marked = marks ? await marksIn(part, context) : undefined;
    const drawn = marked?.marks.map(({ element, rect }) => ({ id: element.id, rect }));
    const picture = await showPicture({ area: part.area, maxSizePx: max_size, format, pointer, marks: drawn }, context);
    const list = marked && marksText(marked, picture.marked);
    return { picture, list, path: inline ? undefined : savePicture(picture.bytes, name) };
  },
  render: ({ picture, list, path }) => {
    const head = path === undefined ? 'picture' : `saved ${path}:`;
    return `${head} ${pictureText(picture)}${list ? `\n${list.text}` : ''}`;
  },
  facts: ({ picture, list, path }) => ({
    area: picture.area,
    width: picture.widthPx,
    height: picture.heightPx,
    mime_type: picture.mimeType,
    mapping: mappingOf(picture),
    ...(path === undefined ? {} : { path }),
    ...list?.facts,
  }),
  images: ({ picture, path }) => (path === undefined ? [picture] : []),
});
