/** Windows by the name that their application has for accessibility; on a live desktop without a compositor. */
import { expect, test } from 'vitest';
import type { WindowInfo } from '../../../src/protocol/window.ts';
import { createFakeDesktop, windowOf } from '../../support/fake-desktop.ts';

/** Kate under another window class, with Kate's name for accessibility. */
function disguised(parts: Partial<WindowInfo> = {}) {
  const desktop = createFakeDesktop('kate');
  desktop.activeWindow = windowOf('kate', { app: 'org.editor', title: 'notes', ...parts });
  return desktop;
}

test.each(['kate', 'notes', 'org.editor'])('windows, and a window for input, are found by %s', async (query) => {
  const { call } = disguised();
  expect((await call('windows', { app: query })).facts['windows']).toMatchObject([{ id: 'w10' }]);
  expect((await call('activate_window', { query })).facts).toMatchObject({ window: { id: 'w10' } });
});

test('a popup of an application is listed under its name, and is not meant by it', async () => {
  const { call } = disguised({ kind: 'popup' });
  expect((await call('windows', { app: 'kate' })).facts['windows']).toMatchObject([{ id: 'w10' }]);
  expect((await call('activate_window', { query: 'kate' })).text).toContain('No window matches "kate"');
});
