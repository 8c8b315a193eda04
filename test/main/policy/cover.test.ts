import { expect, test } from 'vitest';
import { obstacleAt, windowAt } from '../../../src/main/policy/cover.ts';
import type { WindowInfo } from '../../../src/protocol/window.ts';
import { windowInfo } from '../../support/window-info.ts';

const at = { x: 50, y: 50 };
const desktops = [
  { name: 'one', current: true },
  { name: 'two', current: false },
];
const window = (pid: number, stacking: number, parts: Partial<WindowInfo> = {}): WindowInfo =>
  windowInfo(`w${pid}.${stacking}`, { pid, stacking, desktops: ['one'], ...parts });
const obstacle = (...windows: WindowInfo[]) => {
  const found = obstacleAt(at, 1, { windows, desktops });
  return found && [found.kind, ...('window' in found ? [found.window.id] : [])];
};

test('the window on top is the highest one that is on the screen', () => {
  const windows = [window(1, 0), window(2, 1, { minimized: true }), window(3, 2, { desktops: ['two'] })];
  expect(windowAt(at, { windows, desktops })?.id).toBe('w1.0');
  expect(windowAt(at, { windows: [...windows, window(4, 3, { desktops: [] })], desktops })?.id).toBe('w4.3');
});

test('a window of another process on top covers the point', () => {
  expect(obstacle(window(1, 0), window(2, 1))).toEqual(['covered', 'w2.1']);
  expect(obstacle(window(1, 1), window(2, 0))).toBeUndefined();
  expect(obstacle(window(1, 0), window(2, 1, { minimized: true }))).toBeUndefined();
  expect(obstacle(window(1, 0), window(2, 1, { desktops: ['two'] }))).toBeUndefined();
});

test('a window on another desktop is named, unless another of its process is at the point', () => {
  expect(obstacle(window(1, 0, { desktops: ['two'] }), window(2, 1))).toEqual(['elsewhere', 'w1.0']);
  expect(obstacle(window(1, 0, { desktops: ['two'] }), window(1, 1))).toBeUndefined();
});

test('a modal dialog blocks its window, wherever the dialog is; another dialog does not', () => {
  const away = { x: 500, y: 500, width: 10, height: 10 };
  const dialog = { parent: 'w1.0', frame: away, kind: 'dialog' as const };
  expect(obstacle(window(1, 0), window(1, 1, { ...dialog, modal: true }))).toEqual(['blocked', 'w1.1']);
  expect(obstacle(window(1, 0), window(1, 1, dialog))).toBeUndefined();
  expect(obstacle(window(1, 0), window(1, 1, { parent: 'w1.0', modal: true }))).toBeUndefined();
});

test('a point without any window is nowhere', () => {
  expect(obstacle(window(1, 0, { frame: { x: 500, y: 500, width: 10, height: 10 } }))).toEqual(['nowhere']);
});
