/**
 * What one call may affect. Grants are made by `main/policy` and by nothing else.
 *
 * Policy decides, workers enforce: the input worker sends nothing without a grant that covers the active window at the
 * moment of sending.
 */

/** What an application's line in the allowlist lets a call do, lowest first: read, press things, type. */
export const TIERS = ['view', 'click', 'full'] as const;
export type Tier = (typeof TIERS)[number];

/** What a call may do with an application: its tier, or nothing before the user has agreed. */
export type EffectiveTier = Tier | 'ask';

/** The applications of the allowlist, with the effective tier of each for one call. */
export interface GrantedApps {
  /** The lowest tier that gets the input of this call. */
  needs: Tier;
  /** Running applications of the list, by process. */
  pids: ReadonlyMap<number, EffectiveTier>;
  /** All names of the list, to be compared with window classes in lower case. */
  classes: ReadonlyMap<string, EffectiveTier>;
}

export interface Grant {
  session: string;
  /** `all` in a private session. */
  grantedApps: 'all' | GrantedApps;
  /** Milliseconds of `Date.now()` after which nothing more is sent. */
  untilMs: number;
  /** The only process that gets the input: a text must not go on in another program when its own is gone. */
  only?: number;
  /** The same for the process that is in front when an action begins: its input worker fills in `only`. */
  isKeptToActive?: true;
}

/** Identifies a window's application. */
export interface WindowOwner {
  pid: number;
  /** Window class. */
  app: string;
}

const LADDER: readonly EffectiveTier[] = ['ask', ...TIERS];

/** Whether an effective tier is high enough for `needs`. */
export function suffices(has: EffectiveTier | undefined, needs: Tier): boolean {
  return has !== undefined && LADDER.indexOf(has) >= LADDER.indexOf(needs);
}

/** Gives the lower of two tiers. */
export function lower<T extends EffectiveTier>(a: T, b: T): T {
  return LADDER.indexOf(a) <= LADDER.indexOf(b) ? a : b;
}

/** Gives the effective tier of a window's application: the lower one when its process and its class are both listed. */
export function effectiveTierOf(
  grantedApps: Pick<GrantedApps, 'pids' | 'classes'>,
  { pid, app }: WindowOwner,
): EffectiveTier | undefined {
  const [one, other] = [grantedApps.pids.get(pid), grantedApps.classes.get(app.toLowerCase())];
  return one && other ? lower(one, other) : (one ?? other);
}

/** Whether a window may get the input of a call. */
export function covers(grant: Grant, window: WindowOwner | undefined, nowMs: number): boolean {
  if (nowMs > grant.untilMs || !reaches(grant, window)) return false;
  return grant.only === undefined || window?.pid === grant.only;
}

/** Whether a window may get the input of a call, apart from `only`. */
export function reaches({ grantedApps }: Grant, window: WindowOwner | undefined): boolean {
  if (grantedApps === 'all') return true;
  return window !== undefined && suffices(effectiveTierOf(grantedApps, window), grantedApps.needs);
}

/** Grants one process alone. */
export function justProcess(pid: number): GrantedApps {
  return { needs: 'full', pids: new Map([[pid, 'full']]), classes: new Map() };
}

/** Gives the applications that may have the keyboard while a call sends; undefined: any. */
export function keyboardApps({ grantedApps, only }: Grant): GrantedApps | undefined {
  if (only !== undefined) return justProcess(only);
  return grantedApps === 'all' ? undefined : grantedApps;
}

/** Whether a call may report the title of a window that gets none of its input: the list has it at any tier. */
export function mayReportTitle(grant: Grant, window: WindowOwner): boolean {
  return grant.grantedApps === 'all' || suffices(effectiveTierOf(grant.grantedApps, window), 'view');
}

/** Why a window does not get the input of a call, to follow its name: "which …". */
export function whyNot(grant: Grant, window: WindowOwner): string {
  const effectiveTier = grant.grantedApps === 'all' ? undefined : effectiveTierOf(grant.grantedApps, window);
  if (grant.grantedApps === 'all' || effectiveTier === undefined) return 'which this call may not reach';
  if (effectiveTier === 'ask') return 'for which the user has not agreed to this call';
  return `whose tier is ${effectiveTier}, and this needs ${grant.grantedApps.needs}`;
}
