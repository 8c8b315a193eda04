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

test('takes secrets out of the sentences of errors', () => {
  expect(redact('The button "pa\\"ss\\\\word" is disabled.', secrets)).toBe('The button "••••" is disabled.');
  expect(redact('The button "my pa\\"ss\\\\wo"… is disabled.', secrets)).toBe('The button "my ••••"… is disabled.');
});

const bank = new Set(['hunter2zz']);

test.each([
  ['hunte', '••••'],
  ['hunter2zz', '••••'],
  ['it is hu', 'it is ••••'],
  ['it is hunter2zzhun', 'it is ••••••••'],
  ['zz it was', 'zz it was'],
  ['nter', 'nter'],
  ['h', 'h'],
  ['a hunt is on', 'a hunt is on'],
])('of %j, which goes on, an outcome keeps %j', (text, left) => {
  const beside = [
    { textGoesOn: true },
    { length: 99 },
    { isCut: true, length: text.length },
    { offset: 0, length: 99 },
  ];
  for (const facts of beside) expect(redactOutcome({ text, ...facts }, bank)).toEqual({ text: left, ...facts });
});

test.each([
  ['unter2zz', '••••'],
  ['zz it was', '•••• it was'],
  ['it is hu', 'it is hu'],
  ['nter', 'nter'],
  ['z', 'z'],
])('of %j, the end of a longer text, an outcome keeps %j', (text, left) => {
  const facts = { offset: 5, length: 5 + text.length };
  expect(redactOutcome({ text, ...facts }, bank)).toEqual({ text: left, ...facts });
});

test.each([
  ['nter', '••••'],
  ['zz or hu', '•••• or ••••'],
  ['a hunt is on', 'a hunt is on'],
])('of %j, out of the middle of a longer text, an outcome keeps %j', (text, left) => {
  const facts = { offset: 5, length: 99 };
  expect(redactOutcome({ text, ...facts }, bank)).toEqual({ text: left, ...facts });
});

test.each(['24 items in the list', 'the cost is So', '20', 'er', '2024', 'Sommer', '😀 So', ''])(
  'a text that is whole stays: %j',
  (text) => {
    const summer = new Set(['Sommer2024']);
    const { length } = [...text];
    const wholes = [{ text }, { text, textGoesOn: false }, { text, length, isCut: false }, { text, length, offset: 0 }];
    expect(redactOutcome({ cells: wholes, kind: 'So' }, summer)).toEqual({ cells: wholes, kind: 'So' });
    expect(redactOutcome({ cells: wholes }, new Set())).toEqual({ cells: wholes });
  },
);

test('a secret that is a part of another, or overlaps one, does not uncover it', () => {
  const both = new Set(['hunter2', 'hunter2zz9']);
  expect(redactOutcome({ text: 'my hunter2zz', textGoesOn: true }, both).text).toBe('my ••••');
  expect(redact('hunter2zz9 and "hunter2z"…', both)).toBe('•••• and "••••"…');
  expect(redact('a whole abxabxab', new Set(['abxab']))).toBe('a whole ••••');
  expect(redactOutcome({ text: 'abxabxa', textGoesOn: true }, new Set(['abxab'])).text).toBe('••••');
});

test('what lies between two marks is nothing else when it is a piece of one', () => {
  expect(redact('…nter…', bank)).toBe('…••••…');
  expect(redact('…[5 characters left out] …', bank)).toBe('…[5 characters left out] …');
});

test('a text of nothing but marks, which a program may well have, takes no long time', { timeout: 60_000 }, () => {
  // Steps that grow with the square of its length would take minutes, whatever else the machine does: the test times out.
  const text = '…"'.repeat(200_000);
  expect(redactOutcome({ text, textGoesOn: true }, bank).text).toBe(text);
});

test('maps stay maps, freed of secrets too', () => {
  const outcome = { timed: new Map([['the hunter2zz', { now: 'hunter2zz', leftMs: 5 }]]) };
  expect(redactOutcome(outcome, bank)).toEqual({ timed: new Map([['the ••••', { now: '••••', leftMs: 5 }]]) });
});
