/** Grants: what one call may reach. Made here and nowhere else. Pure. */
import type { Application, Visible } from '../../protocol/atspi.ts';
import type { Grant } from '../../protocol/grant.ts';
import type { WindowInfo } from '../../protocol/window.ts';
import { type Allowlist, isAllowed } from './allowlist.ts';

/** The policy of a session: a private one allows everything, a live one what its list names. */
export type SessionPolicy = { kind: 'private' } | { kind: 'listed'; list: Allowlist; applications: Application[] };

/** The processes whose elements a call may see. */
export function visibleOf(policy: SessionPolicy): Visible {
  return policy.kind === 'private' ? 'all' : allowedPids(policy);
}

/** Whether a call may see a window, and bring it in front. */
export function seesWindow(policy: SessionPolicy, { pid, app }: Pick<WindowInfo, 'pid' | 'app'>): boolean {
  return policy.kind === 'private' || allowedPids(policy).includes(pid) || isAllowed(policy.list, app);
}

/** Mints the grant of a call. `nowMs` and `deadlineMs` bound how long it is good for. */
export function mintGrant(session: string, policy: SessionPolicy, times: { nowMs: number; deadlineMs: number }): Grant {
  const untilMs = times.nowMs + times.deadlineMs;
  if (policy.kind === 'private') return { session, reach: 'all', untilMs };
  return { session, reach: { pids: allowedPids(policy), classes: policy.list.apps }, untilMs };
}

/** Whether a name is that of a running application which the list does not name. */
export function isBlocked(policy: SessionPolicy, app: string): boolean {
  if (policy.kind === 'private' || isAllowed(policy.list, app)) return false;
  return policy.applications.some(({ name }) => name.toLowerCase() === app.toLowerCase());
}

function allowedPids({ list, applications }: { list: Allowlist; applications: Application[] }): number[] {
  return applications.filter(({ name }) => isAllowed(list, name)).map(({ pid }) => pid);
}
