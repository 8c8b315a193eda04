/** One tool call as a straight line: look up, check, gate, run, render. Every call goes through here, and only here. */
import { abortedError, DesktopError, fromWireError, toWireError } from '../protocol/errors.ts';
import { log } from '../protocol/log.ts';
import type { AllowFile } from './allow-file.ts';
import { explainArguments, explainUnknownTool } from './arguments.ts';
import { isBlocked, mintGrant, type SessionPolicy } from './policy/grants.ts';
import { raiseForInput } from './raise.ts';
import { tools } from './registry.ts';
import { escape } from './render/escape.ts';
import type { Session, Sessions } from './sessions.ts';
import { type BoundCall, errorText, type Reply, type Tool, type ToolContext } from './tool.ts';

export interface CallRequest {
  name: string;
  args: unknown;
  signal: AbortSignal;
  progress: ToolContext['progress'];
}

export interface CallResult {
  text: string;
  facts: Record<string, unknown>;
  images: Reply['images'];
  isError: boolean;
}

export interface Pipeline {
  call(request: CallRequest): Promise<CallResult>;
}

/** Makes the pipeline of one server. Tickets of input calls are unique and rising in its life. */
export function createPipeline(sessions: Sessions, allowFile: AllowFile): Pipeline {
  let nextTicket = 1;
  return {
    call: async ({ name, args, signal, progress }) => {
      try {
        const tool = tools[name];
        if (!tool) throw explainUnknownTool(name, Object.keys(tools));
        const parsed = tool.parse(args ?? {});
        if (!parsed.ok) throw explainArguments(name, tool, { args, error: parsed.error });
        const reply = await perform(tool, parsed.call, {
          sessions,
          allowFile,
          signal,
          progress,
          takeTicket: () => nextTicket++,
        });
        return { ...reply, isError: false };
      } catch (thrown) {
        const error = fromWireError(toWireError(thrown));
        if (error.code === 'internal')
          log('error', `${name}: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : error.message}`);
        return { text: errorText(error), facts: {}, images: [], isError: true };
      }
    },
  };
}

interface Surroundings {
  sessions: Sessions;
  allowFile: AllowFile;
  signal: AbortSignal;
  progress: ToolContext['progress'];
  takeTicket(): number;
}

/** Runs a checked call under its deadline; a read whose worker was lost is repeated once, input never. */
async function perform(tool: Tool, call: BoundCall, around: Surroundings): Promise<Reply> {
  const deadline = AbortSignal.timeout(call.deadlineMs);
  const signal = AbortSignal.any([around.signal, deadline]);
  try {
    return await attempt(tool, call, { ...around, signal }).catch((error: unknown) => {
      const isLost = error instanceof DesktopError && error.code === 'worker_lost';
      if (!isLost || tool.tier !== 'view' || signal.aborted) throw error;
      return attempt(tool, call, { ...around, signal });
    });
  } catch (error) {
    if (around.signal.aborted) throw abortedError();
    if (deadline.aborted) {
      throw new DesktopError(
        'timeout',
        `The call was ended after ${call.deadlineMs} ms.`,
        'The application or the compositor did not answer in time; see doctor.',
      );
    }
    throw error;
  }
}

async function attempt(tool: Tool, call: BoundCall, around: Surroundings): Promise<Reply> {
  const warnings: string[] = [];
  let chosen: Promise<Session> | undefined;
  // Once a call: another session may become the default one while it waits for the queue.
  const session = (): Promise<Session> => (chosen ??= sessionOf(call, around));
  const context = (input?: ReturnType<ToolContext['input']>): ToolContext => ({
    sessions: around.sessions,
    session,
    policy: async () => gated(call.app, await policyOf(await session(), around)),
    allowFile: around.allowFile,
    input: () => {
      if (!input)
        throw new DesktopError('internal', 'A tool that does not declare input asked for it.', 'Report this.');
      return input;
    },
    signal: around.signal,
    progress: around.progress,
    warn: (text) => void warnings.push(text),
  });
  if (!tool.input) return withWarnings(await call.run(context()), warnings);
  const held = await session();
  const grant = mintGrant(held.name, gated(call.app, await policyOf(held, around)), {
    nowMs: Date.now(),
    deadlineMs: call.deadlineMs,
  });
  const reply = await holdingInput(held, around, async (ticket) => {
    const own = context({ ticket, grant });
    const raised = call.window === undefined ? '' : await raiseForInput(call.window, own);
    const { text, ...rest } = await call.run(own);
    return { ...rest, text: raised === '' ? text : `${raised}; ${text}` };
  });
  return withWarnings(reply, warnings);
}

/** The session that a call acts on. What is read ahead there makes way for it. */
async function sessionOf(call: BoundCall, { sessions }: Surroundings): Promise<Session> {
  const session = await sessions.get(call.sessionName);
  session.ahead?.abort();
  return session;
}

/** Runs `action` while it alone may send input to the session; a cancel stops it before its next event. */
async function holdingInput<T>(
  session: Session,
  around: Surroundings,
  action: (ticket: number) => Promise<T>,
): Promise<T> {
  const ticket = around.takeTicket();
  const { input } = session;
  const onAbort = (): void => session.stopFlag.cancel(ticket);
  around.signal.addEventListener('abort', onAbort, { once: true });
  try {
    await input.begin(ticket, around.signal);
    try {
      return await action(ticket);
    } finally {
      await input.end(ticket);
      session.inputSent();
    }
  } finally {
    around.signal.removeEventListener('abort', onAbort);
  }
}

/** What a session's policy is now: private ones allow everything, the live one its list. */
export async function policyOf(
  session: Session,
  { allowFile, signal }: Pick<Surroundings, 'allowFile' | 'signal'>,
): Promise<SessionPolicy> {
  if (session.wiring.kind === 'virtual') return { kind: 'private' };
  const list = allowFile.read();
  return { kind: 'listed', list, applications: await session.atspi.apps('all', signal) };
}

/** Refuses a call that names an application which runs but is not allowed. */
function gated(app: string | undefined, policy: SessionPolicy): SessionPolicy {
  if (app !== undefined && isBlocked(policy, app)) {
    throw new DesktopError(
      'denied',
      `"${escape(app)}" is not in the allowlist.`,
      'The user can add it; doctor names the file.',
    );
  }
  return policy;
}

function withWarnings(reply: Reply, warnings: string[]): Reply {
  if (warnings.length === 0) return reply;
  const text = `${reply.text}\n${warnings.map((warning) => `warning: ${warning}`).join('\n')}`;
  return { ...reply, text, facts: { ...reply.facts, warnings } };
}
