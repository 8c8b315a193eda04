/** Failures of the bus as an agent is told of them. */
import { expect, test } from 'vitest';
import { named } from '../../../src/workers/atspi/failure.ts';
import { BusCallError } from '../../../src/workers/platform/dbus/bus.ts';

test.each([
  ['timeout', 'timeout', '"kate" does not answer: it did not reply within 2 s.'],
  ['gone', 'not_found', '"kate" has ended.'],
  ['org.freedesktop.DBus.Error.ServiceUnknown', 'not_found', '"kate" has ended.'],
  ['org.freedesktop.DBus.Error.NameHasNoOwner', 'not_found', '"kate" has ended.'],
  ['org.freedesktop.DBus.Error.NoReply', 'not_found', '"kate" has ended.'],
  ['lost', 'worker_lost', 'The accessibility bus went away (why).'],
  ['org.freedesktop.DBus.Error.Failed', 'failed', '"kate" refused a call: "why".'],
])('%s is told as %s: %s', async (name, code, message) => {
  const work = Promise.reject(new BusCallError({ name, message: 'why' }));
  await expect(named('kate', work)).rejects.toMatchObject({ code, message });
});

test('a name in an error is on one line, and escaped as in a reply', async () => {
  const work = Promise.reject(new BusCallError({ name: 'gone', message: '' }));
  const name = 'a\n  "b" \\\u0007\u202ec';
  await expect(named(name, work)).rejects.toMatchObject({ message: '"a \\"b\\" \\\\\\u0007c" has ended.' });
});
