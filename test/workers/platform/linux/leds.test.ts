import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { litLeds } from '../../../../src/workers/platform/linux/leds.ts';

test('a lock is on when the LED of any keyboard shows it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leds-'));
  const led = (name: string, brightness: string): void => {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'brightness'), brightness);
  };
  led('input3::capslock', '0\n');
  led('input9::capslock', '1\n');
  led('input3::numlock', '0\n');
  led('phy0-led', '1\n');
  expect(litLeds(folder)).toEqual(new Set(['capslock']));
  expect(litLeds(join(folder, 'none'))).toEqual(new Set());
  rmSync(folder, { recursive: true });
});
