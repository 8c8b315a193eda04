import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { browserFlags } from '../../../../src/workers/desktop/programs/browser-flags.ts';
import { resolveProgram } from '../../../../src/workers/desktop/programs/resolve-program.ts';

let root = '';
let environment: Record<string, string> = {};

function program(name: string, text = '#!/bin/sh\n'): string {
  const file = join(root, 'bin', name);
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

function entry(data: string, id: string, lines: string): void {
  const file = join(root, data, 'applications', `${id}.desktop`);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, `[Desktop Entry]\nType=Application\n${lines}\n`);
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'applications-test-'));
  mkdirSync(join(root, 'bin'));
  environment = { PATH: `${root}/bin`, HOME: root, XDG_DATA_HOME: `${root}/mine`, XDG_DATA_DIRS: `${root}/system` };
  for (const name of ['kate', 'konsole', 'tool', 'top']) program(name);
  entry('system', 'org.kde.kate', 'Name=Kate\nExec=kate -b %U\nPath=/tmp');
  entry('system', 'org.a.viewer', 'Name=Viewer\nExec=kate');
  entry('system', 'org.b.viewer', 'Name=Viewer\nExec=tool');
  entry('system', 'top', 'Name=Top\nExec=top -d 1\nTerminal=true');
  entry('system', 'gone', 'Name=Gone\nExec=not-installed');
  entry('system', 'tool', 'Name=Tool\nExec=tool --system');
  entry('mine', 'tool', 'Name=Tool\nExec=tool --mine');
  entry('mine', 'kde/notes', 'Name=My Notes\nExec=tool --notes');
  return () => rmSync(root, { recursive: true });
});

const argvOf = async (app: string, ...args: string[]): Promise<string[]> =>
  (await resolveProgram(app, args, environment)).argv.map((word) => word.replace(`${root}/bin/`, ''));

test('a .desktop file comes before a program, and its arguments are put in their place', async () => {
  expect(await argvOf('kate', 'a.txt')).toEqual(['kate', '-b', 'a.txt']);
  const { directory, appIds } = await resolveProgram('org.kde.kate.desktop', [], environment);
  expect([directory, appIds]).toEqual(['/tmp', ['org.kde.kate', 'kate']]);
});

test('a file of the user hides the one of the system; a folder becomes part of the id; names are found', async () => {
  expect(await argvOf('tool')).toEqual(['tool', '--mine']);
  expect(await argvOf('kde-notes')).toEqual(['tool', '--notes']);
  expect(await argvOf('my notes')).toEqual(['tool', '--notes']);
});

test('a program on PATH or an absolute path is run as it is', async () => {
  expect(await argvOf('konsole', '-x')).toEqual(['konsole', '-x']);
  expect(await argvOf(join(root, 'bin/kate'))).toEqual(['kate']);
  expect(await argvOf(join(root, 'mine/applications/tool.desktop'))).toEqual(['tool', '--mine']);
});

test('a program for a terminal is run in one', async () => {
  expect(await argvOf('top')).toEqual(['konsole', '-e', `${root}/bin/top`.replace(`${root}/bin/`, ''), '-d', '1']);
});

test.each([
  ['kaet', 'not_found', 'kate'],
  ['/nowhere/at/all', 'not_found', 'path of a program'],
  ['/tmp', 'not_found', 'path of a program'],
  ['gone', 'not_found', 'Install it'],
  ['viewer', 'ambiguous', 'one of these'],
])('%s is refused as %s', async (app, code, hint) => {
  await expect(resolveProgram(app, [], environment)).rejects.toMatchObject({
    code,
    hint: expect.stringContaining(hint),
  });
});

test('browsers and Electron programs get their accessibility tree, others nothing', async () => {
  mkdirSync(join(root, 'electron'));
  onTestFinished(() => rmSync(join(root, 'electron'), { recursive: true }));
  writeFileSync(join(root, 'electron/chrome_100_percent.pak'), '');
  writeFileSync(join(root, 'electron/chat'), '');
  const script = program('code', '#!/bin/sh\nexec /usr/lib/electron37/electron /usr/lib/code "$@"\n');
  const flags = ['--force-renderer-accessibility', '--ozone-platform=wayland'];
  expect(await browserFlags(join(root, 'electron/chat'), true, '/p')).toEqual(flags);
  expect(await browserFlags(script, true, '/p')).toEqual(flags);
  expect(await browserFlags(join(root, 'bin/kate'), true, '/p')).toEqual([]);
  expect(await browserFlags('/usr/bin/chromium', false, undefined)).toEqual(flags);
  expect(await browserFlags('/usr/bin/google-chrome-stable', true, '/p')).toEqual([
    ...flags,
    '--password-store=basic',
    '--no-first-run',
    '--user-data-dir=/p/google-chrome-stable',
  ]);
  expect(await browserFlags('/usr/bin/chromium', true, undefined)).not.toContain('--user-data-dir');
});

test('Firefox has a profile of its own in a private session with the home of the user, and no other flags', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'profiles-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const profile = join(folder, 'firefox-esr');
  expect(await browserFlags('/usr/bin/firefox-esr', true, folder)).toEqual(['--profile', profile]);
  expect(readFileSync(join(profile, 'user.js'), 'utf8')).toContain(
    'user_pref("browser.sessionstore.resume_from_crash", false);',
  );
  expect(await browserFlags('/usr/bin/firefox-esr', false, undefined)).toEqual([]);
  expect(await browserFlags('/usr/bin/firefox', true, undefined)).toEqual([]);
});
