import { expect, test } from 'vitest';
import { parseAllowlist } from '../../../src/main/policy/allowlist.ts';
import { listedPolicy } from '../../../src/main/policy/grants.ts';
import { changesField, mayWritePasswords, movesOn } from '../../../src/main/policy/passwords.ts';

test.each([
  'a',
  'A',
  'shift+a',
  '+',
  'ctrl+v',
  'ctrl+shift+v',
  'shift+insert',
  'BackSpace',
  'ctrl+x',
  'altgr+q',
  'space',
  'eacute',
  'Control_L+v',
  'Shift_R+a',
])('%s changes a field', (chord) => expect(changesField(chord)).toBe(true));

test.each([
  'Tab',
  'shift+tab',
  'Return',
  'Escape',
  'F5',
  'alt+f4',
  'ctrl+s',
  'ctrl+a',
  'meta+l',
  'Down',
  'ctrl',
  'ArrowLeft',
  'Control_L',
  'Control_R+s',
  'Super_L+x',
])('%s changes no field', (chord) => expect(changesField(chord)).toBe(false));

test('a Tab or Return with more after it may lead to another field', () => {
  expect(['user\tpassword', 'a\nb', 'a\r\nb', '\tb'].map(movesOn)).toEqual([true, true, true, true]);
  expect(['user', 'user\n', 'user\t', 'user\r\n'].map(movesOn)).toEqual([false, false, false, false]);
});

test('password fields are written where the list says, by name or class, and in private sessions', () => {
  const policy = (text: string) =>
    listedPolicy({
      list: parseAllowlist(text),
      runningApps: [{ name: 'KeePassXC', pid: 5, toolkit: 'Qt' }],
      call: { tool: 'key', needs: 'full', isConfirmable: true, agreed: new Set() },
    });
  const window = { pid: 5, app: 'org.keepassxc.KeePassXC' };
  expect(mayWritePasswords(policy('keepassxc'), window)).toBe(false);
  expect(mayWritePasswords(policy('keepassxc\npasswords: keepassxc'), window)).toBe(true);
  expect(mayWritePasswords(policy('passwords: org.keepassxc.keepassxc'), window)).toBe(true);
  expect(mayWritePasswords(policy('passwords: keepassxc'), { ...window, pid: 6 })).toBe(false);
  expect(mayWritePasswords(policy('passwords: all'), { ...window, pid: 6 })).toBe(true);
  expect(mayWritePasswords({ kind: 'private' }, window)).toBe(true);
});
