import { expect, test } from 'vitest';
import { codeArguments } from '../../../src/main/policy/code-arguments.ts';

test.each([
  [['-platformpluginpath', '/tmp']],
  [['--platformpluginpath=/tmp']],
  [['-plugin', 'evdev']],
  [['--gtk-module=foo']],
  [['--gtk-module', 'foo']],
  [['--load-extension=/tmp/x']],
  [[' --load-extension=/tmp/x']],
  [['--user-data-dir', '/tmp/x']],
  [['--remote-debugging-port=9222']],
  [['--remote-debugging-pipe']],
  [['-remote-debugging-port', '9222']],
  [['--renderer-cmd-prefix=xterm -e']],
  [['-profile', '/tmp/x']],
  [['--Profile', '/tmp/x']],
  [['-start-debugger-server', '6000']],
  [['--marionette']],
  [['-app', '/tmp/application.ini']],
  [['--inspect']],
  [['--inspect-brk=0.0.0.0:9229']],
  [['--require', '/tmp/x.js']],
  [['-env:UserInstallation=file:///tmp/x']],
  [['--accept=socket,host=0;urp;']],
  [['macro:///Standard.Module1.Main']],
])('%j loads code', (args) => {
  expect(codeArguments(args)).toHaveLength(1);
});

test.each([
  [['file.txt', '--new-window', 'https://example.org/?--load-extension=x']],
  [['--app=https://example.org']],
  [['--app', 'https://example.org']],
  [['-platform', 'wayland', '-style', 'Fusion', '--inspector']],
  [['profile', 'plugin=x', '--', '-']],
  [['-n', '--line', '3', '--profile-directory=Default']],
])('%j does not', (args) => {
  expect(codeArguments(args)).toEqual([]);
});

test('an argument is named as it was given', () => {
  expect(codeArguments(['-plugin', 'x', '--gtk-module=y'])).toEqual(['-plugin', '--gtk-module']);
});
