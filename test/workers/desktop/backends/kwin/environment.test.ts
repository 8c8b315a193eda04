import { expect, test } from 'vitest';
import { kwinEnvironment } from '../../../../../src/workers/desktop/backends/kwin/environment.ts';

const OWN = { HOME: '/home/me', PATH: '/usr/bin', DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-9', GITHUB_TOKEN: 't' };
const FOLDER = { path: '/tmp/s', marker: 'abc', busAddress: 'unix:path=/tmp/s/bus', waylandDisplay: 'wayland-0' };

test("KWin has settings of its own, a US keymap, and none of the KDE session's variables", () => {
  const own = { ...OWN, XDG_CURRENT_DESKTOP: 'KDE', KDE_FULL_SESSION: 'true' };
  const environment = kwinEnvironment(own, FOLDER, {});
  expect(environment).toMatchObject({
    XDG_CONFIG_HOME: '/tmp/s/kwin',
    KWIN_XKB_DEFAULT_KEYMAP: '1',
    XKB_DEFAULT_LAYOUT: 'us',
  });
  for (const name of ['XDG_CURRENT_DESKTOP', 'KDE_FULL_SESSION', 'QT_QPA_PLATFORM', 'WAYLAND_DISPLAY', 'DISPLAY']) {
    expect(environment).not.toHaveProperty(name);
  }
});

test('KWin takes the keyboard layout that was asked for, and nothing else', () => {
  const asked = { XKB_DEFAULT_LAYOUT: 'de', XKB_DEFAULT_VARIANT: 'nodeadkeys', KWIN_COMPOSE: 'O2', HOME: '/evil' };
  expect(kwinEnvironment(OWN, FOLDER, asked)).toMatchObject({
    XKB_DEFAULT_LAYOUT: 'de',
    XKB_DEFAULT_VARIANT: 'nodeadkeys',
    KWIN_COMPOSE: 'Q',
    HOME: '/tmp/s/kwin',
  });
});
