import { expect, test } from 'vitest';
import type { App } from '../../../../src/workers/atspi/backend.ts';
import { toolkitOf } from '../../../../src/workers/atspi/backends/at-spi/toolkits.ts';
import { countShown, ofClass, titledLike, unreadable } from '../../../../src/workers/atspi/read/shown-programs.ts';
import { createFakeAccessibility } from '../../../support/fake-accessibility.ts';
import { windowInfo } from '../../../support/window-info.ts';

const windows = [
  windowInfo('notes.txt — Kate', { app: 'org.kde.kate', pid: 1 }),
  windowInfo('Untitled — Calc', { app: 'libreoffice-calc', pid: 2 }),
  windowInfo('user@host', { app: 'xterm', pid: 3 }),
  windowInfo('katex', { app: 'katex', pid: 4 }),
];

test.each([
  ['org.kde.kate', [1]],
  ['org.kde.kate.desktop', [1]],
  ['KATE', [1]],
  ['libreoffice-calc', [2]],
  ['libreoffice', [2]],
  ['xterm', [3]],
  ['nothing', []],
])('%j names the program of a window by its class or desktop id', (name, pids) => {
  expect(ofClass(name, windows).map(({ pid }) => pid)).toEqual(pids);
});

test('a title names a window, for the error alone', () => {
  expect(titledLike('user@', windows).map(({ pid }) => pid)).toEqual([3]);
});

test('what shows a window and is not known to accessibility is named, with what to do', () => {
  const [, , xterm] = windows;
  if (!xterm) throw new Error('no window');
  expect(unreadable(xterm)).toMatchObject({
    code: 'not_found',
    message: expect.stringContaining(
      '"xterm" (pid 3) shows the window "user@host", but accessibility does not know it',
    ),
    hint: expect.stringContaining('launch'),
  });
});

test('of two registrations of a process the one counts whose windows are shown', () => {
  const app: App = {
    key: ':1.1',
    root: { app: ':1.1', key: '/' },
    name: 'a',
    pid: 1,
    toolkit: 'Qt',
    traits: toolkitOf('Qt'),
    isResponding: true,
  };
  expect(countShown(['notes.txt ', 'Other'], app, windows)).toBe(1);
  expect(countShown(['Made up', 'Made up too'], app, windows)).toBe(0);
});

test('a call reads a program by the class of its window, and says what another one lacks', async () => {
  const fake = createFakeAccessibility('application "app"\n frame "f"\n  button "Go"');
  const find = (app: string) =>
    fake.actor.find({ states: [], bounds: false, max: 5, allowedPids: 'all', app, query: 'Go' });
  await expect(find('org.example.app')).rejects.toThrow('no application is called');
  fake.windows = [
    windowInfo('f', { app: 'org.example.app', pid: fake.app.pid }),
    windowInfo('user@host', { app: 'xterm', pid: 99 }),
  ];
  expect((await find('org.example.app')).elements).toMatchObject([{ name: 'Go' }]);
  await expect(find('xterm')).rejects.toThrow('accessibility does not know it');
});
