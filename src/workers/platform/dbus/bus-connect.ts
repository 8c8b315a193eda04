/** The socket of a D-Bus connection, authenticated as this user and ready for messages. */
import net from 'node:net';
import { DesktopError } from '../../../base/errors.ts';
import { authentication, socketPath } from './bus-address.ts';

/** A byte stream to the bus; `onData` gets buffers that are its own only during the call. */
export interface Transport {
  /** Sends bytes; true when the socket has taken all of them already. */
  write(bytes: Buffer): boolean;
  onData: (bytes: Buffer) => void;
  /** Resolves with the reason when the socket is closed, by either side. */
  readonly closed: Promise<string>;
  close(): void;
}

const READ_BUFFER_BYTES = 1 << 18;
const CONNECT_DEADLINE_MS = 5000;

/**
 * Connects to a D-Bus server address (`unix:path=…` or `unix:abstract=…`, the first of several) and authenticates by
 * EXTERNAL. Fails with `failed` when nobody listens there or the server refuses us. The caller closes it.
 */
export function connectToBus(address: string): Promise<Transport> {
  const path = socketPath(address);
  return new Promise((resolve, reject) => {
    let reason = 'the bus closed the connection';
    let isAuthenticated = false;
    let greeting = '';
    const onBytes = (bytes: Buffer): void => {
      if (isAuthenticated) {
        transport.onData(bytes);
        return;
      }
      greeting += bytes.toString('latin1');
      if (!greeting.includes('\r\n')) return;
      if (!greeting.startsWith('OK ')) {
        socket.destroy(new Error('it refuses this user'));
        return;
      }
      isAuthenticated = true;
      clearTimeout(deadline);
      socket.write('BEGIN\r\n');
      resolve(transport);
    };
    const onread = {
      buffer: Buffer.allocUnsafeSlow(READ_BUFFER_BYTES),
      callback: (length: number, bytes: Uint8Array): boolean => {
        onBytes(Buffer.from(bytes.buffer, bytes.byteOffset, length));
        return true;
      },
    };
    const socket = net.connect({ path, onread });
    const transport: Transport = {
      write: (bytes) => {
        socket.write(bytes);
        return socket.writableLength === 0;
      },
      onData: () => undefined,
      closed: new Promise((closed) => socket.on('close', () => closed(reason))),
      close: () => void socket.destroy(),
    };
    const deadline = setTimeout(() => socket.destroy(new Error('it does not answer')), CONNECT_DEADLINE_MS);
    socket.on('connect', () => socket.write(authentication()));
    socket.on('error', (error) => {
      reason = error.message;
    });
    socket.on('close', () => {
      clearTimeout(deadline);
      if (!isAuthenticated) reject(unreachable(address, reason));
    });
  });
}

function unreachable(address: string, reason: string): DesktopError {
  return new DesktopError(
    'failed',
    `The bus at ${address} cannot be reached: ${reason}.`,
    'Check that this desktop session is running, then call again.',
  );
}
