import { expect, test } from 'vitest';
import { createRateLimit } from '../../../../src/workers/input/model/rate-limit.ts';

const RATE = { burst: 2, perSecond: 100 };

test('lets a burst through, then one event at a time', () => {
  const rateLimit = createRateLimit();
  expect([rateLimit.take(0, RATE), rateLimit.take(0, RATE), rateLimit.take(0, RATE)]).toEqual([0, 0, 10]);
});

test('has its burst again after a rest', () => {
  const rateLimit = createRateLimit();
  for (let event = 0; event < 5; event++) rateLimit.take(0, RATE);
  expect([rateLimit.take(10_000, RATE), rateLimit.take(10_000, RATE), rateLimit.take(10_000, RATE)]).toEqual([
    0, 0, 10,
  ]);
});
