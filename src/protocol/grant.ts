/**
 * What one call may reach, minted by `main/policy` and by nothing else.
 *
 * Policy decides, workers enforce: the input worker sends nothing without a grant that covers the window in front at the
 * moment of sending.
 */
export interface Grant {
  session: string;
  /** `all` in a private session; else the processes of allowed applications and the window classes that are allowed. */
  reach: 'all' | { pids: number[]; classes: string[] };
  /** Milliseconds of `Date.now()` after which nothing more is sent. */
  untilMs: number;
}

/** Whether a window may get the input of a call. */
export function covers(grant: Grant, window: { pid: number; app: string } | undefined, nowMs: number): boolean {
  if (nowMs > grant.untilMs) return false;
  if (grant.reach === 'all') return true;
  if (!window) return false;
  return grant.reach.pids.includes(window.pid) || grant.reach.classes.includes(window.app.toLowerCase());
}
