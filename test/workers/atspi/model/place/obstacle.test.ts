import { expect, test } from 'vitest';
import type { WindowInfo } from '../../../../../src/protocol/window.ts';
import { obstacleAt } from '../../../../../src/workers/atspi/model/place/obstacle.ts';
import { windowInfo } from '../../../../support/window-info.ts';

const at = { x: 50, y: 50 };
const desktops = [
  { name: 'one', current: true },
  { name: 'two', current: false },
];
const window = (pid: number, stacking: number, parts: Partial<WindowInfo> = {}): WindowInfo =>
  windowInfo(`w${pid}.${stacking}`, { pid, stacking, desktops: ['one'], ...parts });
/** What keeps a pointer from the first of these windows. */
const obstacle = (own: WindowInfo, ...others: WindowInfo[]) => {
  const found = obstacleAt(at, own.id, { windows: [own, ...others], desktops });
  return found && [found.kind, ...('window' in found ? [found.window.id] : [])];
};

test('a window on top covers the point, also one of the same process', () => {
  expect(obstacle(window(1, 0), window(2, 1))).toEqual(['covered', 'w2.1']);
  expect(obstacle(window(1, 0), window(1, 1))).toEqual(['covered', 'w1.1']);
  expect(obstacle(window(1, 1), window(2, 0))).toBeUndefined();
  expect(obstacle(window(1, 0), window(2, 1, { minimized: true }))).toBeUndefined();
  expect(obstacle(window(1, 0), window(2, 1, { desktops: ['two'] }))).toBeUndefined();
});

test('a window on another desktop is named', () => {
  expect(obstacle(window(1, 0, { desktops: ['two'] }), window(2, 1))).toEqual(['elsewhere', 'w1.0']);
});

test('a modal dialog blocks its window, wherever the dialog is; another dialog does not', () => {
  const away = { x: 500, y: 500, width: 10, height: 10 };
  const dialog = { parent: 'w1.0', frame: away, kind: 'dialog' as const };
  expect(obstacle(window(1, 0), window(1, 1, { ...dialog, modal: true }))).toEqual(['blocked', 'w1.1']);
  expect(obstacle(window(1, 0), window(1, 1, dialog))).toBeUndefined();
  expect(obstacle(window(1, 1, { parent: 'w1.0', modal: true }), window(1, 0))).toBeUndefined();
});

test('a point without any window is nowhere', () => {
  expect(obstacle(window(1, 0, { frame: { x: 500, y: 500, width: 10, height: 10 } }))).toEqual(['nowhere']);
});
