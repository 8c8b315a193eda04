import { expect, test } from 'vitest';
import { createQueue } from '../../../src/workers/input/queue.ts';

test('lets tickets in one after the other, in the order they came', async () => {
  const queue = createQueue();
  const order: number[] = [];
  await queue.begin(7);
  const second = queue.begin(3).then(() => order.push(3));
  const third = queue.begin(9).then(() => order.push(9));
  queue.end(7);
  await second;
  expect([queue.holds(3), queue.holds(9), order]).toEqual([true, false, [3]]);
  queue.end(3);
  await third;
  expect(order).toEqual([3, 9]);
});

test('forgets a ticket that is cancelled while it waits', async () => {
  const queue = createQueue();
  const controller = new AbortController();
  await queue.begin(1);
  const cancelled = queue.begin(2, controller.signal);
  const third = queue.begin(3);
  controller.abort();
  await expect(cancelled).rejects.toMatchObject({ code: 'aborted' });
  queue.end(1);
  await third;
  expect(queue.holds(3)).toBe(true);
});

test('does not let in a ticket that was cancelled before', async () => {
  const queue = createQueue();
  await expect(queue.begin(1, AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' });
  await queue.begin(2);
  expect(queue.holds(2)).toBe(true);
});

test('keeps the place of a ticket whose signal fires once it is in', async () => {
  const queue = createQueue();
  const controller = new AbortController();
  await queue.begin(1);
  const second = queue.begin(2, controller.signal);
  queue.end(1);
  await second;
  controller.abort();
  expect(queue.holds(2)).toBe(true);
});

test('ignores the end of a ticket that does not hold it', async () => {
  const queue = createQueue();
  await queue.begin(1);
  queue.end(2);
  expect(queue.holds(1)).toBe(true);
});

test('refuses a ticket that is there already', async () => {
  const queue = createQueue();
  await queue.begin(1);
  await expect(queue.begin(1)).rejects.toMatchObject({ code: 'internal' });
});
