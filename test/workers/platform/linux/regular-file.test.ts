import { execFileSync } from 'node:child_process';
import { constants, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRegular } from '../../../../src/workers/platform/linux/regular-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'regular-'));
const path = (name: string): string => join(folder, name);
writeFileSync(path('file'), 'text');
symlinkSync(path('file'), path('link'));
execFileSync('mkfifo', [path('pipe')]);

test('a file is read', async () => {
  expect(await readRegular(path('file'))).toBe('text');
});

test('a link is followed only when that is asked for', async () => {
  await expect(readRegular(path('link'))).rejects.toMatchObject({ code: 'ELOOP' });
  expect(await readRegular(path('link'), constants.O_RDONLY)).toBe('text');
});

test('a pipe, a folder and a device are refused at once', async () => {
  await expect(readRegular(path('pipe'))).rejects.toMatchObject({ code: 'ENOTREG' });
  await expect(readRegular(folder)).rejects.toMatchObject({ code: 'ENOTREG' });
  await expect(readRegular('/dev/zero')).rejects.toMatchObject({ code: 'ENOTREG' });
});
