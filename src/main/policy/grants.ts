/** Policies and grants: what one call may see and affect. Grants are made here and nowhere else. Pure. */
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
import type { Allowlist } from './allowlist.ts';
import { asksAbout, type CallRights } from './confirm.ts';

/** What one call may do in a session: everything in a private one, in a live one what the allowlist names. */
export type CallPolicy = { kind: 'private' } | ListedPolicy;

/** What the allowlist lets a call do. */
export interface ListedPolicy {
  kind: 'listed';
  list: Allowlist;
  runningApps: readonly RunningApp[];
  call: CallRights;
  /** The applications of the list, running ones by process, as this call may affect them. */
  granted: GrantedApps;
}

/** Makes the policy of a call on a live desktop. */
export function listedPolicy(parts: Pick<ListedPolicy, 'list' | 'runningApps' | 'call'>): ListedPolicy {
  return { kind: 'listed', ...parts, granted: grantedAppsOf(parts) };
}

/** Lists the processes whose elements a call may see, or act on. */
export function allowedPidsOf(policy: CallPolicy): AllowedPids {
  if (policy.kind === 'private') return 'all';
  const { needs, pids } = policy.granted;
  return [...pids].filter(([, effectiveTier]) => suffices(effectiveTier, needs)).map(([pid]) => pid);
}

/** Whether a call may see a window, or bring it in front. */
export function seesWindow(policy: CallPolicy, window: WindowOwner): boolean {
  if (policy.kind === 'private') return true;
  return suffices(effectiveTierOf(policy.granted, window), policy.granted.needs);
}

/** Makes the grant of a call; it expires `deadlineMs` after `nowMs`. */
export function mintGrant(session: string, policy: CallPolicy, times: { nowMs: number; deadlineMs: number }): Grant {
  const grantedApps = policy.kind === 'private' ? 'all' : policy.granted;
  return { session, grantedApps, untilMs: times.nowMs + times.deadlineMs };
}

/**
 * Keeps a grant to the program that is in front when its action begins: when that ends, what is left does not go to the next
 * window.
 */
export function keptToActive(grant: Grant): Grant {
  return { ...grant, isKeptToActive: true };
}

/** Keeps a grant to one program. */
export function keptToProcess(grant: Grant, pid: number): Grant {
  return { ...grant, only: pid };
}

/** Computes the effective tier of each application of a list for a call. */
function grantedAppsOf({ list, runningApps, call }: Pick<ListedPolicy, 'list' | 'runningApps' | 'call'>): GrantedApps {
  const effectiveTier = (name: string, tier: Tier): EffectiveTier => (asksAbout(list, call, name) ? 'ask' : tier);
  const classes = new Map([...list.apps].map(([name, tier]) => [name, effectiveTier(name, tier)]));
  const pids = new Map<number, EffectiveTier>();
  for (const { name, pid } of runningApps) {
    const found = classes.get(name.toLowerCase());
    if (found) pids.set(pid, lower(found, pids.get(pid) ?? found));
  }
  return { needs: call.needs, pids, classes };
}
