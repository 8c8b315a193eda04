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

/** Turns anything thrown into plain data; what is not a DesktopError becomes `internal`. */
export function toWireError(thrown: unknown): WireError {
  if (thrown instanceof DesktopError) return { code: thrown.code, message: thrown.message, hint: thrown.hint };
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
