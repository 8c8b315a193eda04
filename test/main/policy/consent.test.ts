import { expect, test } from 'vitest';
import { agree, CHOICE, current, REFUSALS, refusalWords, verdictOf } from '../../../src/main/policy/consent.ts';

test.each([
  ['once', { action: 'accept', content: { answer: CHOICE.once } }],
  ['timed', { action: 'accept', content: { answer: CHOICE.timed } }],
  ['not_confirmed', { action: 'accept', content: { answer: CHOICE.no } }],
  ['not_confirmed', { action: 'accept', content: {} }],
  ['not_confirmed', { action: 'accept' }],
  ['not_confirmed', { action: 'accept', content: { answer: true } }],
  ['declined', { action: 'decline', content: { answer: CHOICE.once } }],
  ['cancelled', { action: 'cancel' }],
] as const)('%s is what %j means', (verdict, answer) => {
  expect(verdictOf(answer)).toBe(verdict);
});

test("a no in less time than a person takes may be nobody's, and the words say so", () => {
  expect(refusalWords('declined', 'press key', 12).message).toMatch(/after 12 ms.*perhaps nobody saw/);
  expect(refusalWords('declined', 'press key', 3000)).toEqual({
    message: 'Not done: The user said no (to press key).',
    hint: 'Do not try again unless the user asks for it.',
  });
});

test('a question that was closed or never shown is not called a no', () => {
  const words = refusalWords('cancelled', 'press key', 5000);
  expect(words.message).toContain('closed, or never shown');
  expect(words.hint).not.toContain('Do not try again');
});

test('only a client that cannot ask is told of confirm', () => {
  for (const refusal of REFUSALS)
    expect(refusalWords(refusal, 'press key', 10).hint.includes('confirm: true')).toBe(refusal === 'unsupported');
});

test('a consent for a time ends after 20 minutes, each for its own application', () => {
  const first = agree(new Map(), ['Konsole'], 0);
  const both = agree(first, ['kate'], 60_000);
  expect([...current(both, 20 * 60_000 - 1).keys()]).toEqual(['konsole', 'kate']);
  expect([...current(both, 20 * 60_000).keys()]).toEqual(['kate']);
  expect(current(both, 21 * 60_000).size).toBe(0);
});
