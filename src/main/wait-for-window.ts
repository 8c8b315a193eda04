/** Waiting for a window: the desktop worker's model is asked until it is there, or no longer. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Visible, WaitReply } from '../protocol/atspi.ts';
import { abortedError } from '../protocol/errors.ts';
import type { Session } from './sessions.ts';

/** The model is pushed by the compositor, so that asking costs one round trip and no reading. */
const POLL_MS = 50;

export interface WindowWait {
  /** Part of the title or of the application id, in any case. */
  window: string;
  gone: boolean;
  timeoutMs: number;
  visible: Visible;
}

/** Waits for a window; running out of time is a normal reply. Fails with `aborted` when the signal fires. */
export async function waitForWindow(
  session: Session,
  { window, gone, timeoutMs, visible }: WindowWait,
  signal: AbortSignal,
): Promise<WaitReply & { window?: string }> {
  const wanted = window.toLowerCase();
  const started = Date.now();
  for (;;) {
    const { windows } = await session.desktop.topology(signal);
    const found = windows.find(
      ({ title, app, pid }) =>
        (visible === 'all' || visible.includes(pid)) &&
        (title.toLowerCase().includes(wanted) || app.toLowerCase().includes(wanted)),
    );
    const waitedMs = Date.now() - started;
    if ((found !== undefined) !== gone) return { met: true, waitedMs, closest: [], window: found?.title ?? window };
    if (waitedMs >= timeoutMs) return { met: false, waitedMs, closest: [] };
    await delay(Math.min(POLL_MS, timeoutMs - waitedMs), undefined, { signal }).catch(() => {
      throw abortedError();
    });
  }
}
