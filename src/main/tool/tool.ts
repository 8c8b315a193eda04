/** How a tool is declared. One file a tool; its name is its file's name with `_` for `-`. */
import { z } from 'zod';
import type { DesktopError } from '../../base/errors.ts';
import { escape, quote } from '../../base/escape.ts';
import { rectSchema } from '../../protocol/geometry.ts';
import type { Grant, Tier } from '../../protocol/grant.ts';
import type { Held } from '../../protocol/input.ts';
import type { AllowFile } from '../access/allow-file.ts';
import type { ConsentRequest, Consents } from '../access/consents.ts';
import type { CallPolicy } from '../policy/grants.ts';
import { type Subject, subjectsOf } from '../policy/subject.ts';
import type { Session, Sessions } from '../sessions/sessions.ts';
import { ACTING, type Burst } from './params.ts';
import { snakeCase } from './snake-case.ts';

/** Tier that an application needs. Tools of tier `session` manage sessions and affect no application. */
export type ToolTier = Tier | 'session';

export interface ToolContext {
  readonly sessions: Sessions;
  /** The session that this call acts on. */
  readonly session: Session;
  /** What this call may see and affect in the session. */
  readonly policy: CallPolicy;
  readonly allowFile: AllowFile;
  readonly consents: Pick<Consents, 'timed'>;
  /**
   * Returns when the user agrees to an action that always needs consent on the live desktop; ends the call
   * otherwise. Call it before anything is done: once the user has answered, `run` starts anew.
   */
  consent(action: ConsentRequest): 'accepted' | 'confirmed';
  /** The value of a secret of the user, as `Secrets.read` gives it. */
  secret(name: string): Promise<string>;
  /** What `run` gave, freed of secrets before it is rendered: rendering may cut them. */
  redactOutcome<T>(outcome: T): T;
  /** The right to send input, for tools that declare `input: true`. */
  readonly input: InputRights;
  readonly signal: AbortSignal;
  /** Reports progress to a client that asked for it; costs nothing otherwise. */
  progress(done: number, total: number | undefined, text: string): void;
  /** Warnings for the reply, such as a picture that could not be added. */
  warn(text: string): void;
}

/** The place of a call in the input queue, and what it may send input to. */
export interface InputRights {
  ticket: number;
  grant: Grant;
  /** Takes note of what is held now, for the reply. */
  noteHeld(held: Held): void;
  /** Takes note that the reader has heard of this call's input and has waited for it. */
  inputReported(): void;
  isReported(): boolean;
}

export interface Image {
  bytes: Uint8Array;
  mimeType: string;
}

/** A tool as it is declared. `Params` and `Facts` are zod schemas; `Outcome` is what `run` hands to `render` and `facts`. */
export interface ToolDeclaration<Params extends z.ZodObject, Facts extends z.ZodObject, Outcome> {
  title: string;
  /** Under 2,000 bytes, the important first: Claude Code cuts the rest. */
  description: string;
  tier: ToolTier;
  /** The tier that a call needs, where its arguments raise it. */
  needs?: (params: z.output<Params>) => Tier;
  /** What a call affects. Default: what its arguments name, and for tools that send input the active window. */
  subjects?: (params: z.output<Params>) => Subject[];
  /** Whether it acts on a session: it is then chosen and the call authorized. Default: all but tier `session`. */
  usesSession?: boolean;
  /** Whether the session's input queue is held while it runs. */
  input?: boolean;
  /** It sends characters, which programs take one by one. */
  sendsText?: boolean;
  /** Whether `confirm:` lines of the allowlist apply to a call. Default: they do. */
  isConfirmable?: (params: z.output<Params>) => boolean;
  /** Whether it may undo or lose something. Default: every tool that is not of tier `view`. */
  destructive?: boolean;
  /** Whether repeating it with the same arguments changes nothing more. Default: only tier `view`. */
  idempotent?: boolean;
  /** Whether it may affect more than the desktop's applications. */
  openWorld?: boolean;
  /** Loaded at once by clients that load tools on demand. */
  alwaysLoad?: boolean;
  /** Milliseconds after which the call is ended; default 60,000. */
  deadlineMs?: (params: z.output<Params>) => number;
  params: Params;
  /** The typed facts, given as structuredContent to clients that read it. */
  result: Facts;
  run(params: z.output<Params>, context: ToolContext): Promise<Outcome>;
  /** The reply as text. Pure. */
  render(outcome: Outcome, params: z.output<Params>): string;
  facts(outcome: Outcome, params: z.output<Params>): z.input<Facts>;
  images?(outcome: Outcome): Image[];
}

/** A declared tool with its types closed over: what the pipeline and the registry work with. */
export interface Tool {
  readonly title: string;
  readonly description: string;
  readonly tier: ToolTier;
  readonly usesSession: boolean;
  readonly input: boolean;
  readonly sendsText: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
  readonly openWorld: boolean;
  readonly alwaysLoad: boolean;
  readonly params: z.ZodObject;
  readonly result: z.ZodObject;
  /** Parses the arguments, or says what is wrong with them. */
  parse(args: unknown): { ok: true; call: BoundCall } | { ok: false; error: z.ZodError };
}

/** A call whose arguments were checked. */
export interface BoundCall {
  readonly sessionName: string | undefined;
  /** Tier that the affected applications need. */
  readonly needs: Tier;
  readonly subjects: Subject[];
  /** Whether `confirm:` lines of the allowlist apply to it. */
  readonly isConfirmable: boolean;
  /** The agent says that the user has agreed. */
  readonly confirm: boolean;
  /** Set when the reply reports changes; `settleMs` is the longest wait for the first one. */
  readonly observation: { settleMs: number } | undefined;
  /** Pictures to be taken after it. */
  readonly burst: Burst | undefined;
  /** The arguments that were given, on one line, for the user's eyes. */
  about(): string;
  /** The window that is to be in front, for tools that send input. */
  readonly window: string | undefined;
  readonly deadlineMs: number;
  run(context: ToolContext): Promise<Reply>;
}

/** A call with the name of its tool. */
export type NamedCall = BoundCall & { readonly tool: string };

export interface Reply {
  text: string;
  facts: Record<string, unknown>;
  images: Image[];
}

/** Deadline of calls that declare no other. */
export const DEFAULT_DEADLINE_MS = 60_000;

/** Part of every result of a tool that sends input. */
const HELD = z.array(z.string()).describe('Keys and buttons that stay held down');

/** Declares a tool: closes its types over, so that pipeline and registry need none of them. */
export function defineTool<Params extends z.ZodObject, Facts extends z.ZodObject, Outcome>(
  declaration: ToolDeclaration<Params, Facts, Outcome>,
): Tool {
  const { title, description, tier, params } = declaration;
  const result = declaration.input ? declaration.result.extend({ held: HELD }) : declaration.result;
  const acts = tier === 'click' || tier === 'full';
  return {
    title,
    description,
    tier,
    params: acts ? params.extend(ACTING) : params,
    result: result.extend({ ...(acts ? OBSERVED : {}), warnings: z.array(z.string()).optional() }),
    usesSession: declaration.usesSession ?? tier !== 'session',
    input: declaration.input ?? false,
    sendsText: declaration.sendsText ?? false,
    destructive: declaration.destructive ?? tier !== 'view',
    idempotent: declaration.idempotent ?? tier === 'view',
    openWorld: declaration.openWorld ?? false,
    alwaysLoad: declaration.alwaysLoad ?? false,
    parse: (args) => {
      const { shared, own } = acts ? splitShared(args) : { shared: {}, own: args };
      const acting = z.strictObject(ACTING).safeParse(shared);
      if (!acting.success) return { ok: false, error: acting.error };
      const parsed = params.safeParse(own);
      if (!parsed.success) return { ok: false, error: parsed.error };
      const { confirm, observe, settle_ms: settleMs, capture: burst } = acting.data;
      const observation = observe === undefined ? undefined : { settleMs };
      const about = (): string => aboutOf(own ?? {});
      const bound = bind(declaration, parsed.data);
      const deadlineMs = bound.deadlineMs + (burst?.delaysMs.at(-1) ?? 0);
      return { ok: true, call: { ...bound, confirm, observation, burst, deadlineMs, about } };
    },
  };
}

/** A picture of a burst as facts. */
const frameSchema = z.strictObject({
  delay_ms: z.int().describe('As asked for'),
  taken_ms: z.number().describe('When it was taken after the input'),
  area: rectSchema,
  width: z.int(),
  height: z.int(),
  mime_type: z.string(),
  mapping: z.string(),
});

/** Further parts of the result of an acting tool. */
const OBSERVED = {
  changes: z.string().optional().describe('What changed, when it was asked for'),
  frames: z.array(frameSchema).optional().describe('The pictures taken after it, in their order'),
};

/** Splits the arguments of an acting tool into the shared ones and its own. */
function splitShared(args: unknown): { shared: object; own: unknown } {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return { shared: {}, own: args };
  const entries = Object.entries(args);
  const isShared = ([name]: [string, unknown]): boolean => name in ACTING;
  return {
    shared: Object.fromEntries(entries.filter(isShared)),
    own: Object.fromEntries(entries.filter((entry) => !isShared(entry))),
  };
}

function bind<Params extends z.ZodObject, Facts extends z.ZodObject, Outcome>(
  declaration: ToolDeclaration<Params, Facts, Outcome>,
  params: z.output<Params>,
): Omit<BoundCall, 'confirm' | 'observation' | 'burst' | 'about'> {
  const { session, window } = params as { session?: string; window?: string };
  const { tier, input = false } = declaration;
  return {
    sessionName: session,
    window: input ? window : undefined,
    needs: declaration.needs?.(params) ?? (tier === 'session' ? 'view' : tier),
    subjects: declaration.subjects?.(params) ?? subjectsOf(params, input),
    isConfirmable: declaration.isConfirmable?.(params) ?? true,
    deadlineMs: declaration.deadlineMs?.(params) ?? DEFAULT_DEADLINE_MS,
    run: async (context) => {
      const outcome = context.redactOutcome(await declaration.run(params, context));
      return {
        text: declaration.render(outcome, params),
        facts: snakeCase(declaration.facts(outcome, params)) as Record<string, unknown>,
        images: declaration.images?.(outcome) ?? [],
      };
    },
  };
}

/** Words arguments as `key="ctrl+s", repeat=2`. */
function aboutOf(args: object): string {
  const given = Object.entries(args).filter(([name]) => name !== 'session');
  const shown = given.map(([name, value]) =>
    typeof value === 'string' ? `${name}=${quote(value)}` : `${name}=${escape(JSON.stringify(value))}`,
  );
  return shown.join(', ');
}

/** Words an error: the message, then the hint. */
export function errorText(error: Pick<DesktopError, 'message' | 'hint'>): string {
  return `${error.message}\n${error.hint}`;
}
