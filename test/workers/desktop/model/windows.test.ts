import { expect, test } from 'vitest';
import type { Arrangement } from '../../../../src/protocol/desktop.ts';
import type { WindowInfo } from '../../../../src/protocol/window.ts';
import { isArranged } from '../../../../src/workers/desktop/model/windows.ts';
import { windowInfo } from '../../../support/window-info.ts';

test('a window is as asked for when its place, state and desktop are, within a pixel', () => {
  const desktops = [
    { name: 'one', current: true },
    { name: 'two', current: false },
  ];
  const frame = { x: 10.4, y: 20, width: 300, height: 200 };
  const is = (parts: Partial<WindowInfo>, asked: Arrangement): boolean =>
    isArranged(windowInfo('a', { frame, desktops: ['two'], ...parts }), asked, desktops);
  expect(is({}, { place: { x: 10, width: 300 } })).toBe(true);
  expect(is({}, { place: { x: 10, width: 302 } })).toBe(false);
  expect(is({}, { desktop: 2 })).toBe(true);
  expect(is({}, { desktop: 1 })).toBe(false);
  expect(is({ desktops: [] }, { desktop: 2 })).toBe(false);
  expect(is({ maximized: true }, { state: 'maximize' })).toBe(true);
  expect(is({ maximized: true, minimized: true }, { state: 'maximize' })).toBe(false);
  expect(is({ minimized: true }, { state: 'minimize' })).toBe(true);
  expect(is({ fullscreen: true }, { state: 'fullscreen' })).toBe(true);
  expect(is({ fullscreen: true }, { state: 'restore' })).toBe(false);
  expect(is({}, { state: 'restore', place: { y: 20 } })).toBe(true);
});
