/**
 * Opens files that programs of a session may have replaced: by a pipe, which would block the thread that opens it for ever, or
 * by a link to somewhere else.
 */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/** Flags with which opening neither waits nor follows a link at the end of the path. */
export const OWN_FILE = O_NOFOLLOW | O_NONBLOCK;

/**
 * Opens a regular file; the caller closes it. `flags` are those of open(2): by default it is read, and no link followed. Fails
 * as `open` does, or with ENOTREG.
 */
export async function openRegular(path: string, flags = O_RDONLY | OWN_FILE, mode = 0o600): Promise<FileHandle> {
  const handle = await open(path, flags | O_NONBLOCK, mode);
  const info = await handle.stat();
  if (info.isFile()) return handle;
  await handle.close();
  throw Object.assign(new Error(`${path} is no regular file`), { code: 'ENOTREG' });
}

/** Reads a regular file whole, as text. Fails as `openRegular` does. */
export async function readRegular(path: string, flags?: number): Promise<string> {
  const handle = await openRegular(path, flags);
  try {
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}
