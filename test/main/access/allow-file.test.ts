/** The allowlist file in every state that a user can bring it into: nothing is opened wider than written. */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DesktopError } from '../../../src/base/errors.ts';
import { type AllowFile, createAllowFile } from '../../../src/main/access/allow-file.ts';

function open(environment: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'allow-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'allow.txt');
  let changes = 0;
  const onChange = (): void => void changes++;
  const file = createAllowFile({ DESKTOP_MCP_ALLOW: path, ...environment }, { tools: ['key'], onChange });
  return { folder, path, file, changes: () => changes };
}

function names({ read }: AllowFile): string[] {
  return [...read().apps.keys()];
}

function refusal({ read }: AllowFile): { message: string; hint: string } {
  try {
    read();
  } catch (error) {
    if (error instanceof DesktopError && error.code === 'denied') return error;
    throw error;
  }
  throw new Error('it was read');
}

test('is made on the first run, with its folder and an explaining comment', () => {
  const { folder } = open();
  const environment = { XDG_CONFIG_HOME: join(folder, 'config') };
  const file = createAllowFile(environment, { tools: [], onChange: () => undefined });
  expect(file.path).toBe(join(folder, 'config', 'desktop-mcp', 'allow.txt'));
  expect(names(file)).toContain('kate');
  expect(readFileSync(file.path, 'utf8')).toMatch(/^# .*\n[^]*konsole:view[^]*confirm:[^]*passwords:/);
});

test('lies below HOME without XDG_CONFIG_HOME, and where DESKTOP_MCP_ALLOW says before both', () => {
  const options = { tools: [], onChange: () => undefined };
  expect(createAllowFile({ HOME: '/home/a' }, options).path).toBe('/home/a/.config/desktop-mcp/allow.txt');
  const all = { HOME: '/home/a', XDG_CONFIG_HOME: '/c', DESKTOP_MCP_ALLOW: '/b/mine.txt' };
  expect(createAllowFile(all, options).path).toBe('/b/mine.txt');
});

test('is read again when it changed: longer, of the same length and time, replaced by another file', () => {
  const { folder, path, file, changes } = open();
  writeFileSync(path, 'kate\n');
  expect(names(file)).toEqual(['kate']);
  const list = file.read();
  expect([file.read() === list, changes()]).toEqual([true, 1]);
  writeFileSync(path, 'kate\nkcalc\n');
  expect(names(file)).toEqual(['kate', 'kcalc']);
  const same = new Date(0);
  utimesSync(path, same, same);
  file.read();
  writeFileSync(path, 'kate\nkrita\n');
  utimesSync(path, same, same);
  expect(names(file)).toEqual(['kate', 'krita']);
  writeFileSync(join(folder, 'new'), 'firefox\n');
  renameSync(join(folder, 'new'), path);
  expect([names(file), changes()]).toEqual([['firefox'], 4]);
});

test('a list that is removed while the server runs is not made anew and allows nothing', () => {
  const { path, file } = open();
  writeFileSync(path, '# nothing\n');
  expect(names(file)).toEqual([]);
  rmSync(path);
  expect(refusal(file).message).toMatch(/not there any more/);
  expect(() => readFileSync(path)).toThrow(/ENOENT/);
});

test('a list that turns unreadable allows nothing until it is mended', () => {
  const { path, file } = open();
  writeFileSync(path, 'kate\n');
  file.read();
  rmSync(path);
  mkdirSync(path);
  expect(refusal(file)).toMatchObject({
    message: `The allowlist ${path} cannot be read: it is not a file.`,
    hint: expect.stringContaining('the user mends the file'),
  });
  rmSync(path, { recursive: true });
  writeFileSync(path, 'kcalc\n');
  expect(names(file)).toEqual(['kcalc']);
});

test.each<[string, (path: string) => void, RegExp]>([
  ['a folder', (path) => mkdirSync(path), /not a file/],
  ['a device', (path) => symlinkSync('/dev/zero', path), /not a file/],
  ['a link to nothing', (path) => symlinkSync('/nowhere/allow.txt', path), /ENOENT/],
  ['1 MB', (path) => writeFileSync(path, 'kate\n'.repeat(200_000)), /larger than 100000 bytes/],
  ['Latin 1', (path) => writeFileSync(path, Buffer.from('kate\ngr\xfcn\nfirefox\n', 'latin1')), /line 2 is not UTF-8/],
  ['UTF-16', (path) => writeFileSync(path, Buffer.from('\ufeffkate\n', 'utf16le')), /line 1 is not UTF-8/],
])('%s in its place allows nothing and says so', (_what, make, reason) => {
  const { path, file } = open();
  make(path);
  expect(refusal(file).message).toMatch(reason);
});

test('UTF-16 without a mark opens nothing', () => {
  const { path, file } = open();
  writeFileSync(path, Buffer.from('kate\nkcalc\n', 'utf16le'));
  expect(names(file)).toEqual([]);
  expect(file.read().problems.length).toBeGreaterThan(0);
});

test('DESKTOP_MCP_ALLOW_PASSWORDS=1 opens all password fields, another value none', () => {
  for (const [value, passwords] of [
    ['1', 'all'],
    ['0', new Set()],
  ] as const) {
    const { path, file } = open({ DESKTOP_MCP_ALLOW_PASSWORDS: value });
    writeFileSync(path, 'kate\n');
    expect(file.read().passwords).toEqual(passwords);
  }
});
