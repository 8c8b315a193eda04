/**
 * The closed set of failures that cross a thread or reach the client.
 *
 * | code | meaning |
 * |---|---|
 * | `invalid_params` | the call itself is wrong: nothing was tried |
 * | `not_found` | no such element, window, application, program or session |
 * | `ambiguous` | several match equally well: nothing was sent |
 * | `stale_id` | the element of this id is gone or is another one now |
 * | `denied` | policy refuses it |
 * | `unsupported` | this desktop or toolkit cannot do it |
 * | `timeout` | the other side did not answer in time |
 * | `aborted` | the client cancelled the call |
 * | `interrupted` | the stop flag ended running input |
 * | `worker_lost` | the thread that served the call stopped or hung |
 * | `failed` | it was tried and did not work; the message says how |
 * | `internal` | a defect of ours |
 */
export type ErrorCode =
  | 'invalid_params'
  | 'not_found'
  | 'ambiguous'
  | 'stale_id'
  | 'denied'
  | 'unsupported'
  | 'timeout'
  | 'aborted'
  | 'interrupted'
  | 'worker_lost'
  | 'failed'
  | 'internal';

/** A failure as plain data, the form in which it crosses threads. */
export interface WireError {
  code: ErrorCode;
  message: string;
  hint: string;
}

/** A failure: a code for programs, and two sentences for people, the fact and what to do next. */
export class DesktopError extends Error {
  readonly code: ErrorCode;
  readonly hint: string;

  constructor(code: ErrorCode, message: string, hint: string) {
    super(message);
    this.name = 'DesktopError';
    this.code = code;
    this.hint = hint;
  }
}

/** What the system refuses that is no defect of ours, by the code of Node's error: what is so, what to do. */
const REFUSED: Record<string, readonly [what: string, hint: string]> = {
  ENOSPC: ['no space is left there', 'Free space on that disk, then call again.'],
  EDQUOT: ['the quota of this user is used up there', 'Free space on that disk, then call again.'],
  EROFS: ['it can only be read there', 'Have that folder made writable, then call again.'],
  EMFILE: ['this server has too many files open', 'Stop sessions that are not needed, then call again.'],
  ENFILE: ['the system has too many files open', 'End programs that are not needed, then call again.'],
};

/** Turns anything thrown into plain data; what is neither a DesktopError nor a refusal of the system becomes `internal`. */
export function toWireError(thrown: unknown): WireError {
  if (thrown instanceof DesktopError) return { code: thrown.code, message: thrown.message, hint: thrown.hint };
  const { code = '', path = '' } = (thrown ?? {}) as { code?: unknown; path?: unknown };
  const refused = typeof code === 'string' && Object.hasOwn(REFUSED, code) ? REFUSED[code] : undefined;
  if (refused) {
    const [what, hint] = refused;
    const where = typeof path === 'string' && path !== '' ? `${path} cannot be written` : 'A file cannot be written';
    return { code: 'failed', message: `${where}: ${what} (${String(code)}).`, hint };
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    code: 'internal',
    message,
    hint: 'This is a defect of desktop-mcp; the server log on stderr has the details.',
  };
}

/** Restores the error that another thread threw. */
export function fromWireError(error: WireError): DesktopError {
  return new DesktopError(error.code, error.message, error.hint);
}

/** Makes the error of a cancelled call, whatever reason its signal carries. */
export function abortedError(): DesktopError {
  return new DesktopError(
    'aborted',
    'The call was cancelled.',
    'Nothing more is sent for it; call again when it is wanted.',
  );
}

/** Throws `aborted` when the signal has fired. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError();
}
