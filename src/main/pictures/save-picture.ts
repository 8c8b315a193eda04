import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { host } from '../host/host.ts';

let counter = 0;
let folder: string | undefined;

/** Saves a PNG into a private folder of this server, which stays for the user, and returns its path. */
export function savePicture(bytes: Uint8Array, session: string): string {
  folder ??= mkdtempSync(join(host.runtimeFolder(process.env), 'desktop-mcp-pictures-'));
  const path = join(folder, `${session}-${++counter}.png`);
  writeFileSync(path, bytes, { mode: 0o600 });
  return path;
}
