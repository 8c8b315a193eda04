/** The X server without screen that a private KWin draws on: its framebuffer is the picture of the session. */
import { randomBytes, randomInt } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pollUntil } from '../../../../base/abortable.ts';
import type { CaptureSource } from '../../../../protocol/capture.ts';
import { exists } from '../../../platform/linux/search-path.ts';
import type { SessionSite } from '../../backend.ts';
import { SERVICE_POLL_MS, type StartedService } from '../../sessions/services.ts';
import { kwinEnvironment } from './environment.ts';

/**
 * A display number that no X server has, far from those that X servers take by themselves. The session's X server must not
 * look for one: in its own process namespace it takes the locks of running servers for stale ones and removes their sockets.
 */
export async function freeDisplayNumber(): Promise<number> {
  const number = randomInt(20_000, 59_000);
  const taken = await Promise.all(displayFiles(number).map(exists));
  return taken.includes(true) ? freeDisplayNumber() : number;
}

/** The lock and the socket of an X display. */
export function displayFiles(number: number): string[] {
  return [`/tmp/.X${number}-lock`, `/tmp/.X11-unix/X${number}`];
}

/** Writes what the X server and its clients need into the session's folder `path`. */
export async function writeScreenSettings(path: string): Promise<void> {
  await mkdir(join(path, 'screen'), { mode: 0o700 });
  await writeFile(join(path, 'screen/authority'), xAuthority(), { mode: 0o600 });
}

/** Starts the X server and waits until it takes clients. */
export async function startXvfb(
  { folder, request, own, services }: SessionSite,
  { program, displayNumber }: { program: string; displayNumber: number },
  signal: AbortSignal,
): Promise<StartedService & { source: CaptureSource }> {
  const { scale } = request;
  const [widthPx, heightPx] = [Math.round(request.width * scale), Math.round(request.height * scale)];
  const screen = `${folder.path}/screen`;
  const size = ['-screen', '0', `${widthPx}x${heightPx}x24`, '-fbdir', screen];
  // Without -nocursor every picture would show the pointer; a picture that is to show it gets it drawn.
  const behaviour = ['-nocursor', '-nolisten', 'tcp', '-noreset', '-s', '0'];
  const start = ['-auth', `${screen}/authority`, '-displayfd', '1'];
  const service = {
    id: 'screen',
    name: 'Xvfb',
    argv: [program, `:${displayNumber}`, ...size, ...behaviour, ...start],
    env: kwinEnvironment(own, folder, request.env),
  };
  const hasPrintedNumber = new RegExp(`^${displayNumber}$`, 'm');
  const { ended } = await services.start(service, (log) =>
    pollUntil(async () => hasPrintedNumber.test(await readFile(log, 'utf8')) || undefined, SERVICE_POLL_MS, signal),
  );
  return { ended, source: { kind: 'x-framebuffer', path: `${screen}/Xvfb_screen0`, widthPx, heightPx } };
}

/** An Xauthority file (Xau(3)): for any host and display, a random MIT-MAGIC-COOKIE-1. */
export function xAuthority(): Buffer {
  const counted = (data: Buffer): Buffer => Buffer.concat([Buffer.from([0, data.length]), data]);
  const familyWild = Buffer.from([0xff, 0xff]);
  const none = counted(Buffer.alloc(0));
  return Buffer.concat([familyWild, none, none, counted(Buffer.from('MIT-MAGIC-COOKIE-1')), counted(randomBytes(16))]);
}
