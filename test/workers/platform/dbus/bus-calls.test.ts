import { expect, test } from 'vitest';
import { bodyOf, createCalls } from '../../../../src/workers/platform/dbus/bus-calls.ts';
import { createTemplate } from '../../../../src/workers/platform/dbus/bus-template.ts';

const PING = createTemplate({ interface: 'a.b', member: 'Ping' });
const BODY = bodyOf('', []);

// Steps that grow with the number of waiting calls would take minutes: the test times out.
test('200,000 calls that wait for their place are sent in order', { timeout: 60_000 }, () => {
  const calls = createCalls(() => true);
  const answered: number[] = [];
  for (let index = 0; index < 200_000; index++)
    calls.send({ template: PING, address: { bus: ':1.1', path: '/a' } }, () => answered.push(index));
  for (let serial = 1; serial <= 200_000; serial++) calls.settle(serial, undefined, BODY);
  expect(answered).toEqual(Array.from({ length: 200_000 }, (_value, index) => index));
});
