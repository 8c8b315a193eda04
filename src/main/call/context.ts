/** The context that a tool gets for one call. */
import { DesktopError } from '../../base/errors.ts';
import type { CallPolicy } from '../policy/grants.ts';
import type { Session } from '../sessions/sessions.ts';
import type { InputRights, NamedCall, ToolContext } from '../tool/tool.ts';
import type { CallContext } from './pipeline.ts';

interface Parts extends CallContext {
  warn(text: string): void;
  session?: Session;
  policy?: CallPolicy;
  input?: InputRights;
}

/** Makes the context; a part that the tool has not declared fails when it is asked for. */
export function createContext(call: NamedCall, { session, policy, input, ...context }: Parts): ToolContext {
  const { sessions, allowFile, consents, secrets, asker, signal, progress, warn } = context;
  return {
    sessions,
    get session() {
      return declared(session, 'a session');
    },
    get policy() {
      return declared(policy, 'a session');
    },
    get input() {
      return declared(input, 'input');
    },
    allowFile,
    consents,
    consent: (request) => consents.demand(request, { asker, confirm: call.confirm }),
    secret: (name) => secrets.read(name, (wanted) => declared(session, 'a session').desktop.secret(wanted, signal)),
    redactOutcome: secrets.redactOutcome,
    signal,
    progress,
    warn,
  };
}

function declared<T>(part: T | undefined, what: string): T {
  if (part !== undefined) return part;
  throw new DesktopError('internal', `A tool that does not declare ${what} asked for it.`, 'Report this.');
}
