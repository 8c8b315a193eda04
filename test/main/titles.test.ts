/** What a call tells of windows whose application the list does not name: never their titles. On a desktop without a compositor. */
import { expect, test } from 'vitest';
import { createFakeDesktop, windowOf } from '../support/fake-desktop.ts';

const KATE = { activeWindow: windowOf('kate', { active: true, title: 'u.txt — Kate', stacking: 9 }) };

test.each([
  ['key', { key: 'a' }],
  ['type_text', { text: 'a' }],
  ['type_text', { text: 'a', method: 'paste' }],
  ['mouse', { x: 210, y: 10 }],
  ['drag', { from_x: 210, from_y: 10, to_x: 220, to_y: 20 }],
  ['touch', { x: 210, y: 10 }],
  ['scroll', { x: 210, y: 10, dy: 1 }],
  ['hold', { key: 'shift' }],
] as const)('%s %j names a window in front that is not listed by its application', async (tool, args) => {
  const desktop = Object.assign(createFakeDesktop('kcalc'), KATE);
  const { isError, text } = await desktop.call(tool, args);
  expect([isError, text]).toEqual([true, expect.stringContaining('In front is a window of org.kate')]);
  expect(text).not.toContain('u.txt');
});

test('a window whose tier is too low, or becomes so, keeps its title', async () => {
  const desktop = Object.assign(createFakeDesktop('org.kate:view\nkcalc'), KATE);
  // Kate comes in front once the call is let through.
  const { desktop: worker } = desktop.session;
  let looks = 0;
  Object.assign(worker, { activeWindow: async () => (looks++ === 0 ? windowOf('kcalc') : KATE.activeWindow) });
  const { text } = await desktop.call('type_text', { text: 'a' });
  expect(text).toContain('In front is "u.txt — Kate", whose tier is view, and this needs full');
});

test('a window that was not listed, and went before the click, is not told by its title', async () => {
  const desktop = createFakeDesktop('kate');
  const { desktop: worker } = desktop.session;
  const over = windowOf('firefox', { frame: windowOf('kate').frame, title: 'Bank', stacking: 99 });
  Object.assign(worker, { state: async () => ({ screens: [], desktops: [], windows: [over] }) });
  const { isError, text } = await desktop.call('mouse', { x: 110, y: 10 });
  expect([isError, text]).toEqual([false, 'clicked at 110,10 in the window "org.firefox"']);
});

test('a dialog of another process that blocks a window is told by its application', async () => {
  const desktop = createFakeDesktop('kcalc');
  const dialog = windowOf('firefox', { title: 'Open bank.txt' });
  const now = windowOf('kcalc');
  Object.assign(desktop.session.desktop, { activate: async () => ({ now, activeWindow: dialog, isBlocked: true }) });
  const reply = await desktop.call('activate_window', { query: 'kcalc' });
  expect(reply.text).toContain('its dialog has the keyboard: a window of org.firefox');
  expect(JSON.stringify(reply)).not.toContain('bank.txt');
  desktop.allow('kcalc\nfirefox:view');
  const seen = await desktop.call('activate_window', { query: 'kcalc' });
  expect(seen.text).toContain('its dialog has the keyboard: "Open bank.txt"');
  expect(seen.facts).toMatchObject({ active_window: { title: 'Open bank.txt' } });
});
