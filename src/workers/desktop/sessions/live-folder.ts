/**
 * The folder of a server on the live desktop. Its name says whose it is, so that a later server can tell that its owner was
 * killed: `desktop-mcp-live-NAMESPACE-PID-START-RANDOM`, by the numbers of /proc of the owner.
 */
import { readlinkSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { read } from '../../platform/linux/proc.ts';
import { parseStat } from '../../platform/linux/proc-stat.ts';
import { exists } from '../../platform/linux/search-path.ts';
import type { Environment } from '../model/environment.ts';

const PREFIX = 'desktop-mcp-live-';
const NAME = new RegExp(`^${PREFIX}(\\d+)-(\\d+)-(\\d+)-\\w+$`);
/** A file in the folder: its owner has switched accessibility on, which was off. */
const SWITCHED_ON = 'switched-accessibility-on';

const parentOf = (own: Environment): string => own['XDG_RUNTIME_DIR'] || tmpdir();

/** Makes the folder of this server; the caller removes it. */
export async function makeLiveFolder(own: Environment): Promise<string> {
  const owner = [pidNamespace(), process.pid, startTicks(process.pid)].join('-');
  return mkdtemp(join(parentOf(own), `${PREFIX}${owner}-`));
}

/** Notes that this server has switched accessibility on. */
export async function noteSwitchedOn(folder: string): Promise<void> {
  await writeFile(join(folder, SWITCHED_ON), '');
}

/**
 * Removes the folders of servers that were killed; `cleanUp` removes first what else such a server left. Says whether one of
 * them has switched accessibility on, and could not switch it off.
 */
export async function removeDeadFolders(
  own: Environment,
  cleanUp: (folder: string) => Promise<void>,
): Promise<{ wasSwitchedOn: boolean }> {
  const parent = parentOf(own);
  const dead = (await readdir(parent)).filter(isOfDeadServer).map((name) => join(parent, name));
  const switched = await Promise.all(dead.map((folder) => exists(join(folder, SWITCHED_ON))));
  for (const folder of dead) {
    await cleanUp(folder);
    await rm(folder, { recursive: true, force: true });
  }
  return { wasSwitchedOn: switched.includes(true) };
}

/** Of another process namespace nothing can be known. */
function isOfDeadServer(name: string): boolean {
  const [, namespace, pid, start] = NAME.exec(name) ?? [];
  return pid !== undefined && namespace === pidNamespace() && String(startTicks(Number(pid))) !== start;
}

/** When a process started, in clock ticks since the boot; undefined when there is none. */
function startTicks(pid: number): number | undefined {
  return parseStat(read(`/proc/${pid}/stat`))?.startTicks;
}

function pidNamespace(): string {
  return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
}
