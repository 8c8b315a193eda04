/** Failures of the bus in the words of the contract. */
import { abortedError, DesktopError } from '../../base/errors.ts';
import { BusCallError } from '../platform/dbus/bus.ts';
import { quoted } from './model/text.ts';

/** Runs a piece of work for one application and names it when it does not answer. */
export async function named<T>(application: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw inWords(error, application);
  }
}

/** Turns a BusCallError into a DesktopError; anything else stays what it is. */
export function inWords(error: unknown, application: string): unknown {
  if (!(error instanceof BusCallError)) return error;
  switch (error.failure) {
    case 'aborted':
      return abortedError();
    case 'timeout':
      return new DesktopError(
        'timeout',
        `${quoted(application)} does not answer: it did not reply within 2 s.`,
        'It may be busy or hang: try again, or look at it with screenshot.',
      );
    case 'gone':
    // What the message daemon says of a name that is gone, and of one that went while it was asked.
    case 'org.freedesktop.DBus.Error.ServiceUnknown':
    case 'org.freedesktop.DBus.Error.NameHasNoOwner':
    case 'org.freedesktop.DBus.Error.NoReply':
      return new DesktopError(
        'not_found',
        `${quoted(application)} has ended.`,
        'Start it with launch if it is needed; apps lists what is there.',
      );
    case 'lost':
      return new DesktopError(
        'worker_lost',
        `The accessibility bus went away (${error.message}).`,
        'It is connected to again at the next call; check that the session still runs.',
      );
    default:
      return new DesktopError(
        'failed',
        `${quoted(application)} refused a call: ${quoted(error.message)}.`,
        'The element may have just gone: call tree or find again.',
      );
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
