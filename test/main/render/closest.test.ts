import { expect, test } from 'vitest';
import { closest } from '../../../src/main/render/closest.ts';

test('names the word that is meant', () => {
  expect(closest('querry', ['query', 'role'])).toBe('query');
  expect(closest('timeout', ['timeout_ms', 'window'])).toBe('timeout_ms');
});

test('names nothing when nothing is near', () => {
  expect(closest('colour', ['id', 'query', 'match'])).toBeUndefined();
  expect(closest('x', ['id', 'dy'])).toBeUndefined();
});
