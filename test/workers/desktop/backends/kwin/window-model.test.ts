import { expect, test } from 'vitest';
import {
  applyPush,
  EMPTY_MODEL,
  listByAge,
  listWindows,
  type Push,
  type PushedWindow,
  toDesktopState,
} from '../../../../../src/workers/desktop/backends/kwin/window-model.ts';
import { activeWindowOf } from '../../../../../src/workers/desktop/model/windows.ts';
import { windowInfo } from '../../../../support/window-info.ts';

const rect = { x: 0.5, y: 1, width: 10, height: 20 };

function window(id: string, parts: Partial<PushedWindow> = {}): PushedWindow {
  const { active: _active, stacking: _stacking, ...pushed } = windowInfo(id, parts);
  return pushed;
}

/** The model after these pushes, which come at 0, 1, 2, … ms. */
const after = (...pushes: Push[]) => pushes.reduce(applyPush, EMPTY_MODEL);

test('windows are listed from the lowest to the one in front', () => {
  const model = after(
    { windows: [window('a')] },
    { windows: [window('b')] },
    { stackingOrder: ['b', 'a'], active: 'b' },
  );
  expect(listWindows(model, 0).map(({ id, active, stacking }) => [id, active, stacking])).toEqual([
    ['b', true, 0],
    ['a', false, 1],
  ]);
  expect(activeWindowOf(listWindows(model, 0))?.id).toBe('b');
});

test('by age a window stays where it is, whatever comes in front of it or changes', () => {
  const model = after(
    { windows: [window('a'), window('b')] },
    { stackingOrder: ['b', 'a'] },
    { windows: [window('a')] },
  );
  expect(listByAge(model, 0).map(({ id }) => id)).toEqual(['a', 'b']);
});

test('a later description replaces the earlier one, and a removed window is gone', () => {
  const first: Push = { windows: [window('a'), window('b')], stackingOrder: ['a', 'b'], active: 'b' };
  const model = after(first, { windows: [window('a', { title: 'new' })] }, { removed: ['b'] }, { active: '' });
  expect(listWindows(model, 0).map(({ title }) => title)).toEqual(['new']);
  expect(activeWindowOf(listWindows(model, 0))).toBeUndefined();
});

test('it is known since when a window is where it is, whatever else changes of it', () => {
  const placed = (...pushes: Push[]): [string, number][] => [...after(...pushes).placedAtMs];
  const [a, moved] = [{ windows: [window('a')] }, { windows: [window('a', { client: rect })] }];
  expect(placed({}, a)).toEqual([['a', 1]]);
  expect(placed({}, a, { windows: [window('a', { title: 'new', maximized: true })] })).toEqual([['a', 1]]);
  expect(placed({}, a, moved, moved)).toEqual([['a', 2]]);
  expect(placed({}, a, { windows: [window('a', { minimized: true })] })).toEqual([['a', 2]]);
  expect(placed(a, { removed: ['a'] })).toEqual([]);
});

test("the compositor's own windows and bridges are left out", () => {
  const windows = [
    window('kwin', { pid: 99 }),
    window('also kwin', { app: 'kwin_wayland' }),
    window('bridge', { app: 'xwaylandvideobridge' }),
    window('mine'),
  ];
  expect(listWindows(after({ windows }), 99).map(({ id }) => id)).toEqual(['mine']);
});

test('screens and desktops are what was pushed last; fractions stay', () => {
  const screens = [{ name: 'X11-0', rect, scale: 1.5 }];
  const desktops = [{ name: 'Desktop 1', current: true }];
  const model = after({ screens: [], desktops: [] }, { screens, desktops, ready: true });
  expect(toDesktopState(model, 0)).toEqual({ screens, desktops, windows: [] });
  expect([EMPTY_MODEL.ready, model.ready]).toEqual([false, true]);
});
