/** Finds programs and files. */
import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The folders of a PATH. */
function foldersOf(path: string | undefined): string[] {
  return (path ?? '').split(':').filter((folder) => folder.startsWith('/'));
}

/** The absolute path of the first program with this name, or undefined. */
export async function findProgram(name: string, path: string | undefined): Promise<string | undefined> {
  for (const folder of foldersOf(path)) {
    const file = join(folder, name);
    if (await isProgram(file)) return file;
  }
  return undefined;
}

/** Whether this is a file that we may execute. */
export async function isProgram(file: string): Promise<boolean> {
  return Promise.all([access(file, constants.X_OK), stat(file)]).then(
    ([, info]) => info.isFile(),
    () => false,
  );
}

/** The names of all programs on a PATH. */
export async function listPrograms(path: string | undefined): Promise<string[]> {
  const lists = await Promise.all(foldersOf(path).map((folder) => readdir(folder).catch((): string[] => [])));
  return [...new Set(lists.flat())];
}

/** Whether there is a file or folder of this name that we may see. */
export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
