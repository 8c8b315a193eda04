/** A desktop that is the user's own, for a test: a KWin session that desktop-mcp did not make. No assertions here. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { openLog } from './log.ts';

export interface LiveDesktop {
  /** What programs and servers on it need. */
  env: Record<string, string>;
  /** Its runtime directory. */
  folder: string;
  /** Path of the allowlist. */
  allowPath: string;
  /** Writes the allowlist. */
  allow(text: string): void;
  /** Starts a program of the user's on it. */
  start(program: string, args?: string[]): ChildProcess;
  /** Runs a script in its KWin. */
  script(text: string): void;
  /** busctl on its session bus. */
  bus(...args: string[]): string;
  close(): Promise<void>;
}

/** Starts a KWin session with KCalc and so many outputs, named by `name`. The caller closes it. */
export async function startLiveDesktop(name: string, outputs = 1): Promise<LiveDesktop> {
  const folder = `/tmp/${name}-runtime`;
  const config = `/tmp/${name}-config`;
  const allowPath = `${config}/desktop-mcp/allow.txt`;
  mkdirSync(folder, { mode: 0o700 });
  const script = ['sh', '/project/test/support/live-desktop.sh', folder, String(outputs)];
  const log = openLog();
  const desktop = spawn('dbus-run-session', script, { stdio: ['pipe', 'pipe', log] });
  const address = await firstLine(desktop);
  const env = {
    DBUS_SESSION_BUS_ADDRESS: address,
    WAYLAND_DISPLAY: 'wayland-user',
    XDG_RUNTIME_DIR: folder,
    XDG_CONFIG_HOME: config,
  };
  const bus = (...args: string[]): string =>
    execFileSync('busctl', [`--address=${address}`, ...args], { encoding: 'utf8', stdio: 'pipe' });
  let scripts = 0;
  return {
    env,
    folder,
    allowPath,
    bus,
    allow: (text) => {
      mkdirSync(`${config}/desktop-mcp`, { recursive: true });
      writeFileSync(allowPath, text);
    },
    start: (program, args = []) => {
      const child = spawn(program, args, {
        env: { ...process.env, ...env, QT_QPA_PLATFORM: 'wayland' },
        stdio: ['ignore', 'pipe', log],
      });
      child.stdout?.resume();
      return child;
    },
    script: (text) => {
      const script = `${name}-${++scripts}`;
      writeFileSync(`${folder}/${script}.js`, text);
      const scripting = ['org.kde.KWin', '/Scripting', 'org.kde.kwin.Scripting'];
      bus('call', ...scripting, 'loadScript', 'ss', `${folder}/${script}.js`, script);
      bus('call', ...scripting, 'start');
    },
    close: async () => {
      desktop.stdin?.end();
      await new Promise((resolve) => desktop.on('exit', resolve));
      closeSync(log);
    },
  };
}

/** The address of its session bus, which it prints once it is there. */
async function firstLine(desktop: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: desktop.stdout ?? process.stdin }))
    return line.replace('DBUS_SESSION_BUS_ADDRESS=', '');
  throw new Error('the desktop did not start');
}
