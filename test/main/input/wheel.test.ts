import { expect, test } from 'vitest';
import { nextTurn } from '../../../src/main/input/wheel.ts';

const point = { x: 5, y: 6 };

test('the first turn goes by what a notch scrolls as a rule, down first', () => {
  expect(nextTurn({ point, by: { x: 90, y: 600 } }, undefined)?.notches).toEqual({ x: 0, y: 10 });
  expect(nextTurn({ point, by: { x: -120, y: 0 } }, undefined)?.notches).toEqual({ x: -2, y: 0 });
  expect(nextTurn({ point, by: { x: 0, y: 3 } }, undefined)?.notches).toEqual({ x: 0, y: 1 });
});

test('the next one goes by what the last one scrolled', () => {
  const first = nextTurn({ point, by: { x: 0, y: 1200 } }, undefined);
  // Twenty notches brought 600 pixels: the other 600 take twenty more.
  expect(nextTurn({ point, by: { x: 0, y: 600 } }, first)?.notches).toEqual({ x: 0, y: 20 });
  expect(nextTurn({ point, by: { x: 0, y: -300 } }, first)?.notches).toEqual({ x: 0, y: -4 });
});

test('a wheel that moves nothing is not turned again, nor one that never arrives', () => {
  const wheel = { point, by: { x: 0, y: 1200 } };
  expect(nextTurn(wheel, nextTurn(wheel, undefined))).toBeUndefined();
  let turn = nextTurn(wheel, undefined);
  let count = 0;
  for (; turn; count++) turn = nextTurn({ point, by: { x: 0, y: 1200 + ((count + 1) % 2) * 50 } }, turn);
  expect(count).toBe(6);
});

test('an element that is within its view takes no wheel', () => {
  expect(nextTurn({ point, by: { x: 0, y: 0 } }, undefined)).toBeUndefined();
});
