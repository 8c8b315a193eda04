/** Whether a call goes on: what the allowlist and the user say about the applications that it affects. Pure. */
import { suffices, type Tier } from '../../protocol/grant.ts';
import type { Allowlist, ConfirmRule } from './allowlist.ts';
import { asksAbout, type CallRights, rulesFor } from './confirm.ts';

/** An application that a call would affect. */
export interface AffectedApp {
  /** Its name on the list, in lower case; without a line, the name that it has. */
  app: string;
  /** Undefined when it is not on the list. */
  tier: Tier | undefined;
  /** The call names it, so that a missing line ends the call. What is only seen there is kept from the call anyway. */
  isNamed?: boolean;
}

export type Decision =
  | { kind: 'allow'; agreed: CallRights['agreed'] }
  /** The user is asked about these applications, because of these lines; `agreed` holds once they say yes. */
  | { kind: 'ask'; apps: string[]; rules: ConfirmRule[]; agreed: CallRights['agreed'] }
  | { kind: 'deny'; reason: 'not_listed'; app: string }
  | { kind: 'deny'; reason: 'tier_too_low'; app: string; tier: Tier };

/** Decides about a call from the candidates behind each of its subjects: of several, one that allows it is enough. */
export function decide(
  affected: readonly (readonly AffectedApp[])[],
  { list, call }: { list: Allowlist; call: CallRights },
): Decision {
  for (const candidates of affected) {
    const denial = denialOf(candidates, call);
    if (denial) return denial;
  }
  const listed = affected.flat().filter(({ tier }) => tier !== undefined);
  const apps = [...new Set(listed.map(({ app }) => app))].filter((app) => asksAbout(list, call, app));
  const rules = rulesFor(list, call);
  const isAsked = affected.length === 0 && rules.some(({ app }) => app === undefined);
  if (apps.length === 0 && !isAsked) return { kind: 'allow', agreed: call.agreed };
  return {
    kind: 'ask',
    apps,
    rules: rules.filter(({ app }) => app === undefined || apps.includes(app)),
    agreed: isAsked || call.agreed === 'all' ? 'all' : new Set([...call.agreed, ...apps]),
  };
}

function denialOf(candidates: readonly AffectedApp[], { needs }: CallRights): Decision | undefined {
  const missing = candidates.find(({ tier, isNamed }) => tier === undefined && isNamed);
  if (missing) return { kind: 'deny', reason: 'not_listed', app: missing.app };
  const listed = candidates.flatMap(({ app, tier }) => (tier === undefined ? [] : [{ app, tier }]));
  const [first] = listed;
  if (!first || listed.some(({ tier }) => suffices(tier, needs))) return undefined;
  return { kind: 'deny', reason: 'tier_too_low', ...first };
}

/** Whether the list holds back anything from such a call, so that what it affects has to be known. */
export function isRestricted(list: Allowlist, call: CallRights): boolean {
  return rulesFor(list, call).length > 0 || [...list.apps.values()].some((tier) => !suffices(tier, call.needs));
}
