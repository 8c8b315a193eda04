import { expect, test } from 'vitest';
import { createRateLimit } from '../../../../src/workers/input/model/rate-limit.ts';

test('lets a burst through, then one event at a time', () => {
  const rateLimit = createRateLimit({ burst: 2, perSecond: 100 });
  expect([rateLimit.take(0), rateLimit.take(0), rateLimit.take(0)]).toEqual([0, 0, 10]);
});

test('has its burst again after a rest', () => {
  const rateLimit = createRateLimit({ burst: 2, perSecond: 100 });
  for (let event = 0; event < 5; event++) rateLimit.take(0);
  expect([rateLimit.take(10_000), rateLimit.take(10_000), rateLimit.take(10_000)]).toEqual([0, 0, 10]);
});
