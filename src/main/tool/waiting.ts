/** Progress of calls that take long, and the longest wait of the waiting tools. */
import type { ToolContext } from './tool.ts';

const MAX_WAIT_MS = 600_000;
const PROGRESS_EVERY_MS = 1000;

/** Gives the deadline of a waiting call: its wait, and time for its last answers. */
export function waitDeadlineMs(waitMs: number): number {
  return Math.min(waitMs, MAX_WAIT_MS) + 10_000;
}

/** Runs a wait of at most 10 minutes and reports progress; `name` is the argument whose value may be cut. */
export async function waiting<T>(
  context: ToolContext,
  { name, ms }: { name: string; ms: number },
  wait: (waitMs: number) => Promise<T>,
): Promise<T> {
  const waitMs = Math.min(ms, MAX_WAIT_MS);
  if (ms > MAX_WAIT_MS) context.warn(`${name} was cut to ${MAX_WAIT_MS}`);
  return reporting(context, { totalMs: waitMs, text: 'waiting' }, () => wait(waitMs));
}

/** Reports every second for how long something runs already. */
export async function reporting<T>(
  { progress }: Pick<ToolContext, 'progress'>,
  { totalMs, text }: { totalMs?: number; text: string },
  run: () => Promise<T>,
): Promise<T> {
  const startedMs = Date.now();
  const ticking = setInterval(() => progress(Date.now() - startedMs, totalMs, text), PROGRESS_EVERY_MS);
  try {
    return await run();
  } finally {
    clearInterval(ticking);
  }
}
