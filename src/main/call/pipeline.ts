/**
 * One tool call as a straight line: look up the tool, check the arguments, choose the session, authorize, wait for the
 * input queue, run, render. Every call goes through here, and only here.
 */
import { abortedError, DesktopError } from '../../base/errors.ts';
import type { AllowFile } from '../access/allow-file.ts';
import { authorize, withCurrentList } from '../access/authorize.ts';
import type { Asker, Consents } from '../access/consents.ts';
import type { Secrets } from '../access/secrets.ts';
import type { Allowlist } from '../policy/allowlist.ts';
import { mintGrant } from '../policy/grants.ts';
import type { Session, Sessions } from '../sessions/sessions.ts';
import { explainArguments, explainUnknownTool } from '../tool/arguments.ts';
import type { NamedCall, Reply, Tool, ToolContext } from '../tool/tool.ts';
import { reporting } from '../tool/waiting.ts';
import { activateForInput } from '../windows/activate.ts';
import { createContext } from './context.ts';
import { withInputLock } from './input-lock.ts';
import { type CallResult, resultOf, withAllowlistMistakes, withTroubles, withWarnings } from './result.ts';
import { withChanges } from './with-changes.ts';
import { withPictures } from './with-pictures.ts';

export interface CallRequest {
  name: string;
  args: unknown;
  signal: AbortSignal;
  progress: ToolContext['progress'];
  asker: Asker;
}

export interface PipelineOptions {
  tools: Readonly<Record<string, Tool>>;
  sessions: Sessions;
  allowFile: AllowFile;
  consents: Consents;
  secrets: Secrets;
}

export interface Pipeline {
  call(request: CallRequest): Promise<CallResult>;
}

/** What the pipeline hands on with a call. */
export interface CallContext extends Omit<PipelineOptions, 'tools'> {
  signal: AbortSignal;
  progress: ToolContext['progress'];
  asker: Asker;
  /** Gives the number of an input call: unique and rising in the server's life. */
  takeTicket(): number;
}

/** Makes the pipeline of one server. */
export function createPipeline({ tools, ...options }: PipelineOptions): Pipeline {
  let nextTicket = 1;
  const takeTicket = (): number => nextTicket++;
  /** The allowlist whose mistakes were reported. */
  let reported: Allowlist | undefined;
  return {
    call: async ({ name, args, ...request }) => {
      let list: Allowlist | undefined;
      const allowFile: AllowFile = { ...options.allowFile, read: () => (list = options.allowFile.read()) };
      const finish = (result: CallResult): CallResult => {
        if (result.question || !list || list === reported) return options.secrets.redact(result);
        reported = list;
        return options.secrets.redact(withAllowlistMistakes(result, list));
      };
      try {
        const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
        if (!tool) throw explainUnknownTool(name, Object.keys(tools));
        const parsed = tool.parse(args ?? {});
        if (!parsed.ok) throw explainArguments(name, tool, { args, error: parsed.error });
        const call: NamedCall = { ...parsed.call, tool: name };
        const reply = await withDeadline(tool, call, { ...options, ...request, allowFile, takeTicket });
        return finish({ ...reply, isError: false });
      } catch (error) {
        return finish(resultOf(error, name));
      }
    },
  };
}

/** Runs a checked call under its deadline; a read whose worker was lost is repeated once, input never. */
async function withDeadline(tool: Tool, call: NamedCall, context: CallContext): Promise<Reply> {
  const deadline = AbortSignal.timeout(call.deadlineMs);
  const own = { ...context, signal: AbortSignal.any([context.signal, deadline]) };
  try {
    return await runCall(tool, call, own).catch((error: unknown) => {
      const isLost = error instanceof DesktopError && error.code === 'worker_lost';
      if (!isLost || tool.tier !== 'view' || own.signal.aborted) throw error;
      return runCall(tool, call, own);
    });
  } catch (error) {
    if (context.signal.aborted) throw abortedError();
    if (!deadline.aborted) throw error;
    throw new DesktopError(
      'timeout',
      `The call was ended after ${call.deadlineMs} ms.`,
      'The application or the compositor did not answer in time; see doctor.',
    );
  }
}

async function runCall(tool: Tool, call: NamedCall, context: CallContext): Promise<Reply> {
  const nowMs = Date.now();
  const warnings: string[] = [];
  const warn = (text: string): void => void warnings.push(text);
  if (!tool.usesSession) return withWarnings(await call.run(createContext(call, { ...context, warn })), warnings);
  // Chosen once: another session may become the default one while the call waits for the queue.
  const session = await chooseSession(call, context);
  const reply = await withTroubles(session, () => runIn(session, { tool, call, context: { ...context, warn }, nowMs }));
  return withWarnings(reply, warnings);
}

interface CheckedCall {
  tool: Tool;
  call: NamedCall;
  context: CallContext & Pick<ToolContext, 'warn'>;
  nowMs: number;
}

async function runIn(session: Session, { tool, call, context, nowMs }: CheckedCall): Promise<Reply> {
  const policy = await authorize(call, session, context);
  if (!tool.input) return runObserved(tool, call, createContext(call, { ...context, session, policy }));
  return withInputLock(session, context, async (lock) => {
    const current = withCurrentList(policy, context);
    const grant = mintGrant(session.name, current, { nowMs, deadlineMs: call.deadlineMs });
    const input = { ...lock, grant };
    const own = createContext(call, { ...context, session, policy: current, input });
    const activated = call.window === undefined ? '' : await activateForInput(call.window, own);
    const { text, ...rest } = await runObserved(tool, call, own);
    return { ...rest, text: activated === '' ? text : `${activated}; ${text}` };
  });
}

/** Chooses the session of a call, and ends a warm-up that runs there. */
async function chooseSession(call: NamedCall, { sessions }: CallContext): Promise<Session> {
  const session = await sessions.get(call.sessionName);
  session.warmUp?.abort();
  return session;
}

/** Runs a tool with the pictures and the changes that the call asks for. */
function runObserved(tool: Tool, call: NamedCall, context: ToolContext): Promise<Reply> {
  const { observation, burst } = call;
  const run = (): Promise<Reply> => (tool.input ? reportingInput(tool, call, context) : call.run(context));
  const action = (): Promise<Reply> => (burst ? withPictures(run, { burst, context }) : run());
  return observation ? withChanges(action, { ...observation, context }) : action();
}

/** Runs a tool that sends input, then tells the reader that input was sent. */
async function reportingInput(tool: Tool, call: NamedCall, context: ToolContext): Promise<Reply> {
  const session = context.session;
  const startedMs = performance.now();
  try {
    // Pictures of a burst report themselves.
    if (call.burst) return await call.run(context);
    return await reporting(context, { text: 'sending input' }, () => call.run(context));
  } finally {
    if (!context.input.isReported())
      session.inputSent({ durationMs: performance.now() - startedMs, isText: tool.sendsText });
  }
}
