/** What a line of /proc/PID/stat says (proc(5), Linux 6.1). */
export interface Stat {
  pid: number;
  parentPid: number;
  sessionId: number;
  /** Device number of the controlling terminal; 0: none. */
  ttyNumber: number;
  /** Process group in the foreground of that terminal; -1: none. */
  foregroundGroup: number;
  /** R: runs or waits for a processor; S: sleeps; D: waits for a disk; Z: has ended; … */
  state: string;
  /** Clock ticks that it has spent on a processor, in programs and in the kernel. */
  cpuTicks: number;
  /** When it started, in clock ticks since the boot. */
  startTicks: number;
}

/** Parses /proc/PID/stat; undefined when it is not one. The program's name may hold blanks and brackets. */
export function parseStat(text: string): Stat | undefined {
  const end = text.lastIndexOf(')');
  if (end < 0) return undefined;
  const words = text.slice(end + 2).split(' ');
  const [, parentPid, , sessionId, ttyNumber, foregroundGroup] = words.map(Number);
  const [userTicks = 0, kernelTicks = 0] = words.slice(11, 13).map(Number);
  const pid = Number.parseInt(text, 10);
  if (foregroundGroup === undefined || parentPid === undefined || sessionId === undefined || ttyNumber === undefined)
    return undefined;
  return {
    pid,
    parentPid,
    sessionId,
    ttyNumber,
    foregroundGroup,
    state: words[0] ?? '',
    cpuTicks: userTicks + kernelTicks,
    startTicks: Number(words[19]),
  };
}

/** Major numbers of pseudo-terminals (Linux, Documentation/admin-guide/devices.txt). */
const FIRST_PTS_MAJOR = 136;
const LAST_PTS_MAJOR = 143;

/** N of /dev/pts/N for a controlling terminal's device number; undefined when it is no pseudo-terminal. */
export function ptsOf(ttyNumber: number): number | undefined {
  const major = (ttyNumber >> 8) & 0xfff;
  const minor = (ttyNumber & 0xff) | ((ttyNumber >> 12) & 0xfff00);
  return major >= FIRST_PTS_MAJOR && major <= LAST_PTS_MAJOR ? (major - FIRST_PTS_MAJOR) * 256 + minor : undefined;
}
