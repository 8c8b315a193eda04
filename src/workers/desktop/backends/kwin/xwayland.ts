/**
 * Xwayland in a private KWin, for programs that know X11 only. KWin starts it at the first connection, on a socket that we
 * open: left to itself KWin looks for a free display, and in the session's process namespace takes the locks of the user's X
 * servers for stale ones and removes their sockets.
 */
import { constants } from 'node:fs';
import { access, chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DesktopError } from '../../../../base/errors.ts';
import type { SessionRequest } from '../../../../protocol/session.ts';
import { findProgram } from '../../../platform/linux/search-path.ts';
import type { Environment } from '../../model/environment.ts';
import { displayFiles, freeDisplayNumber, xAuthority } from './xvfb.ts';

/** The X display of a session. */
export interface XwaylandDisplay {
  number: number;
  /** The path of its socket. */
  socket: string;
}

/** Why a session has no X display; programs that need one are told. */
export interface NoXwayland {
  reason: string;
}

/** The X display that a session is to have. Fails with `unsupported` when it is asked for and Xwayland is not installed. */
export async function chooseXwayland(
  own: Environment,
  asked: SessionRequest['xwayland'],
): Promise<XwaylandDisplay | NoXwayland> {
  if (asked === false) return { reason: 'This session was started with xwayland: false.' };
  if (!(await findProgram('Xwayland', own['PATH']))) {
    const reason = 'Xwayland is not installed.';
    if (asked === undefined) return { reason };
    throw new DesktopError('unsupported', reason, 'Install it (Debian: xwayland), or leave xwayland out.');
  }
  const number = await freeDisplayNumber();
  const [, socket = ''] = displayFiles(number);
  const folder = dirname(socket);
  // As X servers make it: everybody may put a socket there, and remove only their own.
  await mkdir(folder).then(
    () => chmod(folder, 0o1777),
    () => undefined, // it is there
  );
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  return isWritable ? { number, socket } : { reason: `This user may not write to ${folder}.` };
}

const authorityIn = (path: string): string => join(path, 'xauthority');

/** Writes what Xwayland and its clients need into the session's folder `path`. */
export async function writeXwaylandSettings(path: string): Promise<void> {
  await writeFile(authorityIn(path), xAuthority(), { mode: 0o600 });
}

/** The options of a KWin whose descriptor `fd` is the socket of the display. */
export function xwaylandOptions({ number }: XwaylandDisplay, path: string, fd: number): string[] {
  const display = ['--xwayland-display', `:${number}`, '--xwayland-xauthority', authorityIn(path)];
  return ['--xwayland', '--xwayland-fd', String(fd), ...display];
}

/** By these, programs find the display. */
export function xwaylandEnvironment({ number }: XwaylandDisplay, path: string): Environment {
  return { DISPLAY: `:${number}`, XAUTHORITY: authorityIn(path) };
}
