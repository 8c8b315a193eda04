import { z } from 'zod';
import type { TreeReply } from '../../protocol/atspi.ts';
import * as shared from '../params.ts';
import { visibleOf } from '../policy/grants.ts';
import { escape } from '../render/escape.ts';
import { outline } from '../render/outline.ts';
import { defineTool, type Image } from '../tool.ts';

export default defineTool({
  title: 'Read a window',
  description:
    'Lists the elements of an application as `[55] button "Save" {states} (actions) text="…"`, one space a level. Without ' +
    'arguments: the application in front. The numbers are ids that act, click, get_text take. `interactive` lists only what ' +
    'can be operated. A cut reply says how to go on.',
  tier: 'view',
  alwaysLoad: true,
  params: z.strictObject({
    session: shared.session,
    app: shared.app.optional(),
    window: z.string().max(1000).optional().describe('Only windows whose title contains this'),
    id: z.int().positive().optional().describe('Only the subtree of this element'),
    document: z.boolean().default(false).describe("Only the page of a browser's active tab"),
    interactive: z.boolean().default(false).describe('Only what can be operated, under its nearest named ancestor'),
    bounds: shared.bounds,
    after: z.int().positive().optional().describe('Go on after this element, as a cut reply says'),
    max_chars: z.int().min(200).max(200_000).default(20_000).describe('Characters of the reply at most'),
    max_nodes: z.int().min(1).max(20_000).default(600).describe('Elements of the reply at most'),
    screenshot: z.boolean().default(false).describe("Add a picture of the application's window"),
  }),
  result: z.strictObject({
    app: z.string(),
    pid: z.int(),
    toolkit: z.string(),
    shown: z.int(),
    more: z.int(),
    text: shared.text,
    warnings: z.array(z.string()).optional(),
  }),
  run: async (params, context) => {
    const { session, policy, signal } = context;
    const { desktop, atspi, capture } = await session();
    const { app, window, id, document, interactive, bounds, after, max_nodes, screenshot } = params;
    const needsWindows = bounds || screenshot;
    const [topology, front] = await Promise.all([
      needsWindows ? desktop.topology(signal) : undefined,
      app === undefined && id === undefined ? desktop.frontWindow(signal) : undefined,
    ]);
    const windows = topology?.windows ?? [];
    const visible = visibleOf(await policy());
    const query = { app, window, id, document, interactive, bounds, after, maxNodes: max_nodes, visible, windows };
    const reply = await atspi.tree({ ...query, pid: front?.pid }, signal);
    const images: Image[] = [];
    if (screenshot) {
      const own = windows.filter(({ pid, minimized }) => pid === reply.app.pid && !minimized);
      const area = own.toSorted((a, b) => b.stacking - a.stacking)[0]?.frame;
      if (area) images.push(await capture.capture({ area, maxSizePx: 1024, format: 'auto' }, signal));
      else context.warn('no picture: the application has no window on the screen');
    }
    return { reply, images };
  },
  render: ({ reply }, params) => text(reply, params).text,
  facts: ({ reply }, params) => {
    const { app } = reply;
    const rendered = text(reply, params);
    return {
      app: app.name,
      pid: app.pid,
      toolkit: app.toolkit,
      shown: rendered.shown,
      more: rendered.more,
      text: rendered.text,
    };
  },
  images: ({ images }) => images,
});

interface Shown {
  window?: string | undefined;
  id?: number | undefined;
  document: boolean;
  interactive: boolean;
  max_chars: number;
}

/** The reply within its budget; the last line says what is left and how to go on. */
function text({ app, elements, more }: TreeReply, params: Shown): { text: string; shown: number; more: number } {
  const head = `${escape(app.name)} (${escape(app.toolkit)}, pid ${app.pid})\n`;
  const again = sameTree(app.name, params);
  const body = outline(elements, params.max_chars - head.length - again.length - 70);
  const left = body.left + more;
  const tail = left > 0 ? `… ${left} more nodes; continue with tree(${again}, after=${body.last ?? 0})` : '';
  return { text: `${head}${body.text}${tail}`.trimEnd(), shown: elements.length - body.left, more: left };
}

/** The arguments that list the same tree again, from the start. */
function sameTree(app: string, { window, id, document, interactive }: Shown): string {
  const name = id === undefined ? `app="${escape(app)}"` : `id=${id}`;
  const rest = [
    window !== undefined && id === undefined && `window="${escape(window)}"`,
    document && 'document=true',
    interactive && 'interactive=true',
  ];
  return [name, ...rest].filter(Boolean).join(', ');
}
