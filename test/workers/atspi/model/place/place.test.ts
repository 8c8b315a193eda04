import { expect, test } from 'vitest';
import type { WindowInfo } from '../../../../../src/protocol/window.ts';
import { toolkitOf } from '../../../../../src/workers/atspi/backends/at-spi/toolkits.ts';
import {
  encloses,
  haveTwins,
  menuOrigin,
  type Origin,
  originOf,
  place,
  popupOrigin,
  union,
} from '../../../../../src/workers/atspi/model/place/place.ts';
import { windowInfo } from '../../../../support/window-info.ts';

const size = { width: 800, height: 500 };

function window(title: string, over: Partial<WindowInfo> = {}): WindowInfo {
  return windowInfo(title, {
    pid: 7,
    frame: { x: 100, y: 70, width: 800, height: 530 },
    client: { x: 100, y: 100, ...size },
    buffer: { x: 74, y: 77, width: 852, height: 546 },
    ...over,
  });
}

const own = { pid: 7, title: 'notes.txt ', extents: { x: 0, y: 0, ...size } };

test('Qt counts from what the client draws, GTK 3 from its buffer with the shadow', () => {
  expect(originOf(own, toolkitOf('Qt'), [window('notes.txt')])).toMatchObject({ x: 100, y: 100 });
  const gtk = { ...own, extents: { x: 0, y: 0, width: 852, height: 546 } };
  expect(originOf(gtk, toolkitOf('gtk'), [window('notes.txt')])).toMatchObject({ x: 74, y: 77 });
});

test('Qt, GTK 3 and Chromium count from where they believe their window to be', () => {
  const extents = { x: 1024, y: -50, ...size };
  const origin = originOf({ ...own, extents }, toolkitOf('Qt'), [window('notes.txt')]);
  expect(place({ x: 1034, y: -30, width: 5, height: 5 }, origin, extents)).toMatchObject({ x: 110, y: 120 });
  expect(originOf({ ...own, extents }, toolkitOf('Gecko'), [window('notes.txt')])).toMatchObject({ x: 74, y: 77 });
  const popup = window('', { kind: 'popup', buffer: { x: 616, y: 148, width: 510, height: 433 } });
  const menu = { pid: 7, title: '', extents: { x: 501, y: 127, width: 510, height: 433 } };
  for (const toolkit of ['gtk', 'Chromium'].map(toolkitOf)) {
    expect(originOf(menu, toolkit, [window('notes.txt'), popup])).toMatchObject({ x: 115, y: 21 });
  }
});

test('a popup is not taken for a window without a title in its application', () => {
  const buffer = { x: 74, y: 77, width: 852, height: 546 };
  const popup = window('', { kind: 'popup', buffer: { ...buffer, width: 133, height: 110 } });
  const main = { pid: 7, title: '', extents: { ...buffer, x: 0, y: 0 } };
  expect(originOf(main, toolkitOf('gtk'), [window('factory'), popup])).toMatchObject({ x: 74, y: 77 });
  expect(originOf(main, toolkitOf('gtk'), [popup])).toHaveProperty('unavailable');
});

test('a title matches with the program name and number that the compositor shows', () => {
  expect(originOf(own, toolkitOf('Qt'), [window('notes.txt — Kate <2>')])).toMatchObject({ x: 100, y: 100 });
  const other = window('notes.txt.bak — Kate', { client: { x: 0, y: 0, width: 1, height: 1 } });
  expect(originOf(own, toolkitOf('Qt'), [other])).toHaveProperty('unavailable');
});

test('of two windows of one title the one of this size is meant; two of one size are unavailable', () => {
  const small = window('notes.txt', { client: { x: 5, y: 5, width: 300, height: 200 } });
  expect(originOf(own, toolkitOf('Qt'), [small, window('notes.txt')])).toMatchObject({ x: 100, y: 100 });
  const twins = [window('notes.txt'), window('notes.txt <2>')];
  expect(originOf(own, toolkitOf('Qt'), twins)).toEqual({ unavailable: expect.stringContaining('its title and size') });
  const others = [window('one'), window('two')];
  expect(originOf(own, toolkitOf('Qt'), others)).toEqual({
    unavailable: 'no window of the desktop has the title "notes.txt" and this size, and several have the size',
  });
});

test('of windows alike the one in front is told by that, and the other one of two', () => {
  const front = window('notes.txt', { id: 'front', active: true });
  const back = window('notes.txt <2>', { id: 'back' });
  const origin = (isActive: boolean | undefined, ...windows: WindowInfo[]) =>
    originOf({ ...own, isActive }, toolkitOf('Qt'), windows);
  expect(origin(true, back, front)).toMatchObject({ windowId: 'front' });
  expect(origin(false, back, front)).toMatchObject({ windowId: 'back' });
  expect(origin(undefined, back, front)).toHaveProperty('unavailable');
  expect(origin(false, back, front, window('notes.txt <3>'))).toHaveProperty('unavailable');
  expect(origin(true, back, window('notes.txt'))).toHaveProperty('unavailable');
  expect(haveTwins([front, back])).toBe(true);
  expect(haveTwins([front, window('other')])).toBe(false);
  expect(haveTwins([front, { ...back, minimized: true }])).toBe(false);
});

test('a window of another process is never meant', () => {
  expect(originOf(own, toolkitOf('Qt'), [window('notes.txt', { pid: 8 })])).toHaveProperty('unavailable');
});

const at = (x: number, y: number): Origin => ({ x, y, windowId: 'main' });

test('the elements of a menu that is a window of its own count from there', () => {
  const rect = { x: 1018, y: 38, width: 265, height: 287 };
  const popup = window('', { kind: 'popup', id: 'popup', buffer: rect, client: { ...rect, width: 259, height: 281 } });
  const extents = { x: 1026, y: 50, width: 265, height: 287 };
  const about = { pid: 7, main: originOf(own, toolkitOf('GTK'), [window('notes.txt'), popup]) };
  expect(popupOrigin(extents, about, [window('notes.txt'), popup])).toEqual({ x: -8, y: -12, windowId: 'popup' });
  expect(popupOrigin({ ...extents, width: 100 }, about, [window('notes.txt'), popup])).toBeUndefined();
});

test('a popover that is measured with its shadow is the only popup of nearly that size, and nothing else is', () => {
  const popup = (id: string, x: number): WindowInfo =>
    window('', { kind: 'popup', id, buffer: { x, y: 218, width: 556, height: 420 } });
  const about = { pid: 7, main: at(0, 0), hasShadow: true };
  const extents = { x: -28, y: 51, width: 556, height: 414 };
  expect(popupOrigin(extents, about, [popup('one', 362)])).toEqual({ x: 390, y: 167, windowId: 'one' });
  expect(popupOrigin(extents, { ...about, hasShadow: false }, [popup('one', 362)])).toBeUndefined();
  expect(popupOrigin(extents, about, [popup('one', 362), popup('two', 0)])).toBeUndefined();
  expect(popupOrigin({ ...extents, height: 380 }, about, [popup('one', 362)])).toBeUndefined();
});

test('another window of the application is no popup, though something in the first one has its size', () => {
  const about = { pid: 7, main: at(0, 0) };
  for (const kind of ['normal', 'dialog'] as const) {
    const other = window('other.txt', { kind, id: 'other' });
    expect(
      popupOrigin({ ...other.client, x: 0, y: 0 }, about, [window('notes.txt', { id: 'main' }), other]),
    ).toBeUndefined();
  }
});

test('the entries of a menu of which nothing else is known are in the one popup that they fill', () => {
  const popup = (x: number, width: number, height: number): WindowInfo =>
    window('', { kind: 'popup', id: `at ${x}`, client: { x, y: 418, width, height } });
  const entries = union([
    { x: 478, y: 83, width: 154, height: 26 },
    { x: 478, y: 109, width: 154, height: 52 },
  ]);
  expect(entries).toEqual({ x: 478, y: 83, width: 154, height: 78 });
  const open = [popup(612, 377, 130), popup(987, 154, 86)];
  expect(menuOrigin(entries, 7, open)).toEqual({ x: 987 - 478, y: 418 + 4 - 83, windowId: 'at 987' });
  expect(menuOrigin(entries, 8, open)).toBeUndefined();
  expect(menuOrigin(entries, 7, [...open, popup(0, 154, 78)])).toBeUndefined();
  expect(menuOrigin(entries, 7, [popup(0, 154, 60), popup(0, 154, 120)])).toBeUndefined();
  expect(menuOrigin(union([]), 7, open)).toBeUndefined();
});

test('fractions of pixels do not matter to what a rectangle encloses', () => {
  const popup = { x: 915, y: 197, width: 66, height: 74 };
  expect(encloses(popup, { x: 916, y: 368 / 1.5, width: 50, height: 24 })).toBe(true);
});

test('a rectangle encloses what has no part outside of it', () => {
  const outer = { x: 10, y: 230, width: 133, height: 110 };
  expect(encloses(outer, { x: 16, y: 239, width: 121, height: 30 })).toBe(true);
  expect(encloses(outer, { x: 36, y: 300, width: 121, height: 30 })).toBe(false);
  expect(encloses(outer, { x: 400, y: 300, width: 1, height: 1 })).toBe(false);
});

test('an element without an area has no rectangle', () => {
  expect(place({ x: 1, y: 1, width: 0, height: 0 }, at(0, 0), undefined)).toEqual({ unavailable: 'it has no area' });
  expect(place({ x: 1, y: 2, width: 3, height: 4 }, at(10, 10.5), undefined)).toEqual({
    x: 11,
    y: 12.5,
    width: 3,
    height: 4,
  });
});

test('an element scrolled out of its window has no rectangle', () => {
  const extents = { x: 10, y: 900, width: 50, height: 20 };
  expect(place(extents, at(0, 0), { x: 0, y: 0, ...size })).toEqual({
    unavailable: 'it is outside its window',
    isOutOfView: true,
  });
});
