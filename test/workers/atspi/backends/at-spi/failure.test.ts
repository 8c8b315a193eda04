/** Failures of D-Bus calls as those of a reader. */
import { expect, test } from 'vitest';
import { asReader } from '../../../../../src/workers/atspi/backends/at-spi/failure.ts';
import { BusCallError } from '../../../../../src/workers/platform/dbus/bus.ts';

test.each([
  ['timeout', 'timeout'],
  ['aborted', 'aborted'],
  ['lost', 'lost'],
  ['gone', 'ended'],
  ['org.freedesktop.DBus.Error.ServiceUnknown', 'ended'],
  ['org.freedesktop.DBus.Error.NameHasNoOwner', 'ended'],
  ['org.freedesktop.DBus.Error.NoReply', 'ended'],
  ['org.freedesktop.DBus.Error.Failed', 'refused'],
  ['malformed', 'refused'],
])('%s is %s', async (name, failure) => {
  const work = Promise.reject(new BusCallError({ name, message: 'why' }));
  await expect(asReader(work)).rejects.toMatchObject({ name: 'ReaderError', failure, message: 'why' });
});

test('what is no failure of a call stays what it is', async () => {
  await expect(asReader(Promise.reject(new RangeError('x')))).rejects.toBeInstanceOf(RangeError);
  expect(await asReader(Promise.resolve(1))).toBe(1);
});
