/** Which terminal tabs a process has: the shells below it that lead a session on a pseudo-terminal. */
import { readlinkSync } from 'node:fs';
import type { Terminal, TerminalTab } from '../../../protocol/window.ts';
import { pids, read } from './proc.ts';
import { parseStat, ptsOf, type Stat } from './proc-stat.ts';

/** The terminals among these processes, in their order. */
export function terminalsOf(procRoot: string, windowPids: readonly number[]): Terminal[] {
  const stats = pids(procRoot)
    .map((pid) => parseStat(read(`${procRoot}/${pid}/stat`)))
    .filter((stat) => stat !== undefined);
  const byPid = new Map(stats.map((stat) => [stat.pid, stat]));
  const shells = stats.filter((stat) => stat.sessionId === stat.pid && ptsOf(stat.ttyNumber) !== undefined);
  return [...new Set(windowPids)].flatMap((pid) => {
    const tabs = shells.filter((shell) => isBelow(shell, pid, byPid)).map((shell) => describe(procRoot, shell));
    return tabs.length > 0 ? [{ pid, tabs }] : [];
  });
}

/** Whether a process descends from `ancestor`, without another session on a pseudo-terminal in between. */
function isBelow(shell: Stat, ancestor: number, byPid: ReadonlyMap<number, Stat>): boolean {
  for (let at = byPid.get(shell.parentPid); at; at = byPid.get(at.parentPid)) {
    if (at.pid === ancestor) return true;
    if (ptsOf(at.ttyNumber) !== undefined) return false;
  }
  return false;
}

function describe(procRoot: string, shell: Stat): TerminalTab {
  const front = shell.foregroundGroup > 0 ? shell.foregroundGroup : shell.pid;
  const command = read(`${procRoot}/${front}/cmdline`) || read(`${procRoot}/${shell.pid}/cmdline`);
  return {
    pts: `/dev/pts/${ptsOf(shell.ttyNumber)}`,
    command: command.replaceAll('\0', ' ').trim(),
    directory: directoryOf(`${procRoot}/${front}/cwd`) ?? directoryOf(`${procRoot}/${shell.pid}/cwd`) ?? '',
    pid: shell.pid,
  };
}

function directoryOf(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined; // it ended, or belongs to somebody else
  }
}
