import { expect, test } from 'vitest';
import { arrivedOf } from '../../../../src/workers/atspi/model/typed.ts';

test.each([
  ['into an empty field', '', 'abc', 'abc', 3],
  ['in the middle', 'xy', 'abc', 'xabcy', 3],
  ['in place of a selection', 'x old y', 'abc', 'x abc y', 3],
  ['a field that takes four characters', '', 'abcdef', 'abcd', 4],
  ['a field that takes digits only', '', 'a1b2', '12', 0],
  ['a field that takes nothing more', 'abcd', 'ab', 'abcd', 0],
  ['a field with the same text, which was selected', 'abc', 'abc', 'abc', 3],
  ['a number before another one', '5', '450', '5450', 3],
  ['spaces of a page', '', 'a  b', 'a\u00a0 b', 4],
  ['line ends of any kind', '', 'a\r\nb', 'a\nb', 3],
  ['characters beyond the first plane', '', '😀😀', '😀', 1],
])('%s: what stands there is counted', (_what, before, text, content, expected) => {
  expect(arrivedOf({ before, text, content })).toBe(expected);
});

test('without knowing what was there before, only a whole text can be told', () => {
  expect(arrivedOf({ before: undefined, text: 'abc', content: 'xxabcxx' })).toBe(3);
  expect(arrivedOf({ before: undefined, text: 'abc', content: 'xxab' })).toBeUndefined();
});
