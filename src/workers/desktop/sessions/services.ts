/** The services of a virtual session, each started and waited for: bus, accessibility, X server, KWin. */
import { readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { pollUntil } from '../../../base/abortable.ts';
import { DesktopError } from '../../../base/errors.ts';
import type { CaptureSource } from '../../../protocol/capture.ts';
import type { SessionRequest } from '../../../protocol/session.ts';
import { connectSessionBus, type SessionBus } from '../../platform/dbus/session-bus.ts';
import { findProgram } from '../../platform/linux/search-path.ts';
import { compositorEnvironment, type Environment, type SessionPlaces } from '../model/environment.ts';
import { lastWords } from '../model/shell.ts';
import { switchOn } from './accessibility.ts';
import type { ProcessTree } from './process-tree.ts';
import type { Program } from './program.ts';
import { exists, type SessionFolder } from './session-folder.ts';

/** How often a service without a notice of its own is looked at. */
const POLL_MS = 4;

const NAMES = { bus: 'The D-Bus daemon', screen: 'Xvfb', kwin: 'KWin' };
export type Stage = keyof typeof NAMES;

/** Where a session is built, and how far it is. */
export interface Site {
  parts: Parts;
  folder: SessionFolder;
  tree: ProcessTree;
  places: SessionPlaces;
  own: Environment;
  request: SessionRequest;
  /** The service that is being waited for. */
  stage: Stage;
  bus: SessionBus | undefined;
}

export interface Parts {
  kwin: string;
  dbusDaemon: string;
  xvfb: string | undefined;
}

/** The programs of a session. Fails with `failed` when one that is needed is missing. */
export async function findParts(path: string | undefined): Promise<Parts> {
  const [kwin, dbusDaemon, xvfb] = await Promise.all(
    ['kwin_wayland', 'dbus-daemon', 'Xvfb'].map((name) => findProgram(name, path)),
  );
  const missing = kwin ? 'dbus-daemon' : 'kwin_wayland';
  if (!kwin || !dbusDaemon) {
    throw new DesktopError(
      'failed',
      `There is no program ${missing} on PATH, and a virtual session needs it.`,
      missing === 'kwin_wayland'
        ? 'Install KWin 6 for Wayland (Debian: kwin-wayland).'
        : 'Install it (Debian: dbus-bin or dbus-daemon).',
    );
  }
  return { kwin, dbusDaemon, xvfb };
}

/** What a service printed last; '' when nothing. */
export async function wordsOf({ places }: Site, stage: Stage): Promise<string> {
  return lastWords(await readFile(logOf(places, stage), 'utf8').catch(() => '')); // it was not started yet
}

function logOf(places: SessionPlaces, stage: Stage): string {
  return `${places.folder}/logs/${stage}.log`;
}

/** Starts the session bus and connects to it. Its services inherit `environment`, so it names a display that is yet to come. */
export async function startBus(site: Site, environment: Environment, signal: AbortSignal): Promise<SessionBus> {
  const argv = [
    site.parts.dbusDaemon,
    '--session',
    '--nofork',
    '--nopidfile',
    '--nosyslog',
    `--address=${site.places.busAddress}`,
  ];
  const program = await run(site, 'bus', argv, environment);
  const connect = async (): Promise<SessionBus | undefined> =>
    (await exists(`${site.places.folder}/bus`))
      ? connectSessionBus(site.places.busAddress).catch(() => undefined) // not yet: it is asked again
      : undefined;
  site.bus = await unlessEnded(site, 'bus', program, pollUntil(connect, POLL_MS, signal));
  site.stage = 'screen'; // which comes up meanwhile
  return site.bus;
}

/** Starts the X server whose memory is the session's picture; without one there are no pictures, and KWin has no display. */
export async function startScreen(site: Site, signal: AbortSignal): Promise<CaptureSource> {
  const { parts, places, folder, request, own } = site;
  if (!parts.xvfb) {
    return {
      kind: 'none',
      reason: 'This session has no pictures, because Xvfb is not installed.',
      hint: 'Install Xvfb (Debian: xvfb) and start the session again; tree and find work without it.',
    };
  }
  const { scale } = request;
  const [widthPx, heightPx] = [Math.round(request.width * scale), Math.round(request.height * scale)];
  const screen = `${places.folder}/screen`;
  const size = ['-screen', '0', `${widthPx}x${heightPx}x24`, '-fbdir', screen];
  // Without -nocursor the pointer would be on every picture; who asks for it gets it drawn.
  const behaviour = [
    '-nocursor',
    '-nolisten',
    'tcp',
    '-noreset',
    '-s',
    '0',
    '-auth',
    `${screen}/authority`,
    '-displayfd',
    '1',
  ];
  const argv = [parts.xvfb, `:${folder.displayNumber}`, ...size, ...behaviour];
  const program = await run(site, 'screen', argv, compositorEnvironment(own, places, request.env));
  const ready = async (): Promise<true | undefined> =>
    new RegExp(`^${folder.displayNumber}$`, 'm').test(await readFile(logOf(places, 'screen'), 'utf8')) || undefined;
  await unlessEnded(site, 'screen', program, pollUntil(ready, POLL_MS, signal));
  return { kind: 'x-framebuffer', path: `${screen}/Xvfb_screen0`, widthPx, heightPx };
}

/** Starts KWin and waits until it owns its name: its socket is there before it listens to anything else. */
export async function startKwin(site: Site, bus: SessionBus, signal: AbortSignal): Promise<Program> {
  const { parts, places, folder, request, own } = site;
  site.stage = 'kwin';
  const output = parts.xvfb ? ['--x11-display', `:${folder.displayNumber}`] : ['--virtual'];
  const size = ['--width', request.width, '--height', request.height, '--scale', request.scale].map(String);
  const argv = [parts.kwin, ...output, ...size, '--no-lockscreen', '--socket', places.waylandDisplay];
  const program = await run(site, 'kwin', argv, compositorEnvironment(own, places, request.env));
  const owned = new Promise<void>((resolve, reject) => {
    bus.watchOwner('org.kde.KWin', (owner) => owner !== '' && resolve()).catch(reject);
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  await unlessEnded(site, 'kwin', program, owned);
  return program;
}

/** Switches accessibility on. A session whose accessibility bus does not start is still a session, with a warning. */
export async function startAccessibility(
  bus: SessionBus,
  signal: AbortSignal,
): Promise<{ address: string; warnings: string[] }> {
  try {
    const { address } = await switchOn(bus, signal);
    return { address, warnings: [] };
  } catch (error) {
    if (signal.aborted) throw error;
    const why = error instanceof Error ? error.message : String(error);
    return { address: '', warnings: [`The accessibility bus did not start, so tree and find see nothing: ${why}`] };
  }
}

function run(site: Site, stage: Stage, argv: string[], env: Environment): Promise<Program> {
  return site.tree.run(stage, { argv, env, directory: '/', log: logOf(site.places, stage) });
}

async function unlessEnded<T>(site: Site, stage: Stage, program: Program, wait: Promise<T>): Promise<T> {
  const early = program.ended.then(async (status) => {
    throw notUp(endedText(stage, status, await wordsOf(site, stage)));
  });
  wait.catch(() => undefined); // one of the two is reported
  return Promise.race([wait, early]);
}

/** A sentence about a service that ended. */
export function endedText(stage: Stage, status: number, words: string): string {
  const name = Object.entries(constants.signals).find(([, number]) => number === status - 128)?.[0];
  return `${NAMES[stage]} ended with ${name ?? `status ${status}`}${said(words)}.`;
}

/** A sentence about a service that is not up in time. */
export function hangsText(stage: Stage, words: string, waitedMs: number): string {
  return `${NAMES[stage]} was not up after ${waitedMs / 1000} s${said(words)}.`;
}

function said(words: string): string {
  return words === '' ? ' and said nothing' : `; its last words: "${words}"`;
}

/** The failure of a start, from one of the sentences above. */
export function notUp(text: string): DesktopError {
  return new DesktopError('failed', text, 'Nothing is left of this session; mend that, then start it again.');
}
