import { expect, test } from 'vitest';
import { rootPaneOf, shiftOf } from '../../../../../../src/workers/atspi/backends/at-spi/place/root-pane.ts';
import { named, treeOf } from '../../../../../support/accessible-tree.ts';

test('what is in the root pane of a window of LibreOffice lies below its menu bar', () => {
  const app = treeOf(`
    application "soffice"
     frame "Untitled"
      menu bar "Menus"
      root pane "Pane"
       menu bar "Own menus"
       tool bar "Bar"
        button "Bold"`);
  expect(rootPaneOf(named(app, 'Bold'))).toBe(named(app, 'Pane'));
  for (const name of ['Menus', 'Own menus']) expect(rootPaneOf(named(app, name))).toBeUndefined();
  const window = { x: 0, y: 0, width: 1280, height: 764 };
  expect(shiftOf({ ...window, height: 738 }, window)).toBe(26);
  expect(shiftOf(window, window)).toBe(0);
  // One that counts right.
  expect(shiftOf({ ...window, y: 26, height: 738 }, window)).toBe(0);
});
