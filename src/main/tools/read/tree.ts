import { z } from 'zod';
import { DesktopError, throwIfAborted } from '../../../base/errors.ts';
import { topShown } from '../../pictures/picture-area.ts';
import { showPicture } from '../../pictures/take-picture.ts';
import { allowedPidsOf } from '../../policy/grants.ts';
import { treeText } from '../../render/tree.ts';
import * as shared from '../../tool/params.ts';
import { defineTool, type Image, type ToolContext } from '../../tool/tool.ts';

export default defineTool({
  title: 'Read a window',
  description:
    'Lists the elements of an application as `[55] button "Save" {states} (actions) text="…"`, one space a level. Without ' +
    'arguments: the application in front. The numbers are ids that act, click, get_text take. `interactive` lists only what ' +
    'can be operated. A cut reply says how to go on. Every reply has a revision: `since` lists only what changed after it.',
  tier: 'view',
  alwaysLoad: true,
  params: z.strictObject({
    session: shared.session,
    app: shared.app.optional(),
    window: z
      .string()
      .max(1000)
      .optional()
      .describe('Only this window: part of its title, or the id that `windows` gives'),
    id: z.int().positive().optional().describe('Only the subtree of this element'),
    document: z.boolean().default(false).describe("Only the page of a browser's active tab"),
    interactive: z.boolean().default(false).describe('Only what can be operated, under its nearest named ancestor'),
    bounds: shared.bounds,
    since: z
      .int()
      .positive()
      .optional()
      .describe(
        'Only what was added (+), removed (-) or changed (~) since the reply of this revision, in the same tree',
      ),
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
    more_is_at_least: z.boolean().optional(),
    revision: z.int(),
    text: shared.text,
    warnings: z.array(z.string()).optional(),
  }),
  run: async (params, context) => {
    const { session, policy, signal } = context;
    const { atspi } = session;
    const { app, window, id, document, interactive, bounds, since, after, max_nodes, screenshot } = params;
    if (
      since !== undefined &&
      (window !== undefined || id !== undefined || document || interactive || after !== undefined)
    )
      throw onlySince(since);
    if (id !== undefined && (app !== undefined || window !== undefined)) throw twoTrees();
    const allowedPids = allowedPidsOf(policy);
    const query = {
      app,
      window,
      id,
      document,
      interactive,
      bounds,
      since,
      after,
      maxNodes: max_nodes,
      allowedPids,
    };
    const reply = await atspi.tree(query, signal);
    if (reply.isEmpty) context.warn(ACCESSIBILITY_OFF);
    const images = screenshot ? await pictureOf(reply.app.pid, context) : [];
    return { app: reply.app, revision: reply.revision, ...treeText(reply, params), images };
  },
  render: ({ text }) => text,
  facts: ({ app, revision, shown, more, isAtLeast, text }) => ({
    app: app.name,
    pid: app.pid,
    toolkit: app.toolkit,
    shown,
    more,
    ...(isAtLeast ? { more_is_at_least: true } : {}),
    revision,
    text,
  }),
  images: ({ images }) => images,
});

/** The picture of a program's window. Without one the tree comes nevertheless, with a warning that says why. */
async function pictureOf(pid: number, context: ToolContext): Promise<Image[]> {
  const { desktop } = context.session;
  try {
    const desktopState = await desktop.state(context.signal);
    const { screens } = desktopState;
    const own = desktopState.windows.filter((window) => window.pid === pid);
    const area = (await topShown(own, desktopState, context))?.frame;
    if (area) return [await showPicture({ area, maxSizePx: 1024, format: 'auto', screens }, context)];
    context.warn('no picture: the application has no window on the screen');
  } catch (error) {
    throwIfAborted(context.signal);
    if (!(error instanceof DesktopError)) throw error;
    context.warn(`no picture: ${error.message}`);
  }
  return [];
}

const ACCESSIBILITY_OFF =
  'the windows hold nothing that can be read: the accessibility of this program is off. Close it and start it with launch, ' +
  'or with --force-renderer-accessibility; screenshot shows what it looks like';

function twoTrees(): DesktopError {
  return new DesktopError(
    'invalid_params',
    'Two trees are named: that of id, and that of an application.',
    'Give id alone, or app or window.',
  );
}

function onlySince(since: number): DesktopError {
  return new DesktopError(
    'invalid_params',
    'Since goes with no other choice of elements: the tree is the one of that revision.',
    `Call tree(since=${since}), or leave since out.`,
  );
}
