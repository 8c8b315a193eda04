import { expect, test } from 'vitest';
import {
  outerPageOf,
  pixelsPerLogical,
  toLogical,
} from '../../../../../../src/workers/atspi/backends/at-spi/place/page-pixels.ts';
import { named, treeOf } from '../../../../../support/accessible-tree.ts';

const rect = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const view = rect(16, 97, 1018, 851);

test('a page that is its view in pixels of the screen tells how many there are', () => {
  expect(pixelsPerLogical(rect(24, 145, 1527, 1277), view)).toBe(1.5);
  expect(pixelsPerLogical(rect(20, 121, 1273, 1064), view)).toBe(1.25);
  expect(pixelsPerLogical(rect(32, 194, 2036, 1702), view)).toBe(2);
});

test('the pixels of a page that has the extents of its view are logical', () => {
  expect(pixelsPerLogical(view, view)).toBe(1);
});

test('a page that is another place than its view tells nothing', () => {
  expect(pixelsPerLogical(rect(131, 51, 0, 0), rect(131, 51, 656, 44))).toBe(1);
  expect(pixelsPerLogical(rect(16, 97, 2036, 851), view)).toBe(1);
  expect(pixelsPerLogical(rect(0, 0, 0, 0), rect(0, 0, 0, 0))).toBe(1);
});

test('a page far from the corner of the screen is told from the scales beside it, however small it is', () => {
  expect(pixelsPerLogical(rect(1875, 63, 125, 50), rect(1500, 50, 100, 40))).toBe(1.25);
});

test('a rectangle in pixels becomes a logical one', () => {
  expect(toLogical(rect(36, 177, 1503, 57), 1.5)).toEqual(rect(24, 118, 1002, 38));
});

test('the page of an element is the outermost, and its own of a page', () => {
  const tree = treeOf(`
  application "app"
   frame "window"
    button "Reload"
    document web "outer"
     internal frame "between"
      document web "inner"
       button "Send"
`);
  expect(outerPageOf(named(tree, 'Send'))).toBe(named(tree, 'outer'));
  expect(outerPageOf(named(tree, 'outer'))).toBe(named(tree, 'outer'));
  expect(outerPageOf(named(tree, 'Reload'))).toBeUndefined();
});
