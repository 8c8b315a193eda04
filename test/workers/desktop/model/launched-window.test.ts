import { expect, test } from 'vitest';
import type { WindowInfo } from '../../../../src/protocol/window.ts';
import { type Accept, isNamedAlike, launchedWindow } from '../../../../src/workers/desktop/model/launched-window.ts';
import { windowInfo } from '../../../support/window-info.ts';

function idOf(before: WindowInfo[], now: WindowInfo[], accept: Accept = 'new'): string | undefined {
  return launchedWindow({ before, now, isOurs: (pid) => pid === 7, appIds: ['kate'] }, accept)?.id;
}

test('a new window of our process is the one, before another new one of the application', () => {
  expect(idOf([], [windowInfo('ours', { pid: 7, app: 'launcher' }), windowInfo('other')])).toBe('ours');
});

test('a new window of the same application is the one when we have none', () => {
  expect(idOf([windowInfo('old')], [windowInfo('old'), windowInfo('new', { app: 'kate' })])).toBe('new');
});

test('windows of others, popups and windows that were there are not', () => {
  const now = [
    windowInfo('old'),
    windowInfo('menu', { pid: 7, kind: 'popup' }),
    windowInfo('calc', { app: 'org.kde.kcalc' }),
  ];
  expect(idOf([windowInfo('old')], now)).toBeUndefined();
});

test('a change of a window that was there counts only once a hand-over is accepted', () => {
  for (const change of [{ title: 'second.txt' }, { active: true }]) {
    expect(idOf([windowInfo('old')], [windowInfo('old', change)])).toBeUndefined();
    expect(idOf([windowInfo('old')], [windowInfo('old', change)], 'changed')).toBe('old');
  }
  const same = [windowInfo('a', { active: true }), windowInfo('b')];
  expect(idOf(same, same, 'changed')).toBeUndefined();
});

test('in the end the foremost window of the application is taken', () => {
  const same = [windowInfo('low'), windowInfo('high'), windowInfo('calc', { app: 'kcalc' })];
  expect(idOf(same, same, 'any')).toBe('high');
  expect(idOf([], [windowInfo('calc', { app: 'kcalc' })], 'any')).toBeUndefined();
});

test.each([
  ['/usr/bin/firefox', 'firefox-esr', true],
  ['/usr/bin/google-chrome-stable', 'google-chrome', true],
  ['/usr/bin/kate', 'org.kde.kate', true],
  ['/usr/bin/bash', 'org.kde.kate', false],
])('the program %s may have windows of the class %s: %s', (program, windowClass, isAlike) => {
  expect(isNamedAlike(program, windowClass)).toBe(isAlike);
});
