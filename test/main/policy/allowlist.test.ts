import { expect, test } from 'vitest';
import { DEFAULT_ALLOWLIST, isAllowed, parseAllowlist } from '../../../src/main/policy/allowlist.ts';

test('reads one name a line, in any case, with comments, BOM and CRLF', () => {
  const list = parseAllowlist('\ufeff# mine\r\nKate # the editor\r\n\r\n  visual studio code  \r\n');
  expect(list).toEqual({ apps: ['kate', 'visual studio code'], problems: [] });
});

test('opens nothing for a line it does not understand, and names the line', () => {
  const list = parseAllowlist('kate\n*\n../x\n');
  expect(list.apps).toEqual(['kate']);
  expect(list.problems).toEqual([
    { line: 2, text: '*' },
    { line: 3, text: '../x' },
  ]);
});

test('allows whole names only', () => {
  const list = parseAllowlist('kate');
  expect([isAllowed(list, 'KATE'), isAllowed(list, 'katepart'), isAllowed(list, '')]).toEqual([true, false, false]);
});

test('the file of the first run parses without a problem', () => {
  expect(parseAllowlist(DEFAULT_ALLOWLIST).problems).toEqual([]);
});
