import { expect, test } from 'vitest';
import { type Stack, windowAt } from '../../src/protocol/window.ts';
import { windowInfo } from '../support/window-info.ts';

const at = { x: 50, y: 50 };
const stack = (...windows: Stack['windows']): Stack => ({
  windows,
  desktops: [
    { name: 'one', current: true },
    { name: 'two', current: false },
  ],
});

test('the window on top at a point is the highest that contains it', () => {
  const low = windowInfo('low', { stacking: 1 });
  const high = windowInfo('high', { stacking: 2 });
  const aside = windowInfo('aside', { stacking: 3, frame: { x: 51, y: 0, width: 9, height: 99 } });
  expect(windowAt(at, stack(high, low, aside))).toBe(high);
});

test('minimized windows and those of other desktops are not there', () => {
  const here = windowInfo('here', { stacking: 1, desktops: ['one'] });
  const minimized = windowInfo('minimized', { stacking: 2, minimized: true });
  const elsewhere = windowInfo('elsewhere', { stacking: 3, desktops: ['two'] });
  expect(windowAt(at, stack(here, minimized, elsewhere))).toBe(here);
});

test('nothing is beside all windows', () => {
  expect(windowAt({ x: 100, y: 50 }, stack(windowInfo('only')))).toBeUndefined();
});
