/** One tool call as a straight line: look up, check, gate, run, render. Every call goes through here, and only here. */
import { abortedError, DesktopError, fromWireError, toWireError } from '../../base/errors.ts';
import { escapeControls } from '../../base/escape.ts';
import { log } from '../../base/log.ts';
import type { Held } from '../../protocol/input.ts';
import type { AllowFile } from '../access/allow-file.ts';
import { authorize, withCurrentList } from '../access/authorize.ts';
import { type Asker, ConsentNeeded, ConsentRefused, type Consents, type Question } from '../access/consents.ts';
import type { Secrets } from '../access/secrets.ts';
import type { Allowlist } from '../policy/allowlist.ts';
import { mintGrant, type SessionPolicy } from '../policy/grants.ts';
import { tools } from '../registry.ts';
import type { Session, Sessions } from '../sessions/sessions.ts';
import { explainArguments, explainUnknownTool } from '../tool/arguments.ts';
import { errorText, type NamedCall, type Reply, type Tool, type ToolContext } from '../tool/tool.ts';
import { activateForInput } from '../windows/raise.ts';
import { withPictures } from './burst.ts';
import { withChanges } from './observe.ts';

export interface CallRequest {
  name: string;
  args: unknown;
  signal: AbortSignal;
  progress: ToolContext['progress'];
  asker: Asker;
}

export interface CallResult {
  text: string;
  facts: Record<string, unknown>;
  images: Reply['images'];
  isError: boolean;
  /** Nothing was done: the user has to answer this first, then the call is made again with the answer. */
  question?: Question;
}

export interface PipelineOptions {
  sessions: Sessions;
  allowFile: AllowFile;
  consents: Consents;
  secrets: Secrets;
}

export interface Pipeline {
  call(request: CallRequest): Promise<CallResult>;
}

/** Makes the pipeline of one server. Tickets of input calls are unique and rising in its life. */
export function createPipeline(options: PipelineOptions): Pipeline {
  const { secrets } = options;
  let nextTicket = 1;
  const takeTicket = (): number => nextTicket++;
  /** The allowlist whose mistakes were told. */
  let told: Allowlist | undefined;
  return {
    call: async ({ name, args, ...request }) => {
      const rules: CallContext['rules'] = {};
      const answer = (result: CallResult): CallResult => {
        if (result.question || !rules.list || rules.list === told) return secrets.redact(result);
        told = rules.list;
        return secrets.redact(withWarnings(result, mistakesIn(rules.list)));
      };
      try {
        const tool = tools[name];
        if (!tool) throw explainUnknownTool(name, Object.keys(tools));
        const parsed = tool.parse(args ?? {});
        if (!parsed.ok) throw explainArguments(name, tool, { args, error: parsed.error });
        const call: NamedCall = { ...parsed.call, tool: name };
        const reply = await perform(tool, call, { ...options, ...request, takeTicket, rules });
        return answer({ ...reply, isError: false });
      } catch (thrown) {
        return answer(resultOf(thrown, name));
      }
    },
  };
}

/** What a call that did not come to its end is answered with. */
function resultOf(thrown: unknown, name: string): CallResult {
  const nothing = { text: '', facts: {}, images: [], isError: false };
  if (thrown instanceof ConsentNeeded) return { ...nothing, question: thrown.question };
  if (thrown instanceof ConsentRefused) {
    const { words, refusal } = thrown;
    return {
      ...nothing,
      text: errorText(words),
      facts: { result: 'refused', refusal: 'no_consent', consent: refusal },
    };
  }
  const error = fromWireError(toWireError(thrown));
  if (error.code === 'internal')
    log('error', `${name}: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : error.message}`);
  return { ...nothing, text: errorText(error), isError: true };
}

interface CallContext extends PipelineOptions {
  signal: AbortSignal;
  progress: ToolContext['progress'];
  asker: Asker;
  /** The allowlist that the call was held to, as it was read last. */
  rules: { list?: Allowlist };
  takeTicket(): number;
}

/** Mistakes of the allowlist that one reply names; doctor counts the others. */
const MAX_MISTAKES = 5;

/** Runs a checked call under its deadline; a read whose worker was lost is repeated once, input never. */
async function perform(tool: Tool, call: NamedCall, around: CallContext): Promise<Reply> {
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

async function attempt(tool: Tool, call: NamedCall, around: CallContext): Promise<Reply> {
  const nowMs = Date.now();
  const warnings: string[] = [];
  let chosen: Promise<Session> | undefined;
  // Once a call: another session may become the default one while it waits for the queue.
  const session = (): Promise<Session> => (chosen ??= sessionOf(call, around));
  let rules: SessionPolicy | undefined;
  const allowFile: AllowFile = { ...around.allowFile, read: () => (around.rules.list = around.allowFile.read()) };
  const authorizing = { ...around, allowFile };
  const policy = async (): Promise<SessionPolicy> => (rules ??= await authorize(call, await session(), authorizing));
  const context = (input?: ReturnType<ToolContext['input']>): ToolContext => ({
    sessions: around.sessions,
    session,
    policy,
    allowFile: around.allowFile,
    consents: around.consents,
    consent: (action) => around.consents.demand(action, { asker: around.asker, confirm: call.confirm }),
    secret: (name) => around.secrets.read(name, async () => (await session()).desktop.secret(name, around.signal)),
    redactOutcome: around.secrets.redactOutcome,
    input: () => {
      if (!input)
        throw new DesktopError('internal', 'A tool that does not declare input asked for it.', 'Report this.');
      return input;
    },
    signal: around.signal,
    progress: around.progress,
    warn: (text) => void warnings.push(text),
  });
  const runWith = (own: ToolContext): Promise<Reply> => {
    const { observation, burst } = call;
    const run = (): Promise<Reply> => (tool.input ? reportingInput(call, own) : call.run(own));
    const action = (): Promise<Reply> => (burst ? withPictures(run, { burst, context: own }) : run());
    return observation ? withChanges(action, { ...observation, context: own }) : action();
  };
  const withInput = async (): Promise<Reply> => {
    const held = await session();
    const before = await policy();
    return withInputLock(held, around, async (ticket) => {
      rules = withCurrentList(before, authorizing);
      const grant = mintGrant(held.name, rules, { nowMs, deadlineMs: call.deadlineMs });
      const own = context({ ticket, grant });
      const raised = call.window === undefined ? '' : await activateForInput(call.window, own);
      const { text, ...rest } = await runWith(own);
      return { ...rest, text: raised === '' ? text : `${raised}; ${text}` };
    });
  };
  const reply = await (tool.input ? withInput() : runWith(context()));
  return withWarnings(reply, warnings);
}

/** What is wrong with the lines of the allowlist. */
function mistakesIn({ problems }: Allowlist): string[] {
  return problems.slice(0, MAX_MISTAKES).map(({ line, text }) => `allowlist line ${line}: ${escapeControls(text)}`);
}

/** The session that a call acts on. What is read ahead there makes way for it. */
async function sessionOf(call: NamedCall, { sessions }: CallContext): Promise<Session> {
  const session = await sessions.get(call.sessionName);
  session.warmUp?.abort();
  return session;
}

/** Runs a tool that sends input, and tells the readers that it has. */
async function reportingInput(call: NamedCall, context: ToolContext): Promise<Reply> {
  const session = await context.session();
  const startedMs = performance.now();
  try {
    return await call.run(context);
  } finally {
    session.inputSent({ durationMs: performance.now() - startedMs, isText: call.tool === 'type_text' });
  }
}

/** Runs `action` while it alone may send input to the session; a cancel stops it before its next event. */
async function withInputLock(
  session: Session,
  around: CallContext,
  action: (ticket: number) => Promise<Reply>,
): Promise<Reply> {
  const ticket = around.takeTicket();
  const { input } = session;
  const onAbort = (): void => session.stopFlag.cancel(ticket);
  around.signal.addEventListener('abort', onAbort, { once: true });
  try {
    await input.begin(ticket, around.signal);
    const reply = await action(ticket).catch(async (error: unknown) => {
      // Nothing was done when the user is asked first, or does not agree.
      const isRefusal = error instanceof ConsentNeeded || error instanceof ConsentRefused;
      const outcome = isRefusal ? 'done' : 'failed';
      throw withReleased(error, await releasedAfter(input, { ticket, outcome }));
    });
    return withHeld(reply, (await input.end(ticket, 'done')).held);
  } finally {
    around.signal.removeEventListener('abort', onAbort);
  }
}

/** Ends the ticket of a call that has no reply, and names what was let go with it. */
async function releasedAfter(
  input: Session['input'],
  { ticket, outcome }: { ticket: number; outcome: 'done' | 'failed' },
): Promise<Held> {
  try {
    return (await input.end(ticket, outcome)).released;
  } catch (error) {
    // The failure of the call itself is what its client is to know.
    log('warn', `ending input: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}

/** Every reply of a tool that sends input ends with what is held. */
function withHeld(reply: Reply, held: Held): Reply {
  const joint = reply.text.includes('\n') ? '\n' : '; ';
  const text = held.length > 0 ? `${reply.text}${joint}held: ${held.join(', ')}` : reply.text;
  return { ...reply, text, facts: { ...reply.facts, held } };
}

function withReleased(error: unknown, released: Held): unknown {
  if (released.length === 0 || !(error instanceof DesktopError)) return error;
  return new DesktopError(
    error.code,
    error.message,
    `${error.hint} What was held (${released.join(', ')}) was let go.`,
  );
}

/** A reply or an error with these warnings after those that it has. */
function withWarnings<T extends Reply>(reply: T, warnings: string[]): T {
  if (warnings.length === 0) return reply;
  const text = `${reply.text}\n${warnings.map((warning) => `warning: ${warning}`).join('\n')}`;
  const before = Array.isArray(reply.facts['warnings']) ? reply.facts['warnings'] : [];
  return { ...reply, text, facts: { ...reply.facts, warnings: [...before, ...warnings] } };
}
