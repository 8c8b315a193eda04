/** When the user is asked before a call. Pure. */
import type { Tier } from '../../protocol/grant.ts';
import type { Allowlist, ConfirmRule } from './allowlist.ts';

/** What one call is, and what the user has agreed to for it. */
export interface CallRights {
  tool: string;
  /** The lowest tier of an application that it may reach; a call that needs more than `view` acts. */
  needs: Tier;
  /** Names of applications, in lower case, about which the user need not be asked any more; `all`: about none. */
  agreed: 'all' | ReadonlySet<string>;
}

/** Whether the user has to be asked before a call reaches this application. */
export function asksAbout(list: Allowlist, call: CallRights, app: string): boolean {
  const name = app.toLowerCase();
  if (call.agreed === 'all' || call.agreed.has(name)) return false;
  return rulesFor(list, call).some((rule) => rule.app === undefined || rule.app === name);
}

/** The rules that a call may come under. None for `close_window`, which always asks by itself, and for letting go with `hold`. */
export function rulesFor({ confirm }: Allowlist, { tool, needs }: Pick<CallRights, 'tool' | 'needs'>): ConfirmRule[] {
  const isLettingGo = tool === 'hold' && needs === 'view';
  if (tool === 'close_window' || isLettingGo) return [];
  return confirm.filter((rule) => (rule.tool === undefined ? needs !== 'view' : rule.tool === tool));
}
