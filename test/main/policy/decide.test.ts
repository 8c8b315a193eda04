import { expect, test } from 'vitest';
import { parseAllowlist } from '../../../src/main/policy/allowlist.ts';
import type { CallRights } from '../../../src/main/policy/confirm.ts';
import { type AffectedApp, decide } from '../../../src/main/policy/decide.ts';

const KATE: AffectedApp = { app: 'kate', tier: 'full' };
const KCALC: AffectedApp = { app: 'kcalc', tier: 'view' };
const UNLISTED: AffectedApp = { app: 'konsole', tier: undefined };

function decided(
  affected: AffectedApp[][],
  { confirm = '', ...call }: Partial<CallRights> & { confirm?: string } = {},
) {
  const list = parseAllowlist(`kate\nkcalc:view\n${confirm}`, ['key', 'hold']);
  const rights: CallRights = { tool: 'key', needs: 'full', isConfirmable: true, agreed: new Set(), ...call };
  return decide(affected, { list, call: rights });
}

test.each([
  ['what is allowed', [[KATE]], { kind: 'allow' }],
  ['nothing', [], { kind: 'allow' }],
  ['too low a tier', [[KCALC]], { kind: 'deny', reason: 'tier_too_low', app: 'kcalc', tier: 'view' }],
  ['one candidate of several that is allowed', [[KCALC, KATE]], { kind: 'allow' }],
  ['a second subject that is not allowed', [[KATE], [KCALC]], { kind: 'deny', app: 'kcalc' }],
  ['what is not listed and only seen there', [[UNLISTED]], { kind: 'allow' }],
  ['what is not listed and named', [[{ ...UNLISTED, isNamed: true }]], { kind: 'deny', reason: 'not_listed' }],
])('%s', (_what, affected, decision) => {
  expect(decided(affected)).toMatchObject(decision);
});

test('the user is asked about the applications that a line holds back, and agreeing is good for those', () => {
  const decision = decided([[KATE], [UNLISTED]], { confirm: 'confirm: key:kate, hold' });
  expect(decision).toMatchObject({ kind: 'ask', apps: ['kate'], rules: [{ entry: 'key:kate' }] });
  expect(decision).toMatchObject({ agreed: new Set(['kate']) });
});

test.each([
  ['an application agreed to for a time', { agreed: new Set(['kate']) }],
  ['a call that asks by itself', { isConfirmable: false }],
  ['a line for another tool', { tool: 'hold', confirm: 'confirm: key:kate' }],
])('%s is not asked about', (_what, call) => {
  expect(decided([[KATE]], { confirm: 'confirm: key:kate', ...call }).kind).toBe('allow');
});

test('a call that affects no application is asked about by a line for its tool, not by one for an application', () => {
  expect(decided([], { confirm: 'confirm: key' })).toMatchObject({ kind: 'ask', apps: [], agreed: 'all' });
  expect(decided([], { confirm: 'confirm: kate' }).kind).toBe('allow');
});
