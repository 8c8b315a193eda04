import { expect, test } from 'vitest';
import { abortable, pollUntil, sleep } from '../../src/base/abortable.ts';
import { abortedError } from '../../src/base/errors.ts';

test('gives what the work gives, and the reason once the signal fires', async () => {
  const controller = new AbortController();
  expect(await abortable(Promise.resolve(1), controller.signal)).toBe(1);
  const never = new Promise<number>(() => undefined);
  const [plain, mapped] = [abortable(never, controller.signal), abortable(never, controller.signal, abortedError)];
  controller.abort('reason');
  await expect(plain).rejects.toBe('reason');
  await expect(mapped).rejects.toMatchObject({ code: 'aborted' });
});

test('a sleep ends with its signal', async () => {
  await expect(sleep(60_000, AbortSignal.timeout(5))).rejects.toMatchObject({ code: 'aborted' });
});

test('polls until there is something, or until the signal fires', async () => {
  let checks = 0;
  const third = async (): Promise<number | undefined> => (++checks === 3 ? checks : undefined);
  expect(await pollUntil(third, 1, new AbortController().signal)).toBe(3);
  const nothing = async (): Promise<undefined> => undefined;
  await expect(pollUntil(nothing, 60_000, AbortSignal.timeout(5))).rejects.toMatchObject({ code: 'aborted' });
});
