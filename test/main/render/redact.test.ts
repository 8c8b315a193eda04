import { expect, test } from 'vitest';
import { redact, redactOutcome } from '../../../src/main/render/redact.ts';

const secrets = new Set(['pa"ss\\word', 'pa"ss']);

test('takes secrets out of every text, as they are and as replies escape them', () => {
  const reply = { text: 'it is pa\\"ss\\\\word!', facts: { deep: [{ now: 'pa"ss\\word' }, 5, null] }, isError: false };
  expect(redact(reply, secrets)).toEqual({
    text: 'it is ••••!',
    facts: { deep: [{ now: '••••' }, 5, null] },
    isError: false,
  });
});

test('leaves bytes of pictures and replies without secrets as they are', () => {
  const reply = { bytes: new Uint8Array([1, 2]), text: 'x' };
  expect(redact(reply, secrets).bytes).toBe(reply.bytes);
  expect(redact(reply, new Set())).toBe(reply);
});

test('takes what a cut has left of a secret: its beginning before the mark, its end after one', () => {
  const bank = new Set(['hunter2zz']);
  expect(redact({ text: 'entry text="my hunt"… focused' }, bank)).toEqual({ text: 'entry text="my ••••"… focused' });
  expect(redact({ text: 'said: …ter2zz and hu…' }, bank)).toEqual({ text: 'said: …•••• and ••••…' });
  expect(redact({ text: 'oh… zz, (h…' }, bank)).toEqual({ text: 'oh… zz, (h…' });
  expect(redact({ text: '"the pa\\"s"…' }, secrets)).toEqual({ text: '"the ••••"…' });
});

test('of an outcome it takes such pieces from texts without a mark, but not from words of the protocol', () => {
  const texts = [
    'hunte',
    'unter2zz',
    'nter',
    'it is hu',
    'zz it was',
    'hunter2zz',
    'h',
    'a hunt is on',
    'it is hunter2zzhun',
  ];
  const outcome = { kind: 'hunt', role: 'hunt', shown: texts.map((text) => ({ text })) };
  const left = ['••••', '••••', '••••', 'it is ••••', '•••• it was', '••••', 'h', 'a hunt is on', 'it is ••••••••'];
  expect(redactOutcome(outcome, new Set(['hunter2zz']))).toEqual({
    kind: 'hunt',
    role: 'hunt',
    shown: left.map((text) => ({ text })),
  });
  expect(redactOutcome(outcome, new Set())).toBe(outcome);
});

test('maps stay maps, freed of secrets too', () => {
  const outcome = { timed: new Map([['the hunter2zz', { now: 'hunter2zz', leftMs: 5 }]]) };
  expect(redactOutcome(outcome, new Set(['hunter2zz']))).toEqual({
    timed: new Map([['the ••••', { now: '••••', leftMs: 5 }]]),
  });
});
