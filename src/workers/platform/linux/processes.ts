/** What a /proc tells of processes; absent and foreign ones say nothing. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseStat } from './proc-stat.ts';

/** Name of the variable by which a program's own processes are found, even those that left its process tree. */
export const LAUNCH_VARIABLE = 'DESKTOP_MCP_LAUNCH';

/** The text of a file of /proc; '' when the process is gone or somebody else's. */
export function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // it ended, or belongs to somebody else
  }
}

function hasVariable(procRoot: string, pid: number | string, assignment: string): boolean {
  return `\0${read(`${procRoot}/${pid}/environ`)}`.includes(`\0${assignment}\0`);
}

function parentOf(procRoot: string, pid: number): number {
  return parseStat(read(`${procRoot}/${pid}/stat`))?.parentPid ?? 0;
}

export interface Launch {
  procRoot: string;
  /** Value of LAUNCH_VARIABLE. */
  id: string;
  pid: number;
}

/** Whether `pid` is a process of this launch: the program, a descendant of it, or one that inherited its mark. */
export function belongsTo({ procRoot, id, pid: root }: Launch, pid: number): boolean {
  if (hasVariable(procRoot, pid, `${LAUNCH_VARIABLE}=${id}`)) return true;
  for (let at = pid, steps = 0; at > 1 && steps < 64; at = parentOf(procRoot, at), steps++) {
    if (at === root) return true;
  }
  return false;
}

/** Whether any process of this launch still runs. */
export function isAlive({ procRoot, id }: Launch): boolean {
  return pids(procRoot).some((pid) => hasVariable(procRoot, pid, `${LAUNCH_VARIABLE}=${id}`));
}

/**
 * Clock ticks of processor time that the processes of this launch have used; undefined while there is none, or one of them
 * runs, waits for a processor or for a disk.
 */
export function cpuTicks({ procRoot, id }: Launch): number | undefined {
  const own = pids(procRoot).filter((pid) => hasVariable(procRoot, pid, `${LAUNCH_VARIABLE}=${id}`));
  const stats = own.map((pid) => parseStat(read(`${procRoot}/${pid}/stat`)));
  if (own.length === 0 || stats.some((stat) => stat === undefined || 'RD'.includes(stat.state))) return undefined;
  return stats.reduce((sum, stat) => sum + (stat?.cpuTicks ?? 0), 0);
}

/** Whether a process was started by the name of this program, in whatever folder it is. */
export function isProgramRunning(procRoot: string, program: string): boolean {
  const name = basename(program);
  return pids(procRoot).some((pid) => basename(read(`${procRoot}/${pid}/cmdline`).split('\0')[0] ?? '') === name);
}

/** The number of processes with this variable in their environment. */
export function countWithVariable(procRoot: string, name: string, value: string): number {
  return pids(procRoot).filter((pid) => hasVariable(procRoot, pid, `${name}=${value}`)).length;
}

/** The number of processes of a private /proc, without the shells of session.sh. */
export function countAll(procRoot: string): number {
  return pids(procRoot).filter((pid) => !read(`${procRoot}/${pid}/cmdline`).includes('session.sh')).length;
}

/** The process ids of a /proc. */
export function pids(procRoot: string): string[] {
  try {
    return readdirSync(procRoot).filter((name) => /^[0-9]+$/.test(name));
  } catch {
    return []; // the process tree has ended, and its /proc with it
  }
}
