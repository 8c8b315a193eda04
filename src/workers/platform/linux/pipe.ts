/** Pipes to other programs, read and written without blocking and within bounds. */
import { readlinkSync } from 'node:fs';
import { Socket } from 'node:net';
import { log } from '../../../base/log.ts';
import { close, lend, own } from './descriptors.ts';
import { systemError } from './ffi.ts';
import * as libc from './libc.ts';

/** Time after which a reader that takes nothing is given up. */
const STALL_TIMEOUT_MS = 30_000;

/** Makes a pipe. Both ends are the caller's: `readPipe` takes the one to read from, `close` ends the other. */
export function openPipe(): { readFd: number; writeFd: number } {
  const ends = Buffer.alloc(8);
  if (libc.pipe2(ends, libc.O_CLOEXEC) < 0) throw systemError('Making a pipe');
  return { readFd: own(ends.readInt32LE(0)), writeFd: own(ends.readInt32LE(4)) };
}

/** The name that the kernel gives the pipe of a descriptor, the same at both ends: "pipe:[4711]". */
export function pipeName(fd: number): string {
  return readlinkSync(`/proc/self/fd/${fd}`);
}

export interface PipeLimits {
  timeoutMs: number;
  /** Called for every piece; false gives the rest up. */
  accept(sizeBytes: number): boolean;
}

/**
 * Reads a pipe until the other side closes it, and closes it. Gives undefined when that took too long or was too much. The time
 * limit holds for the whole read, so that a program which never writes, or never stops, delays nobody.
 */
export async function readPipe(readFd: number, { timeoutMs, accept }: PipeLimits): Promise<Buffer | undefined> {
  const pipe = streamOf(readFd, { readable: true, writable: false });
  if (!pipe) return undefined;
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    const settle = (result: Buffer | undefined): void => {
      clearTimeout(timer);
      pipe.destroy();
      resolve(result);
    };
    const timer = setTimeout(() => settle(undefined), timeoutMs);
    pipe.on('data', (piece: Buffer) => {
      pieces.push(piece);
      if (!accept(piece.length)) settle(undefined);
    });
    pipe.on('end', () => settle(Buffer.concat(pieces)));
    pipe.on('error', () => settle(undefined));
  });
}

/**
 * Writes all of `bytes` into a pipe and closes it. Gives false when its reader went away or took nothing for 30 s, or when
 * another program gave us something else than a pipe.
 */
export async function writePipe(writeFd: number, bytes: Uint8Array): Promise<boolean> {
  const pipe = streamOf(writeFd, { readable: false, writable: true });
  if (!pipe) return false;
  return new Promise((resolve) => {
    pipe.setTimeout(STALL_TIMEOUT_MS, () => pipe.destroy());
    pipe.on('error', (error) => log('debug', `a reader went away: ${error.message}`));
    pipe.on('close', () => resolve(pipe.writableFinished));
    pipe.end(bytes, () => pipe.destroy());
  });
}

/** Replaces a descriptor by a stream of Node and closes it; undefined when it is neither pipe nor socket. */
function streamOf(fd: number, ends: { readable: boolean; writable: boolean }): Socket | undefined {
  const copy = lend(fd);
  close(fd);
  try {
    return new Socket({ fd: copy, ...ends });
  } catch (error) {
    libc.close(copy);
    log('debug', `no pipe: ${String(error)}`);
    return undefined;
  }
}
