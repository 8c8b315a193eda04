/** What stands before every call on a live desktop: the allowlist, the tiers, the user's consent. */
import { basename } from 'node:path';
import { DesktopError } from '../../base/errors.ts';
import { escape } from '../../base/escape.ts';
import { type EffectiveTier, suffices, type Tier } from '../../protocol/grant.ts';
import { type Allowlist, isAllowed } from '../policy/allowlist.ts';
import { asksAbout, type CallRights, rulesFor } from '../policy/confirm.ts';
import { isBlocked, type ListedPolicy, type SessionPolicy } from '../policy/grants.ts';
import type { Subject } from '../policy/subject.ts';
import type { Session } from '../sessions/sessions.ts';
import { type AffectedApp, affectedApps } from './affected-apps.ts';
import type { AllowFile } from './allow-file.ts';
import type { Asker, Consents } from './consents.ts';

/** A call as authorization sees it. */
export interface CallToAuthorize {
  readonly tool: string;
  /** The application that it names. */
  readonly app: string | undefined;
  /** The tier that the applications which it reaches need. */
  readonly needs: Tier;
  readonly subjects: readonly Subject[];
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
 * What a call may reach now. Fails with `denied` when the allowlist cannot be read, when it does not name the application
 * or its tier is too low; throws AskUser and NotAgreed where the user has to agree. Nothing was done then.
 */
export async function authorize(
  call: CallToAuthorize,
  session: Session,
  options: AuthorizeOptions,
): Promise<SessionPolicy> {
  if (session.wiring.kind === 'virtual') return { kind: 'private' };
  const { allowFile, consents, signal } = options;
  const list = allowFile.read();
  const timed = new Set(consents.timed().keys());
  const rights: CallRights = { tool: call.tool, needs: call.needs, agreed: timed };
  const policy: ListedPolicy = {
    kind: 'listed',
    list,
    applications: await session.atspi.runningApps(signal),
    call: rights,
  };
  if (call.app !== undefined && isBlocked(policy, call.app)) throw notListed(call.app, call, allowFile);
  if (!isRestricted(list, rights)) return policy;

  const everything: ListedPolicy = { ...policy, call: { ...rights, agreed: 'all' } };
  const reached = await affectedApps(call.subjects, { policy: everything, session, signal });
  for (const candidates of reached) refuseTooLow(candidates, call, allowFile);
  const listed = reached.flat().filter(({ effectiveTier }) => effectiveTier !== undefined);
  const apps = [...new Set(listed.map(({ app }) => app))].filter((app) => asksAbout(list, rights, app));
  const asksAnyway = call.subjects.length === 0 && rulesFor(list, rights).some(({ app }) => app === undefined);
  if (apps.length === 0 && !asksAnyway) return policy;
  demandConsent(call, { list, session: session.name, apps }, options);
  return { ...policy, call: { ...rights, agreed: asksAnyway ? 'all' : new Set([...timed, ...apps]) } };
}

/** The same rights under the list as it is now; for calls that had to wait. */
export function withCurrentList(
  policy: SessionPolicy,
  { allowFile }: Pick<AuthorizeOptions, 'allowFile'>,
): SessionPolicy {
  return policy.kind === 'private' ? policy : { ...policy, list: allowFile.read() };
}

/** The error for an application without a line. */
export function notListed(
  app: string,
  { tool, needs }: Pick<CallToAuthorize, 'tool' | 'needs'>,
  { path, read }: AllowFile,
): DesktopError {
  const message = `"${escape(app)}" is not in the allowlist; nothing was done.`;
  const name = nameOf(app);
  if (isAllowed(read(), name))
    return new DesktopError('denied', message, `The list holds names, no paths: ${tool} "${escape(name)}".`);
  const by = name === app ? '' : ` and ${tool} it by that name`;
  const hint = `For ${tool} the user can add the line ${lineFor(name, needs)} to ${path}${by}.`;
  return new DesktopError('denied', message, hint);
}

/** The name by which a list can hold an application: of a path its last part. */
function nameOf(app: string): string {
  return app.includes('/') ? basename(app, '.desktop') : app;
}

/** Whether the list holds back anything of such a call, so that it has to be known what it reaches. */
function isRestricted(list: Allowlist, rights: CallRights): boolean {
  return rulesFor(list, rights).length > 0 || [...list.apps.values()].some((tier) => !suffices(tier, rights.needs));
}

/** Of several applications that a call may mean one is enough. */
function refuseTooLow(candidates: AffectedApp[], { tool, needs }: CallToAuthorize, { path }: AllowFile): void {
  const listed = candidates.filter(
    (one): one is AffectedApp & { effectiveTier: EffectiveTier } => one.effectiveTier !== undefined,
  );
  const [first] = listed;
  if (!first || listed.some(({ effectiveTier }) => suffices(effectiveTier, needs))) return;
  throw new DesktopError(
    'denied',
    `The tier of "${escape(first.app)}" is ${first.effectiveTier}, and ${tool} needs ${needs}; nothing was done.`,
    `The user can change its line in ${path} to ${lineFor(first.app, needs)}.`,
  );
}

function lineFor(app: string, tier: Tier): string {
  return `"${escape(app)}${tier === 'full' ? '' : `:${tier}`}"`;
}

interface Sought {
  list: Allowlist;
  session: string;
  apps: string[];
}

function demandConsent(
  call: CallToAuthorize,
  { list, session, apps }: Sought,
  { consents, asker }: AuthorizeOptions,
): void {
  const rules = rulesFor(list, call).filter(({ app }) => app === undefined || apps.includes(app));
  const lines = rules.map(({ entry, line }) => `line ${line}, "${escape(entry)}"`);
  const where = apps.length > 0 ? ` in ${apps.map(escape).join(' and ')}` : '';
  const about = call.about();
  const action = {
    identity: JSON.stringify([session, call.tool, about, apps]),
    what: `use ${call.tool}${about === '' ? '' : ` (${about})`}${where}`,
    because: `Your allowlist says to ask first: ${lines.join('; ')}.`,
    apps,
  };
  consents.demand(action, { asker, confirm: call.confirm });
}
