import { expect, test } from 'vitest';
import type { WindowInfo } from '../../../../src/protocol/window.ts';
import { type Origin, originOf, place, popupOrigin } from '../../../../src/workers/atspi/model/place.ts';
import { toolkitOf } from '../../../../src/workers/atspi/model/toolkits.ts';
import { windowInfo } from '../../../support/window-info.ts';

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

test('Qt counts from where it believes its window to be', () => {
  const extents = { x: 1024, y: -50, ...size };
  const origin = originOf({ ...own, extents }, toolkitOf('Qt'), [window('notes.txt')]);
  expect(place({ x: 1034, y: -30, width: 5, height: 5 }, origin, extents)).toMatchObject({ x: 110, y: 120 });
  expect(originOf({ ...own, extents }, toolkitOf('gtk'), [window('notes.txt')])).toMatchObject({ x: 74, y: 77 });
});

test('a title matches with the program name and number that the compositor shows', () => {
  expect(originOf(own, toolkitOf('Qt'), [window('notes.txt — Kate <2>')])).toMatchObject({ x: 100, y: 100 });
  const other = window('notes.txt.bak — Kate', { client: { x: 0, y: 0, width: 1, height: 1 } });
  expect(originOf(own, toolkitOf('Qt'), [other])).toHaveProperty('unavailable');
});

test('of two windows of one title the one of this size is meant; two of one size are unavailable', () => {
  const small = window('notes.txt', { client: { x: 5, y: 5, width: 300, height: 200 } });
  expect(originOf(own, toolkitOf('Qt'), [small, window('notes.txt')])).toMatchObject({ x: 100, y: 100 });
  expect(originOf(own, toolkitOf('Qt'), [window('notes.txt'), window('notes.txt')])).toEqual({
    unavailable: 'two windows of this application have the same title and size',
  });
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
  expect(place(extents, at(0, 0), { x: 0, y: 0, ...size })).toEqual({ unavailable: 'it is outside its window' });
});
