/** Waits for a window, by polling the desktop worker's model. */
import { setTimeout as delay } from 'node:timers/promises';
import { abortedError } from '../../base/errors.ts';
import type { WaitReply } from '../../protocol/atspi.ts';
import type { WindowInfo } from '../../protocol/window.ts';
import { listedPolicy, seesWindow } from '../policy/grants.ts';
import { matchWindows } from '../policy/match-window.ts';
import type { ToolContext } from '../tool/tool.ts';

/** Poll interval. The compositor pushes the model, so that a poll costs one round trip. */
const POLL_MS = 50;

export interface WindowWait {
  /** Id, part of the title or of the application id. */
  window: string;
  gone: boolean;
  timeoutMs: number;
}

/** Waits for a window; running out of time is a normal reply. Fails with `aborted` when the signal fires. */
export async function waitForWindow(
  { window, gone, timeoutMs }: WindowWait,
  context: ToolContext,
): Promise<WaitReply & { window?: string }> {
  const { signal } = context;
  const started = Date.now();
  for (;;) {
    const found = await visibleMatch(window, context);
    const waitedMs = Date.now() - started;
    if ((found !== undefined) !== gone) return { met: true, waitedMs, closest: [], window: found?.title ?? window };
    if (waitedMs >= timeoutMs) return { met: false, waitedMs, closest: [] };
    await delay(Math.min(POLL_MS, timeoutMs - waitedMs), undefined, { signal }).catch(() => {
      throw abortedError();
    });
  }
}

/** Finds a matching window that the call may see now: its application may have started after the wait. */
async function visibleMatch(query: string, { session, policy, signal }: ToolContext): Promise<WindowInfo | undefined> {
  const { desktop, atspi } = session;
  const { windows } = await desktop.state(signal);
  const found = matchWindows(query, windows);
  if (found.length === 0 || policy.kind === 'private') return found[0];
  // The policy of the call knows the applications that ran at its start.
  const now = listedPolicy({ ...policy, runningApps: await atspi.runningApps(signal) });
  return found.find((each) => seesWindow(now, each));
}
