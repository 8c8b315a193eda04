/** Failures of readers in the words of the contract. */
import { abortedError, DesktopError } from '../../base/errors.ts';
import { quoted } from './model/text.ts';

/**
 * Why a reader has no answer: `timeout`, the application does not answer; `ended`, it is gone; `refused`, it answered with an
 * error; `lost`, accessibility itself is gone; `aborted`, nobody waits any more.
 */
export type ReaderFailure = 'timeout' | 'ended' | 'refused' | 'lost' | 'aborted';

/** A call to a reader that ended without a result. */
export class ReaderError extends Error {
  readonly failure: ReaderFailure;

  constructor(failure: ReaderFailure, message: string) {
    super(message);
    this.name = 'ReaderError';
    this.failure = failure;
  }
}

/** Runs a piece of work for one application and names it when it does not answer. */
export async function named<T>(application: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw inWords(error, application);
  }
}

/** Turns a ReaderError into a DesktopError; anything else stays what it is. */
export function inWords(error: unknown, application: string): unknown {
  if (!(error instanceof ReaderError)) return error;
  switch (error.failure) {
    case 'aborted':
      return abortedError();
    case 'timeout':
      return new DesktopError(
        'timeout',
        `${quoted(application)} does not answer: it did not reply within 2 s.`,
        'It may be busy or hang: try again, or look at it with screenshot.',
      );
    case 'ended':
      return new DesktopError(
        'not_found',
        `${quoted(application)} has ended.`,
        'Start it with launch if it is needed; apps lists what is there.',
      );
    case 'lost':
      return new DesktopError(
        'worker_lost',
        `Accessibility went away (${error.message}).`,
        'It is connected to again at the next call; check that the session still runs.',
      );
    case 'refused':
      return new DesktopError(
        'failed',
        `${quoted(application)} refused a call: ${quoted(error.message)}.`,
        'The element may have just gone: call tree or find again.',
      );
  }
}

/** What a reader answers; undefined when the application refuses or has ended, and if so asked when it does not answer in time. */
export async function ifAnswered<T>(answer: Promise<T>, { orTimeout = false } = {}): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error;
    const { failure } = error;
    if (failure === 'refused' || failure === 'ended' || (orTimeout && failure === 'timeout')) return undefined;
    throw error;
  }
}

/** Whether something thrown is a failure with this code. */
export function isOfCode(error: unknown, code: DesktopError['code']): error is DesktopError {
  return error instanceof DesktopError && error.code === code;
}

/** Undefined in place of a failure with this code. */
export function orUndefined(code: DesktopError['code']): (error: unknown) => undefined {
  return (error) => {
    if (isOfCode(error, code)) return undefined;
    throw error;
  };
}
