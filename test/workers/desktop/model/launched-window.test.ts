import { expect, test } from 'vitest';
import type { WindowInfo } from '../../../../src/protocol/window.ts';
import { type Accept, launchedWindow } from '../../../../src/workers/desktop/model/launched-window.ts';

const rect = { x: 0, y: 0, width: 10, height: 10 };

/** A window; later ones in a list are higher. */
function window(id: string, parts: Partial<WindowInfo> = {}): WindowInfo {
  return {
    id,
    title: id,
    app: 'org.kde.kate',
    pid: 1,
    kind: 'normal',
    active: false,
    minimized: false,
    maximized: false,
    fullscreen: false,
    frame: rect,
    client: rect,
    buffer: rect,
    output: 'X11-0',
    desktops: [],
    stacking: 0,
    ...parts,
  };
}

function idOf(before: WindowInfo[], now: WindowInfo[], accept: Accept = 'new'): string | undefined {
  return launchedWindow({ before, now, isOurs: (pid) => pid === 7, appIds: ['kate'] }, accept)?.id;
}

test('a new window of our process is the one, before another new one of the application', () => {
  expect(idOf([], [window('ours', { pid: 7, app: 'launcher' }), window('other')])).toBe('ours');
});

test('a new window of the same application is the one when we have none', () => {
  expect(idOf([window('old')], [window('old'), window('new', { app: 'kate' })])).toBe('new');
});

test('windows of others, popups and windows that were there are not', () => {
  const now = [window('old'), window('menu', { pid: 7, kind: 'popup' }), window('calc', { app: 'org.kde.kcalc' })];
  expect(idOf([window('old')], now)).toBeUndefined();
});

test('a change of a window that was there counts only once a hand-over is accepted', () => {
  for (const change of [{ title: 'second.txt' }, { active: true }]) {
    expect(idOf([window('old')], [window('old', change)])).toBeUndefined();
    expect(idOf([window('old')], [window('old', change)], 'changed')).toBe('old');
  }
  const same = [window('a', { active: true }), window('b')];
  expect(idOf(same, same, 'changed')).toBeUndefined();
});

test('in the end the foremost window of the application is taken', () => {
  const same = [window('low'), window('high'), window('calc', { app: 'kcalc' })];
  expect(idOf(same, same, 'any')).toBe('high');
  expect(idOf([], [window('calc', { app: 'kcalc' })], 'any')).toBeUndefined();
});
