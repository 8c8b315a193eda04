import { expect, test } from 'vitest';
import { numbersBody, parse } from '../../../../../src/workers/atspi/backends/at-spi/calls.ts';
import { bodyOf } from '../../../../../src/workers/platform/dbus/bus-calls.ts';
import { decodeBody, type Value } from '../../../../../src/workers/platform/dbus/bus-message.ts';

function body(signature: string, ...args: Value[]) {
  return bodyOf(signature, args);
}

test('a child whose bus name none can have leads nowhere: to call it would end the connection', () => {
  const names = [
    ':1.5',
    'org.a11y.atspi.Registry',
    '',
    'x',
    ':',
    '.a.b',
    'a..b',
    '1a.b',
    'a b.c',
    'a.b\n',
    '漢.字',
    `a.${'b'.repeat(255)}`,
  ];
  const refs = parse.refs(
    body(
      'a(so)',
      names.map((name) => [name, '/a']),
    ),
  );
  expect(refs.map(({ app }) => app)).toEqual([
    ':1.5',
    'org.a11y.atspi.Registry',
    ...Array.from({ length: 10 }, () => ''),
  ]);
});

test('a property of another type than the one it has is no value', () => {
  const variant = (signature: string, value: Value) => body('v', { signature, value });
  expect(parse.variantText(variant('i', 5))).toBe('');
  expect(parse.variantRef(variant('(ii)', [1, 2]))).toBeUndefined();
  expect(parse.variantNumber(variant('s', '5'))).toBeNaN();
});

test('numbers that are none, or are too large, become the nearest that can be sent', () => {
  const sent = numbersBody(1.5, Number.NaN, Number.POSITIVE_INFINITY, -(2 ** 40));
  expect(decodeBody('iiii', sent)).toEqual([1, 0, 2 ** 31 - 1, -(2 ** 31)]);
});
