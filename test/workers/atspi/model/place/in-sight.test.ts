import { expect, test } from 'vitest';
import type { Rect } from '../../../../../src/protocol/geometry.ts';
import type { WindowInfo } from '../../../../../src/protocol/window.ts';
import { partInSight } from '../../../../../src/workers/atspi/model/place/in-sight.ts';
import { windowInfo } from '../../../../support/window-info.ts';

const rect = (x: number, y: number, width: number, height: number): Rect => ({ x, y, width, height });
const desktops = [{ name: 'one', current: true }];
const main = windowInfo('main', { frame: rect(0, 0, 400, 300), stacking: 1 });
const FIELD = rect(100, 100, 200, 100);

const seen = (...others: WindowInfo[]) => partInSight(FIELD, 'main', { windows: [main, ...others], desktops });

test('all of an element is in sight when nothing lies over it', () => {
  const below = windowInfo('below', { frame: rect(0, 0, 400, 300), stacking: 0 });
  const hidden = windowInfo('hidden', { frame: rect(0, 0, 400, 300), stacking: 5, minimized: true });
  const elsewhere = windowInfo('elsewhere', { frame: rect(0, 0, 400, 300), stacking: 6, desktops: ['two'] });
  const beside = windowInfo('beside', { frame: rect(310, 0, 90, 300), stacking: 7 });
  expect(seen(below, hidden, elsewhere, beside)).toEqual(FIELD);
});

test.each([
  ['right', rect(250, 0, 200, 300), rect(100, 100, 150, 100)],
  ['left', rect(0, 0, 120, 300), rect(120, 100, 180, 100)],
  ['top', rect(0, 0, 400, 130), rect(100, 130, 200, 70)],
  ['bottom', rect(50, 180, 400, 100), rect(100, 100, 200, 80)],
])('of an element whose %s is covered the rest is in sight', (_side, frame, part) => {
  expect(seen(windowInfo('over', { frame, stacking: 2 }))).toEqual(part);
});

test('an element whose middle is covered is not in sight', () => {
  expect(seen(windowInfo('over', { frame: rect(190, 140, 20, 20), stacking: 2 }))).toBeUndefined();
  expect(partInSight(FIELD, 'gone', { windows: [main], desktops })).toBeUndefined();
});

test('an element cannot be operated while its window waits for a dialog', () => {
  const dialog = windowInfo('dialog', { frame: rect(0, 0, 50, 50), stacking: 2, parent: 'main', modal: true });
  expect(seen(dialog)).toBeUndefined();
  expect(seen({ ...dialog, modal: false })).toEqual(FIELD);
});
