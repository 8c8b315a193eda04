import { z } from 'zod';
import { screenSchema, terminalSchema, virtualDesktopSchema, windowSchema } from '../../../protocol/window.ts';
import { seesWindow } from '../../policy/grants.ts';
import { isOfApp, isTitled } from '../../policy/match-window.ts';
import { desktopStateText } from '../../render/windows.ts';
import * as shared from '../../tool/params.ts';
import { defineTool } from '../../tool/tool.ts';
import { foundOrNamed } from '../../windows/choose-window.ts';

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
  run: async ({ app }, context) => {
    const { desktop } = await context.session();
    const desktopState = await desktop.state(context.signal);
    const rules = await context.policy();
    const seen = desktopState.windows.filter((window) => seesWindow(rules, window));
    const found = app === undefined ? seen : seen.filter((each) => isOfApp(each, app) || isTitled(each, app));
    const windows = app === undefined ? found : await foundOrNamed(found, { name: app, windows: seen }, context);
    const terminals = await desktop.terminals(windows.map(({ pid }) => pid));
    return { ...desktopState, windows, terminals };
  },
  render: desktopStateText,
  facts: (desktopState) => desktopState,
});
