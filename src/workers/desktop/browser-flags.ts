/** Chromium and what is built on it: arguments without which such a program has no accessibility tree. */
import { open, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { exists } from './session-folder.ts';

const BROWSERS = /^(chrom(e|ium)|chromium-browser|google-chrome|brave|vivaldi|microsoft-edge|msedge|opera)(-[a-z]+)*$/;

const ALWAYS = ['--force-renderer-accessibility', '--ozone-platform=wayland'];

/** A file of every program that carries Chromium's engine. */
const ENGINE_FILE = 'chrome_100_percent.pak';

/**
 * The arguments to put before those of the caller; none for other programs. `profileFolder` is given in a virtual session
 * with the user's home: there a browser gets a profile of its own, since the user's may be open in one that runs now, and
 * the lock of a profile does not hold across process namespaces.
 */
export async function browserFlags(
  program: string,
  isVirtual: boolean,
  profileFolder: string | undefined,
): Promise<string[]> {
  const name = basename(program);
  if (!BROWSERS.test(name)) return (await isElectron(program)) ? ALWAYS : [];
  if (!isVirtual) return ALWAYS;
  const profile = profileFolder === undefined ? [] : [`--user-data-dir=${join(profileFolder, name)}`];
  return [...ALWAYS, '--password-store=basic', '--no-first-run', ...profile];
}

async function isElectron(program: string): Promise<boolean> {
  const file = await realpath(program).catch(() => program);
  const folders = [dirname(file), dirname(dirname(file))];
  const engines = await Promise.all(folders.map((folder) => exists(join(folder, ENGINE_FILE))));
  return engines.includes(true) || /^#!.*sh\b[^]*\belectron\d*\b/.test(await readStart(file).catch(() => ''));
}

/** The first kilobytes of a file: all of a starter script. */
async function readStart(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
