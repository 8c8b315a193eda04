import { expect, test } from 'vitest';
import { redact } from '../../../src/main/render/redact.ts';

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
