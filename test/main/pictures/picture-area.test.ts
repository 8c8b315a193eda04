/** What a picture of a window shows besides it, and what of that is told; on a live desktop without a compositor. */
import { expect, test } from 'vitest';
import type { WindowInfo } from '../../../src/protocol/window.ts';
import { createFakeDesktop, windowOf } from '../../support/fake-desktop.ts';

/** Kate with KCalc in front, and pictures. */
function desktopWith(kcalc: Partial<WindowInfo>, allowed = 'kate') {
  const desktop = createFakeDesktop(allowed);
  desktop.take = ({ area = { x: 0, y: 0, width: 400, height: 100 } }) => {
    const size = { widthPx: area.width, heightPx: area.height };
    return { bytes: new Uint8Array(), mimeType: 'image/png', ...size, area, takenAtMs: 0, marked: [] };
  };
  const { frame, stacking } = windowOf('kate');
  desktop.activeWindow = windowOf('kcalc', { active: true, stacking: stacking + 1, frame, ...kcalc });
  return desktop;
}

/** The warnings of a picture of Kate with KCalc in front. */
async function warningsWith(kcalc: Partial<WindowInfo>, allowed = 'kate'): Promise<unknown> {
  const { isError, facts } = await desktopWith(kcalc, allowed).call('screenshot', { app: 'kate' });
  expect(isError).toBe(false);
  return facts['warnings'];
}

test('a window that may be seen is named by its title, another one only by its application', async () => {
  expect(await warningsWith({}, 'kate\nkcalc')).toEqual([expect.stringContaining('covered by "the kcalc" id=w20;')]);
  expect(await warningsWith({})).toEqual([expect.stringContaining('covered by a window of org.kcalc;')]);
});

test('what is beside, below or not shown covers nothing, and its own dialogs belong to a window', async () => {
  const { frame, id, stacking } = windowOf('kate');
  expect(await warningsWith({ frame: { ...frame, x: frame.x + frame.width - 0.5 } })).toBeUndefined();
  expect(await warningsWith({ stacking: stacking - 1 })).toBeUndefined();
  expect(await warningsWith({ minimized: true })).toBeUndefined();
  expect(await warningsWith({ parent: id, kind: 'dialog' })).toBeUndefined();
});

test('the picture of a tree warns of covers too, and of a window that is not shown there is none', async () => {
  const desktop = desktopWith({});
  const covered = await desktop.call('tree', { app: 'kate', screenshot: true });
  expect(covered.images).toHaveLength(1);
  expect(covered.facts['warnings']).toEqual([expect.stringContaining('"the kate" is partly or wholly covered by a')]);
  for (const parts of [{ desktops: ['Mail'] }, { minimized: true }]) {
    desktop.activeWindow = windowOf('kate', parts);
    const { images, facts } = await desktop.call('tree', { app: 'kate', screenshot: true });
    expect(images).toEqual([]);
    expect(facts['warnings']).toEqual(['no picture: the application has no window on the screen']);
  }
});
