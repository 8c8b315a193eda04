/** A virtual session for a test file, and how to look at it from outside. No assertions here. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Element } from '../../src/protocol/element.ts';
import type { Rect } from '../../src/protocol/geometry.ts';
import type { WindowInfo } from '../../src/protocol/window.ts';
import { HOMES } from './home.ts';
import type { TestServer } from './server.ts';

/** Starts a session and returns its folder. */
export async function startSession(server: TestServer, args: Record<string, unknown> = {}): Promise<string> {
  const { facts } = await server.must('session_start', args);
  return String(facts['folder']);
}

/** The elements that `find` lists. */
export async function find(server: TestServer, args: Record<string, unknown>): Promise<Element[]> {
  return (await server.must('find', args)).facts['elements'] as Element[];
}

/** The only element that `find` should list; fails when it is not one. */
export async function findOne(server: TestServer, args: Record<string, unknown>): Promise<Element> {
  const elements = await find(server, args);
  const [element] = elements;
  if (!element || elements.length > 1) throw new Error(`${JSON.stringify(args)} finds ${elements.length} elements`);
  return element;
}

/** How long a state is waited for: no limit of anything, so that a busy machine may take long. */
const UNTIL_MS = 20_000;

/** Calls `look` until it returns something, at most 20 s; a function as `what` is called for the words of the failure. */
export async function until<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
  what: string | (() => string),
): Promise<T> {
  const deadline = Date.now() + UNTIL_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline)
      throw new Error(`not within ${UNTIL_MS / 1000} s: ${typeof what === 'string' ? what : what()}`);
    await delay(20);
  }
}

export function windowsOf(reply: { facts: Record<string, unknown> }): WindowInfo[] {
  return reply.facts['windows'] as WindowInfo[];
}

/** Moves or resizes a window from outside, through a KWin script of the session's own bus. */
export function moveWindow(folder: string, id: string, place: Partial<Rect> & { x: number; y: number }): void {
  const file = `/tmp/move-${id.replaceAll(/\W/g, '')}.js`;
  const { x, y, width = 'w.frameGeometry.width', height = 'w.frameGeometry.height' } = place;
  writeFileSync(
    file,
    `for (const w of workspace.windowList()) if (String(w.internalId) === ${JSON.stringify(id)})
       w.frameGeometry = { x: ${x}, y: ${y}, width: ${width}, height: ${height} };`,
  );
  const name = `move${Date.now()}`;
  const scripting = ['org.kde.KWin', '/Scripting', 'org.kde.kwin.Scripting'];
  const number = bus(folder, 'call', ...scripting, 'loadScript', 'ss', file, name)
    .split(' ')[1]
    ?.trim();
  bus(folder, 'call', 'org.kde.KWin', `/Scripting/Script${number}`, 'org.kde.kwin.Script', 'run');
  bus(folder, 'call', ...scripting, 'unloadScript', 's', name);
}

/** Changes the screens of a session as its display settings do: `setOutputs(folder, 'X11-0', 'scale=1.25')`. */
export function setOutputs(folder: string, ...changes: string[]): void {
  const env = { ...process.env, XDG_RUNTIME_DIR: `${folder}/run`, WAYLAND_DISPLAY: 'wayland-0' };
  execFileSync('python3', ['/project/test/fixtures/set-outputs.py', ...changes], { env, stdio: 'pipe' });
}

/** busctl on the session's own bus. */
export function bus(folder: string, ...args: string[]): string {
  return execFileSync('busctl', [`--address=unix:path=${folder}/bus`, ...args], { encoding: 'utf8', stdio: 'pipe' });
}

/**
 * The processes of this machine, without those of a test file that runs beside this one: pid and command line. In the box
 * they are the test's own and the sessions', and what anybody has left behind.
 */
export function processes(): Map<number, string> {
  const commands = new Map<number, string>();
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const command = readIfThere(`/proc/${entry}/cmdline`)?.replaceAll('\0', ' ').trim();
    if (command) commands.set(Number(entry), command);
    // pid (name) state parent …
    const stat = readIfThere(`/proc/${entry}/stat`) ?? '';
    parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0));
  }
  return new Map([...commands].filter(([pid]) => !isNeighbours(pid, parents)));
}

/**
 * Whether a process is of another test file: it descends from another worker of vitest, or from something that has the
 * home of another test file, which what D-Bus starts keeps when it leaves its parent.
 */
function isNeighbours(pid: number, parents: ReadonlyMap<number, number>): boolean {
  for (let at = pid; at > 1 && at !== process.pid; at = parents.get(at) ?? 0) {
    if (parents.get(at) === process.ppid) return true;
    const home = /(?:^|\0)HOME=([^\0]*)/.exec(readIfThere(`/proc/${at}/environ`) ?? '')?.[1];
    if (home?.startsWith(HOMES)) return home !== process.env['HOME'];
  }
  return false;
}

/** The processes whose program has this name, or this beginning of it, as seen from outside the session. */
export function pidsOf(program: string): number[] {
  // The kernel keeps 15 bytes of a name.
  const isOne = (pid: number): boolean => readIfThere(`/proc/${pid}/comm`)?.startsWith(program.slice(0, 15)) === true;
  return [...processes().keys()].filter(isOne);
}

/**
 * Ends what runs of a program, whose name may be cut short, at once. Several of the tests' programs never rest, and one
 * that is no longer needed would slow down what follows.
 */
export async function endProgram(name: string): Promise<void> {
  const left = (): number[] => pidsOf(name);
  for (const pid of left()) {
    // One may end with another.
    if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL');
  }
  await until(() => left().length === 0, `the end of ${name}`);
}

export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ESRCH', 'EACCES'].includes(code)) return undefined;
    throw error;
  }
}
