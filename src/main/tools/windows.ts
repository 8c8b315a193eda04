import { z } from 'zod';
import {
  screenSchema,
  terminalSchema,
  virtualDesktopSchema,
  type WindowInfo,
  windowSchema,
} from '../../protocol/window.ts';
import * as shared from '../params.ts';
import { isAllowed } from '../policy/allowlist.ts';
import type { SessionPolicy } from '../policy/grants.ts';
import { visibleOf } from '../policy/grants.ts';
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
    const windows = topology.windows.filter((window) => isVisible(window, rules) && matches(window, app));
    const terminals = await desktop.terminals(windows.map(({ pid }) => pid));
    return { ...topology, windows: windows.toSorted((a, b) => a.stacking - b.stacking), terminals };
  },
  render: topologyText,
  facts: (topology) => topology,
});

function isVisible(window: WindowInfo, rules: SessionPolicy): boolean {
  if (rules.kind === 'private') return true;
  const pids = visibleOf(rules);
  return (pids !== 'all' && pids.includes(window.pid)) || isAllowed(rules.list, window.app);
}

function matches({ app: windowClass, title }: WindowInfo, app: string | undefined): boolean {
  if (app === undefined) return true;
  const wanted = app.toLowerCase();
  return windowClass.toLowerCase().includes(wanted) || title.toLowerCase().includes(wanted);
}
