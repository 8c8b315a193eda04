import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let counter = 0;
let folder: string | undefined;

/** Saves a PNG into a private folder of this server, which stays for the user, and returns its path. */
export function savePicture(bytes: Uint8Array, session: string): string {
  folder ??= mkdtempSync(join(process.env['XDG_RUNTIME_DIR'] ?? tmpdir(), 'desktop-mcp-pictures-'));
  const path = join(folder, `${session}-${++counter}.png`);
  writeFileSync(path, bytes, { mode: 0o600 });
  return path;
}
