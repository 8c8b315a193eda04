/** The homes of test files. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How the path of each begins. */
export const HOMES = join(tmpdir(), 'home-');

/** Makes an empty home for the test file that this process runs, and returns its path. */
export function startHome(): string {
  const home = mkdtempSync(HOMES);
  process.env['HOME'] = home;
  return home;
}
