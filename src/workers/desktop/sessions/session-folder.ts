/** Makes the folder of a virtual session; session.sh removes it. */
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { exists } from '../../platform/linux/search-path.ts';
import type { Environment, SessionFolder } from '../model/environment.ts';

/** The longest path of a unix socket: sun_path of sys/un.h without its final NUL. */
const SOCKET_PATH_MAX = 107;

/** The longest path that a socket gets below a session's folder. */
const DEEPEST_SOCKET = '/tmp/org.chromium.Chromium.a1B2c3/SingletonSocket';

/** Makes an empty folder that only this user may enter. */
export async function makeSessionFolder(environment: Environment): Promise<SessionFolder> {
  const marker = randomBytes(6).toString('hex');
  const path = await makeRoot(environment['XDG_RUNTIME_DIR'], marker);
  const parts = ['run', 'tmp', 'logs', 'launch', 'defaults', 'home'];
  await Promise.all(parts.map((part) => mkdir(join(path, part), { mode: 0o700 })));
  return { path, marker, busAddress: `unix:path=${path}/bus`, waylandDisplay: 'wayland-0' };
}

async function makeRoot(runtimeFolder: string | undefined, marker: string): Promise<string> {
  const inRuntime = join(runtimeFolder ?? '', 'desktop-mcp', marker);
  if (
    runtimeFolder &&
    Buffer.byteLength(inRuntime + DEEPEST_SOCKET) <= SOCKET_PATH_MAX &&
    (await exists(runtimeFolder))
  ) {
    const make = (): Promise<unknown> => mkdir(inRuntime, { recursive: true, mode: 0o700 });
    await make().catch(make); // an ending session may remove the parent between our two steps
    return inRuntime;
  }
  const inTmp = `/tmp/desktop-mcp-${userInfo().uid}-${marker}`;
  await mkdir(inTmp, { mode: 0o700 });
  return inTmp;
}
