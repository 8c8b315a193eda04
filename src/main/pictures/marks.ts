/** Elements to mark on a picture. */

import { DesktopError } from '../../base/errors.ts';
import type { MarksReply } from '../../protocol/atspi.ts';
import { allowedPidsOf, seesWindow } from '../policy/grants.ts';
import type { ToolContext } from '../tool/tool.ts';
import type { PicturePart } from './picture-area.ts';

/** More labels would hide the picture. */
const MAX_MARKS = 200;

/**
 * Gives the elements that can be operated and seen in a part of the desktop: of the application that it shows, else of
 * the active one. Undefined, with a warning, when they cannot be read: the picture is useful without.
 */
export async function marksIn({ area, pid }: PicturePart, context: ToolContext): Promise<MarksReply | undefined> {
  const { session, policy, signal, warn } = context;
  const { atspi, desktop } = session;
  const { screens, windows } = await desktop.state(signal);
  const window = windows.find((each) => (pid === undefined ? each.active : each.pid === pid));
  if (!window || !seesWindow(policy, window)) {
    warn(window ? 'no marks: the window is not of an allowed application' : 'no marks: no window is in front');
    return undefined;
  }
  const areas = area ? [area] : screens.map(({ rect }) => rect);
  const query = { pid: window.pid, areas, max: MAX_MARKS, allowedPids: allowedPidsOf(policy) };
  try {
    return await atspi.marks(query, signal);
  } catch (error) {
    if (!(error instanceof DesktopError) || !['not_found', 'timeout', 'worker_lost'].includes(error.code)) throw error;
    warn(`no marks: ${error.message}`);
    return undefined;
  }
}
