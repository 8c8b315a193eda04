/**
 * Authorizes every call on a live desktop in one pass: which applications it affects, whether the allowlist lets
 * it, and the user's consent where a line asks for it.
 */
import { escape } from '../../base/escape.ts';
import type { Tier } from '../../protocol/grant.ts';
import type { CallRights } from '../policy/confirm.ts';
import { type Decision, decide, isRestricted } from '../policy/decide.ts';
import { type CallPolicy, listedPolicy } from '../policy/grants.ts';
import type { Subject } from '../policy/subject.ts';
import type { Session } from '../sessions/sessions.ts';
import { affectedApps, affectedByNames } from './affected-apps.ts';
import type { AllowFile } from './allow-file.ts';
import type { Asker, ConsentRequest, Consents } from './consents.ts';
import { denied } from './denials.ts';

/** A call as authorization sees it. */
export interface CallToAuthorize {
  readonly tool: string;
  /** Tier that the affected applications need. */
  readonly needs: Tier;
  readonly subjects: readonly Subject[];
  /** Whether `confirm:` lines apply to it. */
  readonly isConfirmable: boolean;
  /** The agent says that the user has agreed. */
  readonly confirm: boolean;
  /** Its arguments on one line, for the user's eyes. */
  about(): string;
}

export interface AuthorizeOptions {
  allowFile: AllowFile;
  consents: Consents;
  asker: Asker;
  signal: AbortSignal;
}

/**
 * Gives what a call may see and affect. Fails with `denied` when the allowlist cannot be read, does not name the application
 * or its tier is too low; throws ConsentNeeded and ConsentRefused where the user has to agree. Nothing was done then.
 */
export async function authorize(
  call: CallToAuthorize,
  session: Session,
  { allowFile, consents, asker, signal }: AuthorizeOptions,
): Promise<CallPolicy> {
  if (session.wiring.kind === 'virtual') return { kind: 'private' };
  const list = allowFile.read();
  const runningApps = await session.atspi.runningApps(signal);
  const { tool, needs, isConfirmable, subjects } = call;
  const rights: CallRights = { tool, needs, isConfirmable, agreed: new Set(consents.timed().keys()) };
  // A list that holds nothing back costs no question to a worker.
  const affected = isRestricted(list, rights)
    ? await affectedApps(subjects, { list, runningApps, session, signal })
    : affectedByNames(subjects, { list, runningApps });
  const decision = decide(affected, { list, call: rights });
  if (decision.kind === 'deny') throw denied(decision, call, allowFile);
  if (decision.kind === 'ask')
    consents.demand(consentRequest(call, session.name, decision), { asker, confirm: call.confirm });
  return listedPolicy({ list, runningApps, call: { ...rights, agreed: decision.agreed } });
}

/** Renews a policy with the list as it is now; for calls that had to wait. */
export function withCurrentList(policy: CallPolicy, { allowFile }: Pick<AuthorizeOptions, 'allowFile'>): CallPolicy {
  return policy.kind === 'private' ? policy : listedPolicy({ ...policy, list: allowFile.read() });
}

function consentRequest(
  call: CallToAuthorize,
  session: string,
  { apps, rules }: Extract<Decision, { kind: 'ask' }>,
): ConsentRequest {
  const lines = rules.map(({ entry, line }) => `line ${line}, "${escape(entry)}"`);
  const where = apps.length > 0 ? ` in ${apps.map(escape).join(' and ')}` : '';
  const about = call.about();
  return {
    identity: JSON.stringify([session, call.tool, about, apps]),
    what: `use ${call.tool}${about === '' ? '' : ` (${about})`}${where}`,
    because: `Your allowlist says to ask first: ${lines.join('; ')}.`,
    apps,
  };
}
