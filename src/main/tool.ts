/** How a tool is declared. One file a tool; its name is its file's name with `_` for `-`. */
import type { z } from 'zod';
import type { DesktopError } from '../protocol/errors.ts';
import type { Grant } from '../protocol/grant.ts';
import type { AllowFile } from './allow-file.ts';
import type { SessionPolicy } from './policy/grants.ts';
import type { Session, Sessions } from './sessions.ts';

/**
 * What a call may do, lowest first: read, press things, type. `session` tools manage sessions and programs and are not
 * bound to an application.
 */
export type Tier = 'view' | 'click' | 'full' | 'session';

export interface ToolContext {
  readonly sessions: Sessions;
  /** The session that this call acts on. Fails with `not_found` when there is none. */
  session(): Promise<Session>;
  /** What of the session this call may see and reach. Fails with `denied` when the allowlist cannot be read. */
  policy(): Promise<SessionPolicy>;
  readonly allowFile: AllowFile;
  /** The right to send input, for tools that declare `input: true`. */
  input(): { ticket: number; grant: Grant };
  readonly signal: AbortSignal;
  /** Reports progress to a client that asked for it; costs nothing otherwise. */
  progress(done: number, total: number | undefined, text: string): void;
  /** Warnings for the reply, such as a picture that could not be added. */
  warn(text: string): void;
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
  tier: Tier;
  /** It holds the session's input queue from before `run` until after it. */
  input?: boolean;
  /** It may undo or lose something. Default: every tool that is not of tier `view`. */
  destructive?: boolean;
  /** Repeating it with the same arguments changes nothing more. Default: that of its tier. */
  idempotent?: boolean;
  /** It may reach beyond the desktop's applications. */
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
  readonly tier: Tier;
  readonly input: boolean;
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
  /** The application that it names. */
  readonly app: string | undefined;
  /** The window that is to be in front, for tools that send input. */
  readonly window: string | undefined;
  readonly deadlineMs: number;
  run(context: ToolContext): Promise<Reply>;
}

export interface Reply {
  text: string;
  facts: Record<string, unknown>;
  images: Image[];
}

/** Calls that declare nothing else are ended after this. */
export const DEFAULT_DEADLINE_MS = 60_000;

/** Declares a tool: closes its types over, so that pipeline and registry need none of them. */
export function defineTool<Params extends z.ZodObject, Facts extends z.ZodObject, Outcome>(
  declaration: ToolDeclaration<Params, Facts, Outcome>,
): Tool {
  const { title, description, tier, params, result } = declaration;
  return {
    title,
    description,
    tier,
    params,
    result,
    input: declaration.input ?? false,
    destructive: declaration.destructive ?? tier !== 'view',
    idempotent: declaration.idempotent ?? tier === 'view',
    openWorld: declaration.openWorld ?? false,
    alwaysLoad: declaration.alwaysLoad ?? false,
    parse: (args) => {
      const parsed = params.safeParse(args);
      if (!parsed.success) return { ok: false, error: parsed.error };
      return { ok: true, call: bind(declaration, parsed.data) };
    },
  };
}

function bind<Params extends z.ZodObject, Facts extends z.ZodObject, Outcome>(
  declaration: ToolDeclaration<Params, Facts, Outcome>,
  params: z.output<Params>,
): BoundCall {
  const { session, app, window } = params as { session?: string; app?: string; window?: string };
  return {
    sessionName: session,
    app,
    window: declaration.input ? window : undefined,
    deadlineMs: declaration.deadlineMs?.(params) ?? DEFAULT_DEADLINE_MS,
    run: async (context) => {
      const outcome = await declaration.run(params, context);
      return {
        text: declaration.render(outcome, params),
        facts: declaration.facts(outcome, params),
        images: declaration.images?.(outcome) ?? [],
      };
    },
  };
}

/** An error reply: what is so, and what to do next. */
export function errorText(error: DesktopError): string {
  return `${error.message}\n${error.hint}`;
}
