import { z } from 'zod';
import { quote } from '../../../base/escape.ts';
import { warmUpSession } from '../../sessions/warm-up.ts';
import { defineTool } from '../../tool/tool.ts';

export default defineTool({
  title: 'Start a private desktop',
  description:
    'Starts a private virtual KDE desktop (KWin) with its own D-Bus, clipboard, display and input. Nothing in it touches the ' +
    "user's desktop. It becomes the default session when there is no live desktop. Takes 1-3 s. Then call launch.",
  tier: 'session',
  destructive: false,
  alwaysLoad: true,
  deadlineMs: () => 30_000,
  params: z.strictObject({
    name: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/)
      .optional()
      .describe('Name of the session; default: s1, s2, …'),
    width: z.int().min(320).max(7680).default(1280).describe('Width of the screen in logical pixels'),
    height: z.int().min(240).max(4320).default(800).describe('Height of the screen in logical pixels'),
    scale: z.number().min(1).max(3).default(1).describe('Scale of the screen'),
    env: z
      .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string())
      .default({})
      .describe('Variables for the programs started in it; XKB_DEFAULT_LAYOUT and _VARIANT set its keyboard, "us"'),
    home: z
      .enum(['user', 'isolated'])
      .default('user')
      .describe("user: programs see the user's home; isolated: an empty one that goes with the session"),
    xwayland: z
      .boolean()
      .optional()
      .describe('Run programs that know X11 only, on a display of their own; default: where Xwayland is installed'),
    keep: z.boolean().default(false).describe('Keep its logs and isolated home after it ended'),
  }),
  result: z.strictObject({
    name: z.string(),
    compositor: z.string(),
    width: z.int(),
    height: z.int(),
    scale: z.number(),
    folder: z.string().optional(),
    warnings: z.array(z.string()),
  }),
  run: async (params, { sessions, signal, progress }) => {
    const session = await sessions.start(params, { signal, progress });
    void warmUpSession(session);
    return session;
  },
  render: ({ name, wiring }, { width, height, scale }) =>
    [
      `session ${quote(name)} is up: ${wiring.compositor}, ${width}x${height}, scale ${scale}`,
      ...wiring.warnings.map((warning) => `warning: ${warning}`),
    ].join('\n'),
  facts: ({ name, wiring }, { width, height, scale }) => ({
    name,
    compositor: wiring.compositor,
    width,
    height,
    scale,
    warnings: wiring.warnings,
    ...(wiring.folder === undefined ? {} : { folder: wiring.folder }),
  }),
});
