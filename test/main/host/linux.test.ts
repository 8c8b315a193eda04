import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { linux } from '../../../src/main/host/linux.ts';

test('settings lie where XDG_CONFIG_HOME says, else in .config of the home folder', () => {
  expect(linux.configFolder({ XDG_CONFIG_HOME: '/c', HOME: '/home/me' })).toBe('/c/desktop-mcp');
  expect(linux.configFolder({ XDG_CONFIG_HOME: '', HOME: '/home/me' })).toBe('/home/me/.config/desktop-mcp');
  expect(linux.configFolder({})).toBe('/.config/desktop-mcp');
});

test('files of the login go to the runtime folder, else to that for temporary files', () => {
  expect(linux.runtimeFolder({ XDG_RUNTIME_DIR: '/run/user/7' })).toBe('/run/user/7');
  expect(linux.runtimeFolder({})).toBe(tmpdir());
});

test('a desktop is there when this process knows its bus and its display', () => {
  expect(linux.hasLiveDesktop({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/b', WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
  expect(linux.hasLiveDesktop({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/b', WAYLAND_DISPLAY: '' })).toBe(false);
  expect(linux.hasLiveDesktop({ WAYLAND_DISPLAY: 'wayland-0' })).toBe(false);
});
