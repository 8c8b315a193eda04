/**
 * Arguments of browsers: Chromium, and what is built on it, has no accessibility tree without some; in private sessions a
 * browser gets a profile of the session's own.
 */
import { constants } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { OWN_FILE, openRegular } from '../../platform/linux/regular-file.ts';
import { exists } from '../../platform/linux/search-path.ts';

const BROWSERS = /^(chrom(e|ium)|chromium-browser|google-chrome|brave|vivaldi|microsoft-edge|msedge|opera)(-[a-z]+)*$/;

const FIREFOX = /^(firefox|librewolf|waterfox)(-[a-z]+)*$/;

/** Suppresses pages and questions of a first start, and the tabs of a browser that was ended with its session. */
const FIREFOX_PREFERENCES = {
  'browser.aboutwelcome.enabled': false,
  'browser.sessionstore.resume_from_crash': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionPolicyBypassNotification': true,
};

const ALWAYS = ['--force-renderer-accessibility', '--ozone-platform=wayland'];

const { O_CREAT, O_RDONLY, O_TRUNC, O_WRONLY } = constants;

/** A file that every program with Chromium's engine has. */
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
  if (FIREFOX.test(name))
    return isVirtual && profileFolder !== undefined
      ? ['--profile', await firefoxProfile(join(profileFolder, name))]
      : [];
  if (!BROWSERS.test(name)) return (await isElectron(program)) ? ALWAYS : [];
  if (!isVirtual) return ALWAYS;
  const profile = profileFolder === undefined ? [] : [`--user-data-dir=${join(profileFolder, name)}`];
  return [...ALWAYS, '--password-store=basic', '--no-first-run', ...profile];
}

/** Makes a profile, unless it is there. */
async function firefoxProfile(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lines = Object.entries(FIREFOX_PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  const handle = await openRegular(join(folder, 'user.js'), O_WRONLY | O_CREAT | O_TRUNC | OWN_FILE);
  try {
    await handle.writeFile(`${lines.join('\n')}\n`);
  } finally {
    await handle.close();
  }
  return folder;
}

async function isElectron(program: string): Promise<boolean> {
  const file = await realpath(program).catch(() => program);
  const folders = [dirname(file), dirname(dirname(file))];
  const engines = await Promise.all(folders.map((folder) => exists(join(folder, ENGINE_FILE))));
  return engines.includes(true) || /^#!.*sh\b[^]*\belectron\d*\b/.test(await readStart(file).catch(() => ''));
}

/** The first kilobytes of a file: all of a starter script. */
async function readStart(file: string): Promise<string> {
  const handle = await openRegular(file, O_RDONLY);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
