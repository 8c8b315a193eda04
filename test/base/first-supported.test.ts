import { expect, test } from 'vitest';
import { DesktopError, type ErrorCode } from '../../src/base/errors.ts';
import { firstSupported } from '../../src/base/first-supported.ts';

/** Attempts that fail with these codes, or give their place for undefined; and the places that were tried. */
function attemptsOf(...outcomes: (ErrorCode | Error | undefined)[]) {
  const tried: number[] = [];
  const attempts = outcomes.map((outcome, place) => async (): Promise<number> => {
    tried.push(place);
    if (outcome instanceof Error) throw outcome;
    if (outcome !== undefined) throw new DesktopError(outcome, `No ${place}.`, `Install ${place}.`);
    return place;
  });
  return { tried, attempts };
}

test('what is unsupported is passed over for the next', async () => {
  const { tried, attempts } = attemptsOf('unsupported', 'unsupported', undefined, undefined);
  expect(await firstSupported(attempts)).toBe(2);
  expect(tried).toEqual([0, 1, 2]);
});

test.each(['denied', 'failed', 'timeout', 'aborted'] as const)('a failure with `%s` ends it', async (code) => {
  const { tried, attempts } = attemptsOf('unsupported', code, undefined);
  await expect(firstSupported(attempts)).rejects.toMatchObject({ code, message: 'No 1.' });
  expect(tried).toEqual([0, 1]);
});

test('a defect ends it too', async () => {
  const { attempts } = attemptsOf(new TypeError('broken'), undefined);
  await expect(firstSupported(attempts)).rejects.toThrow(TypeError);
});

test('when none is supported, all reasons are given', async () => {
  await expect(firstSupported(attemptsOf('unsupported').attempts)).rejects.toMatchObject({
    code: 'unsupported',
    message: 'No 0.',
    hint: 'Install 0.',
  });
  await expect(firstSupported(attemptsOf('unsupported', 'unsupported').attempts)).rejects.toMatchObject({
    code: 'unsupported',
    message: 'No 0. No 1.',
    hint: 'Install 0.',
  });
});
