/** Failures of a reader as an agent is told of them. */
import { expect, test } from 'vitest';
import { ifAnswered, named, ReaderError, type ReaderFailure } from '../../../src/workers/atspi/failure.ts';

test.each<[ReaderFailure, string, string]>([
  ['timeout', 'timeout', '"kate" does not answer: it did not reply within 2 s.'],
  ['ended', 'not_found', '"kate" has ended.'],
  ['lost', 'worker_lost', 'Accessibility went away (why).'],
  ['refused', 'failed', '"kate" refused a call: "why".'],
  ['aborted', 'aborted', 'The call was cancelled.'],
])('%s is reported as %s: %s', async (failure, code, message) => {
  const work = Promise.reject(new ReaderError(failure, 'why'));
  await expect(named('kate', work)).rejects.toMatchObject({ code, message });
});

test('a name in an error is on one line, and escaped as in a reply', async () => {
  const work = Promise.reject(new ReaderError('ended', ''));
  const name = 'a\n  "b" \\\u0007\u202ec';
  await expect(named(name, work)).rejects.toMatchObject({ message: '"a \\"b\\" \\\\\\u0007c" has ended.' });
});

test.each<[ReaderFailure, boolean]>([
  ['refused', false],
  ['ended', false],
  ['timeout', true],
])('no answer because of "%s" is nothing', async (failure, orTimeout) => {
  const answer = Promise.reject(new ReaderError(failure, ''));
  expect(await ifAnswered(answer, { orTimeout })).toBeUndefined();
});

test.each<[ReaderFailure, boolean]>([
  ['timeout', false],
  ['lost', true],
  ['aborted', true],
])('no answer because of "%s" is a failure', async (failure, orTimeout) => {
  const answer = Promise.reject(new ReaderError(failure, ''));
  await expect(ifAnswered(answer, { orTimeout })).rejects.toMatchObject({ failure });
});
