import { expect, test } from 'vitest';
import { matchTabs, matchWindows, withoutDialogs } from '../../../src/main/policy/match-window.ts';
import { windowInfo } from '../../support/window-info.ts';

const notes = windowInfo('{a1}', { title: 'notes — Kate', pid: 10 });
const other = windowInfo('{a2}', { title: 'notes old — Kate', pid: 10 });
const find = windowInfo('{a3}', { title: 'Find — Kate', kind: 'dialog', parent: '{a1}', pid: 10 });
const menu = windowInfo('{a4}', { title: 'notes — Kate', kind: 'popup', parent: '{a1}', pid: 10 });
const istanbul = windowInfo('{b1}', { title: 'İSTANBUL', app: 'org.gtk.Thing', pid: 20 });
const all = [notes, other, find, menu, istanbul];
const ids = (query: string): string[] => matchWindows(query, all).map(({ id }) => id);

test('an id names one window, with or without its braces', () => {
  expect(ids('{a2}')).toEqual(['{a2}']);
  expect(ids('a2')).toEqual(['{a2}']);
});

test('a whole title beats a part of one, and popups are never meant', () => {
  expect(ids('Notes — kate')).toEqual(['{a1}']);
  expect(ids('notes')).toEqual(['{a1}', '{a2}']);
});

test('case, Turkish i and blanks do not matter', () => {
  expect(ids('istanbul')).toEqual(['{b1}']);
  expect(ids('notes  OLD')).toEqual(['{a2}']);
});

test('an application is found by its id', () => {
  expect(ids('org.gtk')).toEqual(['{b1}']);
  expect(ids('thing-factory')).toEqual([]);
});

test('a dialog comes with its window, and alone when its window is not meant', () => {
  expect(withoutDialogs(matchWindows('kate', all)).map(({ id }) => id)).toEqual(['{a1}', '{a2}']);
  expect(withoutDialogs(matchWindows('find', all)).map(({ id }) => id)).toEqual(['{a3}']);
});

const tabs = [
  { pts: '/dev/pts/1', command: 'bash', directory: '/home/me', pid: 5 },
  { pts: '/dev/pts/11', command: 'python3 -m pytest', directory: '/home/me/work', pid: 6 },
];
const pts = (query: string): string[] => matchTabs(query, tabs).map((tab) => tab.pts);

test.each([
  ['/dev/pts/1', ['/dev/pts/1']],
  ['pts/11', ['/dev/pts/11']],
  ['1', ['/dev/pts/1']],
  ['pytest', ['/dev/pts/11']],
  ['/home/me', ['/dev/pts/1']],
  ['/home/me/', ['/dev/pts/1']],
  ['work', ['/dev/pts/11']],
  ['me', ['/dev/pts/1', '/dev/pts/11']],
  ['vim', []],
])('a terminal is found by %s', (query, found) => {
  expect(pts(query)).toEqual(found);
});
