/** Failures of the bus as an agent is told of them. */
import { expect, test } from 'vitest';
import { named } from '../../../src/workers/atspi/failure.ts';
import { BusCallError } from '../../../src/workers/platform/bus.ts';

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
