import { expect, test } from 'vitest';
import { parseAllowlist } from '../../../src/main/policy/allowlist.ts';
import { mintGrant, seesWindow, visibleOf } from '../../../src/main/policy/grants.ts';
import type { Application } from '../../../src/protocol/atspi.ts';
import { covers } from '../../../src/protocol/grant.ts';

const application = (name: string, pid: number): Application => ({ name, pid, toolkit: 'Qt', windows: [] });
const listed = {
  kind: 'listed' as const,
  list: parseAllowlist('kate\nxterm'),
  applications: [application('kate', 10), application('konsole', 20)],
};
const times = { nowMs: 1000, deadlineMs: 500 };

test('a private session reaches everything until its deadline', () => {
  const grant = mintGrant('s1', { kind: 'private' }, times);
  expect(covers(grant, { pid: 7, app: 'any' }, 1500)).toBe(true);
  expect(covers(grant, { pid: 7, app: 'any' }, 1501)).toBe(false);
});

test('a live session reaches the processes of listed applications and windows of listed classes', () => {
  const grant = mintGrant('live', listed, times);
  expect(covers(grant, { pid: 10, app: 'org.kde.kate' }, 1000)).toBe(true);
  expect(covers(grant, { pid: 20, app: 'org.kde.konsole' }, 1000)).toBe(false);
  expect(covers(grant, { pid: 99, app: 'XTerm' }, 1000)).toBe(true);
  expect(covers(grant, undefined, 1000)).toBe(false);
});

test('elements of other applications are not visible', () => {
  expect(visibleOf(listed)).toEqual([10]);
  expect(visibleOf({ kind: 'private' })).toBe('all');
});

test('a window is seen when its process or its class is allowed', () => {
  expect(seesWindow({ kind: 'private' }, { pid: 7, app: 'any' })).toBe(true);
  expect(seesWindow(listed, { pid: 10, app: 'org.kde.kate' })).toBe(true);
  expect(seesWindow(listed, { pid: 99, app: 'XTerm' })).toBe(true);
  expect(seesWindow(listed, { pid: 20, app: 'org.kde.konsole' })).toBe(false);
});
