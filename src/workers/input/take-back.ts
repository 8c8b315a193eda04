/** Takes back a drag that ends before its time: letting go of the button would drop what is dragged where the pointer is. */
import { log } from '../../base/log.ts';
import type { Point } from '../../protocol/geometry.ts';
import { covers, type Grant } from '../../protocol/grant.ts';
import { windowAt } from '../../protocol/window.ts';
import type { Controls } from './controls.ts';
import { key } from './model/steps.ts';
import type { SenderOptions } from './sender.ts';

/** Evdev code (linux/input-event-codes.h). KWin ends a drag and drop at this key, and gives it to no program. */
const ESCAPE = key(1);

/**
 * Moves the pointer back to where the drag began, with the button still down. When that is no longer over a window of the
 * grant, Escape ends it instead: the keyboard is still kept with windows of the grant. Never fails: the button is let go in any
 * case.
 */
export async function takeBack(
  { backend, desktop, held }: SenderOptions,
  { controls, grant, from }: { controls: Controls; grant: Grant; from: Point },
): Promise<void> {
  if (!held.transient().some(({ device }) => device === 'button')) return;
  try {
    if (grant.grantedApps === 'all' || covers(grant, windowAt(from, await desktop.state()), Date.now()))
      controls.send({ kind: 'move', point: from });
    else for (const kind of ['press', 'release'] as const) controls.send({ kind, control: ESCAPE });
    await backend.sync(() => false);
  } catch (error) {
    log('warn', `a drag was not taken back: ${error instanceof Error ? error.message : String(error)}`);
  }
}
