import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { createStopFlag } from '../../src/protocol/stop-flag.ts';

test('stops everything until it is cleared', () => {
  const flag = createStopFlag();
  flag.stop();
  expect([flag.isStopped(1), flag.isAllStopped()]).toEqual([true, true]);
  flag.clear();
  expect([flag.isStopped(1), flag.isAllStopped()]).toEqual([false, false]);
});

test('cancels one ticket and no other', () => {
  const flag = createStopFlag();
  flag.cancel(5);
  flag.cancel(6);
  expect([4, 5, 6, 7].map(flag.isStopped)).toEqual([false, true, true, false]);
});

test('does not take a later ticket of the same slot for a cancelled one', () => {
  const flag = createStopFlag();
  flag.cancel(5);
  expect(flag.isStopped(5 + 64)).toBe(false);
});

test('is one flag for both holders of its memory', () => {
  const flag = createStopFlag();
  createStopFlag(flag.memory).cancel(9);
  expect(flag.isStopped(9)).toBe(true);
});

test('wakes a sleeper of another thread at once', async () => {
  const flag = createStopFlag();
  const code = `const { parentPort, workerData } = require('node:worker_threads');
    const words = new Int32Array(workerData);
    parentPort.postMessage('asleep');
    const started = Date.now();
    Atomics.wait(words, 0, 0, 5000);
    parentPort.postMessage(Date.now() - started);`;
  const sleeper = new Worker(code, { eval: true, workerData: flag.memory });
  const next = (): Promise<unknown> => new Promise((resolve) => sleeper.once('message', resolve));
  await next();
  const woke = next();
  // Not once: the sleeper says that it sleeps before it does.
  const cancelling = setInterval(() => flag.cancel(3), 5);
  expect(await woke).toBeLessThan(1000);
  clearInterval(cancelling);
  await sleeper.terminate();
});
