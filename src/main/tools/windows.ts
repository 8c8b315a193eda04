import { z } from 'zod';
import {
  screenSchema,
  terminalSchema,
  virtualDesktopSchema,
  type WindowInfo,
  windowSchema,
} from '../../protocol/window.ts';
import * as shared from '../params.ts';
import { seesWindow } from '../policy/grants.ts';
import { isOfApp, isTitled } from '../policy/match-window.ts';
import { topologyText } from '../render/windows.ts';
import { defineTool } from '../tool.ts';

export default defineTool({
  title: 'List windows',
  description:
    'Lists screens (area, scale), virtual desktops and windows with position, size and state in global logical pixels, the ' +
    'window in front last; of terminals also what runs in each tab, and where.',
  tier: 'view',
  params: z.strictObject({ session: shared.session, app: shared.app.optional() }),
  result: z.strictObject({
    screens: z.array(screenSchema),
    desktops: z.array(virtualDesktopSchema),
    windows: z.array(windowSchema),
    terminals: z.array(terminalSchema),
  }),
  run: async ({ app }, { session, policy, signal }) => {
    const { desktop } = await session();
    const topology = await desktop.topology(signal);
    const rules = await policy();
    const isMeant = (window: WindowInfo): boolean => app === undefined || isOfApp(window, app) || isTitled(window, app);
    const windows = topology.windows.filter((window) => seesWindow(rules, window) && isMeant(window));
    const terminals = await desktop.terminals(windows.map(({ pid }) => pid));
    return { ...topology, windows, terminals };
  },
  render: topologyText,
  facts: (topology) => topology,
});
