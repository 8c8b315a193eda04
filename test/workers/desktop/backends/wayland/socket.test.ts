import { expect, test } from 'vitest';
import { waylandSocket } from '../../../../../src/workers/desktop/backends/wayland/socket.ts';

test("the compositor's socket is a path, or a name in the runtime folder", () => {
  expect(waylandSocket({ XDG_RUNTIME_DIR: '/run/user/7', WAYLAND_DISPLAY: 'wayland-9' })).toBe('/run/user/7/wayland-9');
  expect(waylandSocket({ XDG_RUNTIME_DIR: '/run/user/7', WAYLAND_DISPLAY: '/other/socket' })).toBe('/other/socket');
  expect(waylandSocket({ XDG_RUNTIME_DIR: '/run/user/7' })).toBe('/run/user/7/wayland-0');
});
