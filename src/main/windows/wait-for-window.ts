/** Waiting for a window: the desktop worker's model is asked until it is there, or no longer. */
import { setTimeout as delay } from 'node:timers/promises';
import { abortedError } from '../../base/errors.ts';
import type { WaitReply } from '../../protocol/atspi.ts';
import type { WindowInfo } from '../../protocol/window.ts';
import { listedPolicy, seesWindow } from '../policy/grants.ts';
import { matchWindows } from '../policy/match-window.ts';
import type { ToolContext } from '../tool/tool.ts';

/** The model is pushed by the compositor, so that asking costs one round trip and no reading. */
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

/** A window that is meant and that the call may see now: its application may have started after the wait. */
async function visibleMatch(query: string, { session, policy, signal }: ToolContext): Promise<WindowInfo | undefined> {
  const rules = await policy();
  const { desktop, atspi } = await session();
  const { windows } = await desktop.state(signal);
  const found = matchWindows(query, windows);
  if (found.length === 0 || rules.kind === 'private') return found[0];
  // A call's policy knows the applications of its beginning.
  const now = listedPolicy({ ...rules, runningApps: await atspi.runningApps(signal) });
  return found.find((each) => seesWindow(now, each));
}
