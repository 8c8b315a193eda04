import { expect, test } from 'vitest';
import {
  cutText,
  dataTypes,
  isSecretMark,
  textFormats,
  textTypeOf,
} from '../../../../src/workers/desktop/model/clipboard.ts';

test('text is read from the type that says its encoding', () => {
  expect(textTypeOf(['text/html', 'text/plain', 'text/plain;charset=utf-8'])).toBe('text/plain;charset=utf-8');
  expect(textTypeOf(['TARGETS', 'UTF8_STRING', 'text/plain'])).toBe('UTF8_STRING');
  expect(textTypeOf(['text/plain;charset=UTF-8'])).toBe('text/plain;charset=UTF-8');
  expect(textTypeOf(['image/png', 'text/html', 'text/uri-list'])).toBeUndefined();
});

test('names of the X selection protocol stand for no data, and a type that is offered twice is one', () => {
  expect(dataTypes(['text/plain', 'TEXT', 'SAVE_TARGETS', 'text/plain'])).toEqual(['text/plain', 'TEXT']);
});

test('only the value "secret" marks a password, and so does a mark that cannot be read', () => {
  expect(isSecretMark(Buffer.from('secret'))).toBe(true);
  expect(isSecretMark(Buffer.from('public'))).toBe(false);
  expect(isSecretMark(undefined)).toBe(true);
});

test('a text is offered in the types that programs ask for, with the mark only when it is secret', () => {
  const types = ['text/plain;charset=utf-8', 'UTF8_STRING', 'text/plain'];
  const plain = textFormats('ğ', { isSecret: false });
  expect(plain.map(({ type }) => type)).toEqual(types);
  expect(plain.every(({ bytes }) => Buffer.from(bytes).equals(Buffer.from('ğ')))).toBe(true);
  const [mark] = textFormats('ğ', { isSecret: true }).slice(-1);
  expect([mark?.type, Buffer.from(mark?.bytes ?? []).toString()]).toEqual(['x-kde-passwordManagerHint', 'secret']);
});

test('a text is cut between characters, and all of it is counted', () => {
  expect(cutText('a😀漢b', 2)).toEqual({ text: 'a😀', length: 4 });
  expect(cutText('ab', 5)).toEqual({ text: 'ab', length: 2 });
});
