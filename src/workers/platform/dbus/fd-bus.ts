/**
 * A D-Bus connection that receives file descriptors, such as the input socket of a compositor.
 *
 * It makes one call at a time, and has neither signals nor objects: calls without descriptors go over the other client,
 * `bus.ts`.
 */
import { setImmediate } from 'node:timers/promises';
import { abortedError, DesktopError } from '../../../base/errors.ts';
import { close } from '../linux/descriptors.ts';
import { connectUnix, type FdSocket, type Received } from '../linux/fd-socket.ts';
import { authentication, socketPath } from './bus-address.ts';
import {
  type Call,
  decodeBody,
  encodeCall,
  MESSAGE_TYPE,
  messageLength,
  readHeader,
  TO_DAEMON,
  type Value,
  viewOf,
} from './bus-message.ts';

/** A method call; `body` fits `signature`. */
export type FdCall = Omit<Call, 'serial' | 'flags'>;

export interface FdReply {
  /** The returned values; an `h` among them is an index into `fds`. */
  body: Value[];
  /** Descriptors that came with the answer; the caller closes them (`close` of descriptors.ts). */
  fds: number[];
}

export interface FdBus {
  /**
   * Calls a method, one at a time. Fails with `timeout` when no answer came within 2 s, with `unsupported` when nobody
   * offers the method, with `failed` when it failed or the bus is gone, with `aborted` once `isStopped` says true.
   */
  call(call: FdCall, isStopped: () => boolean): Promise<FdReply>;
  /** Safe to repeat. The service ends what it gave to this connection. */
  close(): void;
}

const ANSWER_MS = 2_000;
/** Longest wait that blocks the event loop. */
const BLOCK_MS = 20;

/** Connects to the bus at a D-Bus address. Fails with `not_found` when there is none. `wakeFd`: see `openFdSocket`. */
export async function connectFdBus(address: string, wakeFd: number, isStopped: () => boolean): Promise<FdBus> {
  const socket = connectUnix(socketPath(address), wakeFd);
  const bus = createCalls(socket);
  try {
    await authenticate(socket, isStopped);
    await bus.call({ ...TO_DAEMON, member: 'Hello' }, isStopped);
  } catch (error) {
    bus.close();
    throw error;
  }
  return bus;
}

/** Authenticates as this user and asks for descriptors (specification 0.43, "Authentication Protocol"). */
async function authenticate(socket: FdSocket, isStopped: () => boolean): Promise<void> {
  const patience = { what: 'Authentication', deadlineMs: performance.now() + ANSWER_MS, isStopped };
  socket.send(Buffer.from(`${authentication()}NEGOTIATE_UNIX_FD\r\n`));
  let answer = '';
  while (answer.split('\r\n').length < 3) answer += (await receive(socket, patience)).bytes.toString('latin1');
  if (!answer.startsWith('OK ') || !answer.includes('AGREE_UNIX_FD')) {
    throw new DesktopError(
      'failed',
      `The session bus refused us: ${answer.trim()}.`,
      'Check that the server runs as the user of this desktop.',
    );
  }
  socket.send(Buffer.from('BEGIN\r\n'));
}

interface Patience {
  what: string;
  deadlineMs: number;
  isStopped(): boolean;
}

/** Waits for the next bytes. Fails with `timeout`, or with `aborted` once stopped. */
async function receive(socket: FdSocket, { what, deadlineMs, isStopped }: Patience): Promise<Received> {
  for (;;) {
    if (isStopped()) throw abortedError();
    const leftMs = deadlineMs - performance.now();
    if (leftMs <= 0) throw timeout(what);
    const received = socket.receive(Math.min(BLOCK_MS, leftMs));
    if (received.bytes.length > 0) return received;
    await setImmediate();
  }
}

function createCalls(socket: FdSocket): FdBus {
  let serial = 0;
  let unread: Buffer = Buffer.alloc(0);
  const fds: number[] = [];
  /** The next whole message; descriptors come with its first byte. */
  const next = async (patience: Patience): Promise<Buffer> => {
    for (;;) {
      const length = messageLength(viewOf(unread), 0);
      if (length !== undefined && unread.length >= length) {
        const message = unread.subarray(0, length);
        unread = unread.subarray(length);
        return message;
      }
      const received = await receive(socket, patience);
      fds.push(...received.fds);
      unread = Buffer.concat([unread, received.bytes]);
    }
  };
  return {
    call: async (call, isStopped) => {
      const what = `${call.interface}.${call.member}`;
      const patience = { what, deadlineMs: performance.now() + ANSWER_MS, isStopped };
      const own = ++serial;
      socket.send(encodeCall({ ...call, serial: own }));
      for (;;) {
        const message = await next(patience);
        const header = readHeader(message);
        if (!header) continue;
        const withIt = fds.splice(0, header.unixFds);
        if (header.replySerial !== own) {
          for (const fd of withIt) close(fd);
          continue;
        }
        const body = decodeBody(header.signature, message, header.bodyStart);
        if (header.type === MESSAGE_TYPE.reply) return { body, fds: withIt };
        throw callError(call, header.errorName ?? 'no error name', typeof body[0] === 'string' ? body[0] : '');
      }
    },
    close: () => {
      for (const fd of fds.splice(0)) close(fd);
      socket.close();
    },
  };
}

/** Errors of the specification that say that nobody offers this method here. */
const ABSENT = ['ServiceUnknown', 'NameHasNoOwner', 'UnknownObject', 'UnknownInterface', 'UnknownMethod'];

function callError(call: FdCall, errorName: string, text: string): DesktopError {
  const isAbsent = ABSENT.some((name) => errorName === `org.freedesktop.DBus.Error.${name}`);
  return new DesktopError(
    isAbsent ? 'unsupported' : 'failed',
    `${call.interface}.${call.member} failed: ${errorName} ${text}.`,
    'Call doctor to see whether the compositor is still there.',
  );
}

function timeout(what: string): DesktopError {
  return new DesktopError('timeout', `${what} was not answered by the session bus in time.`, 'Repeat the call.');
}
