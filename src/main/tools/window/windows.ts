import { z } from 'zod';
import {
  screenSchema,
  terminalSchema,
  virtualDesktopSchema,
  type WindowInfo,
  windowSchema,
} from '../../../protocol/window.ts';
import { seesWindow } from '../../policy/grants.ts';
import { isOfApp, isTitled } from '../../policy/match-window.ts';
import { desktopStateText } from '../../render/windows.ts';
import * as shared from '../../tool/params.ts';
import { defineTool, type ToolContext } from '../../tool/tool.ts';
import { windowsOfApp } from '../../windows/choose-window.ts';

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
    const { desktop } = context.session;
    const desktopState = await desktop.state(context.signal);
    const rules = context.policy;
    const seen = desktopState.windows.filter((window) => seesWindow(rules, window));
    const windows = app === undefined ? seen : await namedWindows(app, seen, context);
    const terminals = await desktop.terminals(windows.map(({ pid }) => pid));
    return { ...desktopState, windows, terminals };
  },
  render: desktopStateText,
  facts: (desktopState) => desktopState,
});

/** The windows of an application, and those whose title holds its name. */
async function namedWindows(app: string, windows: WindowInfo[], context: ToolContext): Promise<WindowInfo[]> {
  const found = windows.filter((window) => isOfApp(window, app) || isTitled(window, app));
  return found.length > 0 ? found : windowsOfApp(app, windows, context);
}
