/** Policies and grants: what one call may reach. Grants are made here and nowhere else. Pure. */
import type { AllowedPids, RunningApp } from '../../protocol/atspi.ts';
import {
  type EffectiveTier,
  effectiveTierOf,
  type Grant,
  type GrantedApps,
  lower,
  suffices,
  type Tier,
  type WindowOwner,
} from '../../protocol/grant.ts';
import { type Allowlist, isAllowed } from './allowlist.ts';
import { asksAbout, type CallRights } from './confirm.ts';

/** The policy of a session: a private one allows everything, a live one what its list names. */
export type SessionPolicy =
  | { kind: 'private' }
  | { kind: 'listed'; list: Allowlist; applications: RunningApp[]; call: CallRights };

export type ListedPolicy = Extract<SessionPolicy, { kind: 'listed' }>;

/** The processes whose elements a call may see, or act on. */
export function allowedPidsOf(policy: SessionPolicy): AllowedPids {
  if (policy.kind === 'private') return 'all';
  const { needs, pids } = grantedAppsOf(policy);
  return [...pids].filter(([, effectiveTier]) => suffices(effectiveTier, needs)).map(([pid]) => pid);
}

/** Whether a call may see a window, or bring it in front. */
export function seesWindow(policy: SessionPolicy, window: WindowOwner): boolean {
  if (policy.kind === 'private') return true;
  const grantedApps = grantedAppsOf(policy);
  return suffices(effectiveTierOf(grantedApps, window), grantedApps.needs);
}

/** Mints the grant of a call. `nowMs` and `deadlineMs` bound how long it is good for. */
export function mintGrant(session: string, policy: SessionPolicy, times: { nowMs: number; deadlineMs: number }): Grant {
  const grantedApps = policy.kind === 'private' ? 'all' : grantedAppsOf(policy);
  return { session, grantedApps, untilMs: times.nowMs + times.deadlineMs };
}

/** The same grant for one process alone. */
export function keptTo(grant: Grant, pid: number): Grant {
  return { ...grant, only: pid };
}

/** Whether a name is that of a running application which the list does not name. */
export function isBlocked(policy: SessionPolicy, app: string): boolean {
  if (policy.kind === 'private' || isAllowed(policy.list, app)) return false;
  return policy.applications.some(({ name }) => name.toLowerCase() === app.toLowerCase());
}

/** What a call may do with the applications of a list. */
export function grantedAppsOf({ list, applications, call }: ListedPolicy): GrantedApps {
  const effectiveTier = (name: string, tier: Tier): EffectiveTier => (asksAbout(list, call, name) ? 'ask' : tier);
  const classes = new Map([...list.apps].map(([name, tier]) => [name, effectiveTier(name, tier)]));
  const pids = new Map<number, EffectiveTier>();
  for (const { name, pid } of applications) {
    const found = classes.get(name.toLowerCase());
    if (found) pids.set(pid, lower(found, pids.get(pid) ?? found));
  }
  return { needs: call.needs, pids, classes };
}
