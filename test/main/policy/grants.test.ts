import { expect, test } from 'vitest';
import { parseAllowlist } from '../../../src/main/policy/allowlist.ts';
import type { CallRights } from '../../../src/main/policy/confirm.ts';
import {
  allowedPidsOf,
  type ListedPolicy,
  listedPolicy,
  mintGrant,
  seesWindow,
} from '../../../src/main/policy/grants.ts';
import type { RunningApp } from '../../../src/protocol/atspi.ts';
import { covers, whyNot } from '../../../src/protocol/grant.ts';

const application = (name: string, pid: number): RunningApp => ({ name, pid, toolkit: 'Qt' });
const APPS = [application('kate', 10), application('konsole', 20)];
const listed = (text: string, call: Partial<CallRights> = {}, runningApps = APPS): ListedPolicy =>
  listedPolicy({
    list: parseAllowlist(text, ['key', 'click']),
    runningApps,
    call: { tool: 'key', needs: 'full', isConfirmable: true, agreed: new Set(), ...call },
  });
const times = { nowMs: 1000, deadlineMs: 500 };
const kate = { pid: 10, app: 'org.kde.kate' };
const konsole = { pid: 20, app: 'org.kde.konsole' };

test('a private session reaches everything until its deadline', () => {
  const grant = mintGrant('s1', { kind: 'private' }, times);
  expect(covers(grant, { pid: 7, app: 'any' }, 1500)).toBe(true);
  expect(covers(grant, { pid: 7, app: 'any' }, 1501)).toBe(false);
});

test('a live session reaches the processes of listed applications and windows of listed classes', () => {
  const grant = mintGrant('live', listed('kate\nxterm'), times);
  expect(covers(grant, kate, 1000)).toBe(true);
  expect(covers(grant, konsole, 1000)).toBe(false);
  expect(covers(grant, { pid: 99, app: 'XTerm' }, 1000)).toBe(true);
  expect(covers(grant, undefined, 1000)).toBe(false);
});

test.each([
  ['view', 'view', true],
  ['view', 'click', false],
  ['view', 'full', false],
  ['click', 'view', true],
  ['click', 'click', true],
  ['click', 'full', false],
  ['full', 'full', true],
] as const)('an application of tier %s gets what needs %s: %s', (tier, needs, isReached) => {
  const policy = listed(`kate:${tier}`, { needs });
  const grant = mintGrant('live', policy, times);
  expect([covers(grant, kate, 1000), seesWindow(policy, kate)]).toEqual([isReached, isReached]);
  expect(allowedPidsOf(policy)).toEqual(isReached ? [10] : []);
  expect(whyNot(grant, kate)).toBe(`whose tier is ${tier}, and this needs ${needs}`);
});

test('of a process and a class that are both listed the lower tier counts', () => {
  const grant = mintGrant('live', listed('kate:view\neditor'), times);
  expect(covers(grant, { pid: 10, app: 'editor' }, 1000)).toBe(false);
  expect(covers(grant, { pid: 99, app: 'editor' }, 1000)).toBe(true);
});

test('what the user has not agreed to is not reached, by process or by class', () => {
  const text = 'kate\norg.kde.kate\nkonsole\nconfirm: key:kate';
  const asked = mintGrant('live', listed(text), times);
  expect([covers(asked, kate, 1000), covers(asked, konsole, 1000)]).toEqual([false, true]);
  expect(whyNot(asked, kate)).toBe('for which the user has not agreed to this call');
  expect(allowedPidsOf(listed(text))).toEqual([20]);
  expect(covers(mintGrant('live', listed(text, { agreed: new Set(['kate']) }), times), kate, 1000)).toBe(true);
  expect(covers(mintGrant('live', listed(text, { tool: 'click' }), times), kate, 1000)).toBe(true);
});

test('agreeing to one application opens no other', () => {
  const policy = listed('kate\nkonsole\nconfirm: key', { agreed: new Set(['kate']) });
  expect(allowedPidsOf(policy)).toEqual([10]);
});

test('a rule for an application asks about what acts and not about what reads', () => {
  const text = 'kate\nconfirm: kate';
  expect(allowedPidsOf(listed(text, { needs: 'click', tool: 'act' }))).toEqual([]);
  expect(allowedPidsOf(listed(text, { needs: 'view', tool: 'tree' }))).toEqual([10]);
});

test('of two registrations of a process the lower tier counts', () => {
  const policy = listed('kate:view\nkonsole', {}, [...APPS, application('konsole', 10)]);
  expect(allowedPidsOf(policy)).toEqual([20]);
});

test('elements of other applications are not visible', () => {
  expect(allowedPidsOf(listed('kate'))).toEqual([10]);
  expect(allowedPidsOf({ kind: 'private' })).toBe('all');
});
