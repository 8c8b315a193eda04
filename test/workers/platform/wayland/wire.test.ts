import { expect, test } from 'vitest';
import {
  type ArgumentType,
  decodeArguments,
  encodeMessage,
  splitWireMessages,
  type WireValue,
} from '../../../../src/workers/platform/wayland/wire.ts';

const words = (...values: number[]): Buffer => Buffer.from(new Uint32Array(values).buffer);
const none = (): undefined => undefined;

test('a message is its object, its size and opcode in one word, and its arguments in words', () => {
  const message = encodeMessage(3, 7, [
    ['uint', 0xff000001],
    ['int', -2],
    ['fixed', 1.5],
    ['object wl_seat', 9],
    ['?object wl_seat', undefined],
  ]);
  expect(message).toEqual(words(3, (28 << 16) | 7, 0xff000001, 0xfffffffe, 384, 9, 0));
});

test('a text has its length with the final NUL, and is padded to whole words', () => {
  expect(encodeMessage(1, 0, [['string', 'abcd']])).toEqual(
    Buffer.concat([words(1, 20 << 16, 5), Buffer.from('abcd\0\0\0\0')]),
  );
});

test('what is encoded is decoded the same, descriptors beside it', () => {
  const values: [ArgumentType, WireValue][] = [
    ['string', 'grün 漢'],
    ['?string', undefined],
    ['array', Buffer.from([1, 2, 3])],
    ['fd', 42],
    ['int', -7],
    ['fixed', -0.25],
    ['new wl_callback', 0xff000000],
  ];
  const { messages } = splitWireMessages(encodeMessage(5, 2, values));
  const [message] = messages;
  expect([messages.length, message?.id, message?.opcode]).toEqual([1, 5, 2]);
  const types = values.map(([type]) => type);
  expect(decodeArguments(message?.body ?? Buffer.alloc(0), types, () => 42)).toEqual(values.map(([, value]) => value));
});

test('half a message waits for its rest', () => {
  const bytes = Buffer.concat([encodeMessage(1, 0, [['uint', 1]]), encodeMessage(2, 0, [['uint', 2]])]);
  const { messages, rest } = splitWireMessages(bytes.subarray(0, 20));
  expect([messages.map(({ id }) => id), rest.length]).toEqual([[1], 8]);
});

test('a message longer than libwayland takes is refused', () => {
  expect(() => encodeMessage(1, 0, [['string', 'x'.repeat(5000)]])).toThrow(
    expect.objectContaining({ code: 'invalid_params' }),
  );
});

test('broken messages fail instead of being read as something else', () => {
  const failed = expect.objectContaining({ code: 'failed' });
  expect(() => splitWireMessages(words(1, 4 << 16))).toThrow(failed);
  expect(() => decodeArguments(words(100), ['string'], none)).toThrow(failed);
  expect(() => decodeArguments(words(1), ['uint', 'uint'], none)).toThrow(failed);
});
