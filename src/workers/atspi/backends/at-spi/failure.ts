/** Turns failures of D-Bus calls into those of a reader. */
import { BusCallError } from '../../../platform/dbus/bus.ts';
import { ReaderError, type ReaderFailure } from '../../failure.ts';

/** By BusCallError's `failure`; all others are refusals. */
const FAILURES: Record<string, ReaderFailure> = {
  timeout: 'timeout',
  aborted: 'aborted',
  lost: 'lost',
  // Our own word for an application that ended while its tree was read.
  gone: 'ended',
  // Errors of the message daemon for a name that is gone, or goes during a call.
  'org.freedesktop.DBus.Error.ServiceUnknown': 'ended',
  'org.freedesktop.DBus.Error.NameHasNoOwner': 'ended',
  'org.freedesktop.DBus.Error.NoReply': 'ended',
};

/** The result of D-Bus calls; fails with ReaderError in place of BusCallError. */
export async function asReader<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof BusCallError ? new ReaderError(FAILURES[error.failure] ?? 'refused', error.message) : error;
  }
}
