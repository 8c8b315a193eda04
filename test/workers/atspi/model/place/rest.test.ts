import { expect, test } from 'vitest';
import { createSightings, type Evidence, isAtRest } from '../../../../../src/workers/atspi/model/place/rest.ts';

const NEW: Evidence = { seenMs: 0, isBrowser: false, quietMs: undefined, placedMs: 5000 };

test.each([
  ['an element that is seen for the first time', {}, false],
  ['one that has kept its place for some frames', { seenMs: 40 }, true],
  ['one of a page that has', { seenMs: 40, isBrowser: true }, false],
  ['one of a page that has for longer', { seenMs: 150, isBrowser: true }, true],
  ['one of a program that has announced nothing for long', { quietMs: 300 }, true],
  ['one of a program that has just announced something', { quietMs: 299 }, false],
  ['one of a window that has just moved', { quietMs: 5000, placedMs: 299 }, false],
  ['one of a page that has announced nothing for long', { quietMs: 5000, isBrowser: true }, false],
] as const)('%s', (_what, parts, expected) => {
  expect(isAtRest({ ...NEW, ...parts })).toBe(expected);
});

test('an element has been where it is since it was first seen there without being elsewhere', () => {
  const { note } = createSightings();
  const [here, there] = [
    { x: 1, y: 1, width: 1, height: 1 },
    { x: 2, y: 1, width: 1, height: 1 },
  ];
  const seen = [here, here, there, here].map((rect, index) => note('a', rect, index * 10));
  expect(seen).toEqual([0, 0, 20, 30]);
  expect(note('b', here, 40)).toBe(40);
});

test('only the last few thousand elements are remembered', () => {
  const { note } = createSightings();
  const rect = { x: 1, y: 1, width: 1, height: 1 };
  for (let index = 0; index <= 5000; index++) note(`e${index}`, rect, index);
  expect(note('e5000', rect, 9000)).toBe(5000);
  expect(note('e0', rect, 9000)).toBe(9000);
});
