/** Each test file has a home of its own: programs keep tabs, sizes and histories there, which the next file must not meet. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const home = mkdtempSync(join(tmpdir(), 'home-'));
process.env['HOME'] = home;
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));
