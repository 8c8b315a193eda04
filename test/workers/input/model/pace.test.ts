import { expect, test } from 'vitest';
import { createPace } from '../../../../src/workers/input/model/pace.ts';

test('lets a burst through, then one event at a time', () => {
  const pace = createPace({ burst: 2, perSecond: 100 });
  expect([pace.take(0), pace.take(0), pace.take(0)]).toEqual([0, 0, 10]);
});

test('has its burst again after a rest', () => {
  const pace = createPace({ burst: 2, perSecond: 100 });
  for (let event = 0; event < 5; event++) pace.take(0);
  expect([pace.take(10_000), pace.take(10_000), pace.take(10_000)]).toEqual([0, 0, 10]);
});
