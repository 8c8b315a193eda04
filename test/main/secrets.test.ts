import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSecrets } from '../../src/main/secrets.ts';

function start(value: string, mode = 0o600) {
  const config = mkdtempSync(join(tmpdir(), 'secrets-'));
  onTestFinished(() => rmSync(config, { recursive: true, force: true }));
  const path = join(config, 'desktop-mcp', 'secrets', 'bank');
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, value);
  chmodSync(path, mode);
  return { path, secrets: createSecrets({ XDG_CONFIG_HOME: config }) };
}

test('gives the value without its line end, and from then on keeps it out of replies', () => {
  const { secrets } = start('hunter 2 \n');
  const reply = { text: 'it holds hunter 2 .' };
  expect(secrets.redact(reply)).toEqual(reply);
  expect(secrets.read('bank')).toBe('hunter 2 ');
  expect(secrets.redact(reply)).toEqual({ text: 'it holds ••••.' });
});

test.each([0o640, 0o604, 0o660, 0o644, 0o610])('a file of mode %o is not used', (mode) => {
  const { secrets, path } = start('hunter2', mode);
  expect(() => secrets.read('bank')).toThrow(
    expect.objectContaining({ code: 'denied', hint: `The user can run: chmod 600 ${path}` }),
  );
});

test('says where a secret that is not there belongs', () => {
  const { secrets, path } = start('hunter2');
  expect(() => secrets.read('none')).toThrow(
    expect.objectContaining({ code: 'not_found', hint: expect.stringContaining(path.replace(/bank$/, 'none')) }),
  );
});

test.each(['', 'abc', 'abc\n'])('%j is too short to be kept out of replies', (value) => {
  const { secrets } = start(value);
  expect(() => secrets.read('bank')).toThrow(expect.objectContaining({ code: 'denied' }));
});

test('a folder and a huge file are no secrets', () => {
  const { secrets, path } = start('x'.repeat(20_000));
  expect(() => secrets.read('bank')).toThrow(/larger/);
  rmSync(path);
  mkdirSync(path, { mode: 0o700 });
  expect(() => secrets.read('bank')).toThrow(/not a file/);
});
