import { expect, test } from 'vitest';
import { liveEnvironment, sessionEnvironment } from '../../../../src/workers/desktop/model/environment.ts';

const OWN = {
  HOME: '/home/me',
  PATH: '/opt/bin:/usr/bin',
  LANG: 'tr_TR.UTF-8',
  LC_TIME: 'C',
  DISPLAY: ':0',
  WAYLAND_DISPLAY: 'wayland-9',
  XAUTHORITY: '/x',
  XDG_RUNTIME_DIR: '/run/user/7',
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/host',
  QT_SCALE_FACTOR: '2',
  ANTHROPIC_API_KEY: 'k',
  GITHUB_TOKEN: 't',
  XDG_SESSION_TOKEN: 't',
  SSH_AUTH_SOCK: '/agent',
  LD_PRELOAD: '/evil.so',
};
const FOLDER = { path: '/tmp/s', marker: 'abc', busAddress: 'unix:path=/tmp/s/bus', waylandDisplay: 'wayland-0' };

test('programs of a session get their own display and bus, the language and home, and nothing secret', () => {
  const environment = sessionEnvironment(OWN, { folder: FOLDER, home: 'user', added: { XDG_CURRENT_DESKTOP: 'X' } });
  expect(environment).toMatchObject({
    HOME: '/home/me',
    PATH: '/opt/bin:/usr/bin',
    LANG: 'tr_TR.UTF-8',
    LC_TIME: 'C',
    WAYLAND_DISPLAY: 'wayland-0',
    XDG_RUNTIME_DIR: '/tmp/s/run',
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/tmp/s/bus',
    QT_QPA_PLATFORM: 'wayland',
    DESKTOP_MCP_SESSION: 'abc',
    XDG_CURRENT_DESKTOP: 'X',
  });
  const foreign = ['DISPLAY', 'XAUTHORITY', 'ANTHROPIC_API_KEY', 'GITHUB_TOKEN', 'SSH_AUTH_SOCK', 'LD_PRELOAD'];
  for (const name of foreign) expect(environment).not.toHaveProperty(name);
});

test('an isolated home moves every folder of the user', () => {
  const environment = sessionEnvironment(
    { ...OWN, XDG_CONFIG_HOME: '/home/me/.config' },
    { folder: FOLDER, home: 'isolated', added: {} },
  );
  for (const name of ['HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME', 'XDG_STATE_HOME']) {
    expect(environment[name]).toMatch(/^\/tmp\/s\/home/);
  }
});

test('programs on the live desktop get that desktop, and nothing secret', () => {
  const environment = liveEnvironment(OWN);
  expect(environment).toMatchObject({ DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-9', QT_SCALE_FACTOR: '2' });
  for (const name of ['ANTHROPIC_API_KEY', 'GITHUB_TOKEN', 'XDG_SESSION_TOKEN', 'SSH_AUTH_SOCK', 'LD_PRELOAD']) {
    expect(environment).not.toHaveProperty(name);
  }
});

test('without a PATH there is still one', () => {
  expect(liveEnvironment({})['PATH']).toContain('/usr/bin');
});
