/** The folder of a virtual session: made here, removed by session.sh. */
import { randomBytes, randomInt } from 'node:crypto';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { SessionRequest } from '../../../protocol/session.ts';
import type { Environment } from '../model/environment.ts';

/** The longest path of a unix socket: sun_path of sys/un.h without its final NUL. */
const SOCKET_PATH_MAX = 107;

/** The longest path below a session's folder that a socket gets. */
const DEEPEST_SOCKET = '/tmp/org.chromium.Chromium.a1B2c3/SingletonSocket';

export interface SessionFolder {
  path: string;
  /** Unguessable; in the environment of every process of the session. */
  marker: string;
  /** A display number that no X server has. */
  displayNumber: number;
}

/** Makes an empty folder that only this user may enter. */
export async function makeSessionFolder(environment: Environment): Promise<SessionFolder> {
  const marker = randomBytes(6).toString('hex');
  const path = await makeRoot(environment['XDG_RUNTIME_DIR'], marker);
  const parts = ['run', 'tmp', 'logs', 'launch', 'screen', 'kwin', 'defaults', 'home'];
  await Promise.all(parts.map((part) => mkdir(join(path, part), { mode: 0o700 })));
  return { path, marker, displayNumber: await freeDisplayNumber() };
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

/**
 * Chosen far from what X servers take by themselves. The session's X server must not look for one: in its own process
 * namespace it takes the locks of running servers for stale ones, and would remove their sockets.
 */
async function freeDisplayNumber(): Promise<number> {
  const number = randomInt(20_000, 59_000);
  const taken = await Promise.all([exists(`/tmp/.X${number}-lock`), exists(`/tmp/.X11-unix/X${number}`)]);
  return taken.includes(true) ? freeDisplayNumber() : number;
}

/** Whether there is a file or folder of this name that we may see. */
export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

export interface Output extends Pick<SessionRequest, 'width' | 'height' | 'scale'> {
  /** KWin's name of it. */
  connector: 'X11-0' | 'Virtual-0';
}

/** Writes the settings that the session's programs and its compositor start with. */
export async function writeSettings({ path }: SessionFolder, output: Output): Promise<void> {
  await Promise.all([
    writeFile(join(path, 'screen/authority'), xAuthority(), { mode: 0o600 }),
    // Without animations a picture shows at once what an action led to.
    writeFile(join(path, 'kwin/kdeglobals'), '[KDE]\nAnimationDurationFactor=0\n'),
    writeFile(join(path, 'kwin/kwinoutputconfig.json'), outputConfig(output)),
    writeFile(join(path, 'defaults/kwalletrc'), '[Wallet][$i]\nEnabled=false\nFirst Use=false\n'),
  ]);
}

/**
 * KWin's own memory of its output (kwinoutputconfig.json, 6.3). Without it KWin chooses a scale by the size of the output,
 * whatever its option --scale says.
 */
function outputConfig({ connector, width, height, scale }: Output): string {
  const mode = { width: Math.round(width * scale), height: Math.round(height * scale), refreshRate: 60_000 };
  const output = { connectorName: connector, mode, scale, transform: 'Normal' };
  const placed = { enabled: true, outputIndex: 0, position: { x: 0, y: 0 }, priority: 0 };
  return JSON.stringify([
    { name: 'outputs', data: [output] },
    { name: 'setups', data: [{ lidClosed: false, outputs: [placed] }] },
  ]);
}

/** An Xauthority file (Xau(3)): for any host and display, a random MIT-MAGIC-COOKIE-1. */
function xAuthority(): Buffer {
  const counted = (data: Buffer): Buffer => Buffer.concat([Buffer.from([0, data.length]), data]);
  const familyWild = Buffer.from([0xff, 0xff]);
  const none = counted(Buffer.alloc(0));
  return Buffer.concat([familyWild, none, none, counted(Buffer.from('MIT-MAGIC-COOKIE-1')), counted(randomBytes(16))]);
}
