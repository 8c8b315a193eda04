/** Which windows of an application are in front, as it says itself: that tells windows of one title and size apart. */
import { sleep } from '../../../base/abortable.ts';
import type { App, AtspiBackend } from '../backend.ts';
import { named } from '../failure.ts';
import { keyOf, type Node } from '../model/node.ts';
import { isActive } from '../model/windows.ts';

/** Whether a window is the one in front, by its key; nothing where the application names none. */
export type Activity = ReadonlyMap<string, boolean>;

/** Time in which a program learns that another window of it is in front. */
const LAG_MS = 20;

/** Asks an application which of its windows is in front, twice: it may not know yet. Fails like AtspiBackend. */
export async function askActivity(
  backend: AtspiBackend,
  { tops, app, signal }: { tops: Iterable<Node>; app: App; signal: AbortSignal | undefined },
): Promise<Activity> {
  const [first] = tops;
  const root = first?.parent?.ref;
  if (!root) return new Map();
  const look = async (): Promise<Activity> =>
    activityOf((await named(app.name, backend.windows({ ...app, root }, signal))).children);
  const before = await look();
  await sleep(LAG_MS, signal);
  const now = await look();
  const isSame = [...now].every(([key, isFront]) => before.get(key) === isFront);
  return isSame ? now : new Map();
}

/** The same of windows that were read just now. */
export function activityOf(windows: readonly Node[]): Activity {
  const own = windows.filter(({ isPopup }) => !isPopup);
  if (own.filter(isActive).length !== 1) return new Map();
  return new Map(own.map((window) => [keyOf(window.ref), isActive(window)]));
}
