import { expect, test } from 'vitest';
import { gridOf, lastScreen } from '../../../../../../src/workers/atspi/backends/at-spi/read/terminal-rows.ts';

test('the places of its first and last cell say how large a screen is', () => {
  const first = { x: 0, y: 0, width: 8, height: 15 };
  expect(gridOf(3080, first, { ...first, x: 872, y: 405 })).toEqual({ columns: 110, rows: 28 });
  expect(gridOf(0, first, first)).toBeUndefined();
  expect(gridOf(3080, { ...first, height: 0 }, first)).toBeUndefined();
});

test('a line that is wrapped takes more than one of its rows, empty rows at the end none', () => {
  const grid = { columns: 10, rows: 3 };
  expect(lastScreen('a\nb\nc\nd\n\n\n', grid)).toBe('b\nc\nd');
  expect(lastScreen(`a\nb\n${'x'.repeat(15)}\nd\n`, grid)).toBe(`${'x'.repeat(15)}\nd`);
  expect(lastScreen(`a\nb\nc\n${'x'.repeat(99)}\n`, grid)).toBe('x'.repeat(99));
  expect(lastScreen('a\n\n\nb\n', grid)).toBe('\n\nb');
  expect(lastScreen('a\nb\nc\nd\n', undefined)).toBe('a\nb\nc\nd');
});
