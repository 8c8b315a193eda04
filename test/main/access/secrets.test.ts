import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createSecrets } from '../../../src/main/access/secrets.ts';

const none = async (): Promise<undefined> => undefined;

function start(value: string, mode = 0o600) {
  const config = mkdtempSync(join(tmpdir(), 'secrets-'));
  onTestFinished(() => rmSync(config, { recursive: true, force: true }));
  const path = join(config, 'desktop-mcp', 'secrets', 'bank');
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, value);
  chmodSync(path, mode);
  return { path, secrets: createSecrets({ XDG_CONFIG_HOME: config }) };
}

test('gives the value without its line end, and from then on keeps it out of replies', async () => {
  const { secrets } = start('hunter 2 \n');
  const reply = { text: 'it holds hunter 2 .' };
  expect(secrets.redact(reply)).toEqual(reply);
  expect(await secrets.read('bank', none)).toBe('hunter 2 ');
  expect(secrets.redact(reply)).toEqual({ text: 'it holds ••••.' });
});

test.each([0o640, 0o604, 0o660, 0o644, 0o610])('a file of mode %o is not used', async (mode) => {
  const { secrets, path } = start('hunter2', mode);
  await expect(secrets.read('bank', none)).rejects.toThrow(
    expect.objectContaining({ code: 'denied', hint: `The user can run: chmod 600 ${path}` }),
  );
});

test('says where a secret that is not there belongs', async () => {
  const { secrets, path } = start('hunter2');
  await expect(secrets.read('none', none)).rejects.toThrow(
    expect.objectContaining({ code: 'not_found', hint: expect.stringContaining(path.replace(/bank$/, 'none')) }),
  );
});

test.each(['', 'abc', 'abc\n'])('%j is too short to be kept out of replies', async (value) => {
  const { secrets } = start(value);
  await expect(secrets.read('bank', none)).rejects.toThrow(expect.objectContaining({ code: 'denied' }));
});

test('a folder and a huge file are no secrets', async () => {
  const { secrets, path } = start('x'.repeat(20_000));
  await expect(secrets.read('bank', none)).rejects.toThrow(/larger/);
  rmSync(path);
  mkdirSync(path, { mode: 0o700 });
  await expect(secrets.read('bank', none)).rejects.toThrow(/not a file/);
});

test('the keyring is asked where there is no file', async () => {
  const { secrets } = start('hunter2');
  const keyring = async (name: string): Promise<string> => `${name} of the ring`;
  expect(await secrets.read('bank', keyring)).toBe('hunter2');
  expect(await secrets.read('other', keyring)).toBe('other of the ring');
  expect(secrets.redact({ text: 'other of the ring' })).toEqual({ text: '••••' });
});
