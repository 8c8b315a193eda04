/** Processes, as a /proc shows them (proc(5)). What is gone or somebody else's says nothing, and is no error. */
import { basename } from 'node:path';
import type { Terminal } from '../../../protocol/window.ts';
import { linksIn, pids, read } from './proc.ts';
import { parseStat } from './proc-stat.ts';
import { terminalsOf } from './terminals.ts';

/** Name of the variable by which a program's own processes are found, even those that left its process tree. */
export const LAUNCH_VARIABLE = 'DESKTOP_MCP_LAUNCH';

/** A program that we started. */
export interface Launch {
  /** Value of LAUNCH_VARIABLE in its environment. */
  id: string;
  pid: number;
}

/** The processes that one process namespace shows. */
export interface Processes {
  /** Whether `pid` is a process of this launch: the program, a descendant, or one that inherited its variable. */
  belongsTo(launch: Launch, pid: number): boolean;
  /** Whether any process of this launch still runs. */
  isAlive(launch: Launch): boolean;
  /**
   * Processor time that the processes of this launch have used, in clock ticks. Undefined while there is none, or one of
   * them runs, or waits for a processor or a disk.
   */
  cpuTicks(launch: Launch): number | undefined;
  /** Whether a process was started by the name of this program, whatever its folder. */
  isProgramRunning(program: string): boolean;
  /** Whether a process has this file open, by the name that the kernel gives it: "pipe:[4711]". False when we may not look. */
  hasOpen(pid: number, file: string): boolean;
  /** The terminals among these processes, in their order. */
  terminals(pids: readonly number[]): Terminal[];
  /** The command line of every process. */
  commandLines(): string[];
  /** The number of processes with this variable in their environment. */
  countWithVariable(name: string, value: string): number;
}

/** The processes that this process sees. */
export function ownProcesses(): Processes {
  return processesIn('/proc');
}

/** The processes that process `pid` sees, which is in a process namespace of its own. */
export function processesSeenBy(pid: number): Processes {
  return processesIn(`/proc/${pid}/root/proc`);
}

/** The processes of a folder that is laid out like /proc. */
export function processesIn(procRoot: string): Processes {
  const file = (pid: number | string, name: string): string => read(`${procRoot}/${pid}/${name}`);
  const hasVariable = (pid: number | string, name: string, value: string): boolean =>
    `\0${file(pid, 'environ')}`.includes(`\0${name}=${value}\0`);
  const processesOf = ({ id }: Launch): string[] =>
    pids(procRoot).filter((pid) => hasVariable(pid, LAUNCH_VARIABLE, id));
  const parentOf = (pid: number): number => parseStat(file(pid, 'stat'))?.parentPid ?? 0;
  return {
    belongsTo: (launch, pid) => {
      if (hasVariable(pid, LAUNCH_VARIABLE, launch.id)) return true;
      for (let at = pid, steps = 0; at > 1 && steps < 64; at = parentOf(at), steps++) {
        if (at === launch.pid) return true;
      }
      return false;
    },
    isAlive: (launch) => processesOf(launch).length > 0,
    cpuTicks: (launch) => {
      const stats = processesOf(launch).map((pid) => parseStat(file(pid, 'stat')));
      if (stats.length === 0 || stats.some((stat) => stat === undefined || 'RD'.includes(stat.state))) return undefined;
      return stats.reduce((sum, stat) => sum + (stat?.cpuTicks ?? 0), 0);
    },
    isProgramRunning: (program) => {
      const name = basename(program);
      return pids(procRoot).some((pid) => basename(file(pid, 'cmdline').split('\0')[0] ?? '') === name);
    },
    hasOpen: (pid, name) => linksIn(`${procRoot}/${pid}/fd`).includes(name),
    terminals: (windowPids) => terminalsOf(procRoot, windowPids),
    commandLines: () => pids(procRoot).map((pid) => file(pid, 'cmdline')),
    countWithVariable: (name, value) => pids(procRoot).filter((pid) => hasVariable(pid, name, value)).length,
  };
}
