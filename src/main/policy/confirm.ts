/** When the user is asked before a call. Pure. */
import type { Tier } from '../../protocol/grant.ts';
import type { Allowlist, ConfirmRule } from './allowlist.ts';

/** One call, as `confirm:` lines see it. */
export interface CallRights {
  tool: string;
  /** The lowest tier of an application that it may affect; a call that needs more than `view` acts. */
  needs: Tier;
  /** Whether `confirm:` lines apply to it: not to a call that asks by itself, or that only lets go. */
  isConfirmable: boolean;
  /** Applications, in lower case, for which the user has agreed; `all`: for every one. */
  agreed: 'all' | ReadonlySet<string>;
}

/** Whether the user has to be asked before a call affects this application. */
export function asksAbout(list: Allowlist, call: CallRights, app: string): boolean {
  const name = app.toLowerCase();
  if (call.agreed === 'all' || call.agreed.has(name)) return false;
  return rulesFor(list, call).some((rule) => rule.app === undefined || rule.app === name);
}

/** Gives the rules that may apply to a call. */
export function rulesFor({ confirm }: Allowlist, { tool, needs, isConfirmable }: CallRights): ConfirmRule[] {
  if (!isConfirmable) return [];
  return confirm.filter((rule) => (rule.tool === undefined ? needs !== 'view' : rule.tool === tool));
}
