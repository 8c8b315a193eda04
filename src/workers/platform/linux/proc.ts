/** Files of /proc (proc(5)). What is gone or somebody else's is empty, and no error. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The text of a file of /proc; '' when the process is gone or somebody else's. */
export function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // it ended, or belongs to somebody else
  }
}

/** The process ids of a /proc. */
export function pids(procRoot: string): string[] {
  return list(procRoot).filter((name) => /^[0-9]+$/.test(name));
}

/** What the links of a folder of /proc lead to, such as `fd` of a process. */
export function linksIn(folder: string): string[] {
  return list(folder).map((name) => {
    try {
      return readlinkSync(`${folder}/${name}`);
    } catch {
      return ''; // it was closed meanwhile
    }
  });
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // the process or its whole namespace has ended, or belongs to somebody else
  }
}
