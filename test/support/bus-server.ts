/** A stand-in for a message bus: takes EXTERNAL, answers Hello, and every other call as `answer` says. */
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeBody, type Header, readHeader, type Value } from '../../src/workers/platform/dbus/bus-message.ts';

/** The reply's signature and arguments, an error's name, or nothing at all for a program that hangs. */
export type Answer = { signature: string; args: Value[] } | { error: string } | undefined;

export interface BusServer {
  address: string;
  /** Members of the calls that arrived, in order. */
  calls: string[];
  /** Sends a signal to every client. */
  emit(path: string, name: { interface: string; member: string }): void;
  /** Cuts all connections. */
  drop(): void;
  close(): Promise<void>;
}

let count = 0;

/** Starts a server; replies leave in pieces of `pieceBytes`, so that a client must put them together. */
export async function startBusServer(answer: (call: Header) => Answer, pieceBytes = 7): Promise<BusServer> {
  const path = join(tmpdir(), `bus-${process.pid}-${count++}`);
  const calls: string[] = [];
  const clients = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    clients.add(socket);
    socket.on('close', () => clients.delete(socket));
    socket.on('error', () => socket.destroy());
    serveClient(socket, (call) => {
      calls.push(call.member ?? '');
      const reply = call.member === 'Hello' ? { signature: 's', args: [':1.1'] } : answer(call);
      if (reply) for (const piece of pieces(replyTo(call, reply), pieceBytes)) socket.write(piece);
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const drop = (): void => {
    for (const socket of clients) socket.destroy();
  };
  return {
    address: `unix:path=${path},guid=00`,
    calls,
    emit: (objectPath, { interface: name, member }) => {
      const fields: Value[] = [
        [1, { signature: 'o', value: objectPath }],
        [2, { signature: 's', value: name }],
        [3, { signature: 's', value: member }],
        [7, { signature: 's', value: ':1.9' }],
      ];
      for (const socket of clients) socket.write(message(4, fields, Buffer.alloc(0)));
    },
    drop,
    close: () =>
      new Promise((resolve) => {
        drop();
        server.close(() => resolve());
      }),
  };
}

function serveClient(socket: net.Socket, onCall: (call: Header) => void): void {
  let rest = Buffer.alloc(0);
  let isReady = false;
  socket.on('data', (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes]);
    for (let end = rest.indexOf('\r\n'); !isReady && end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.toString('latin1', 0, end);
      rest = rest.subarray(end + 2);
      if (line.startsWith('\0AUTH EXTERNAL')) socket.write('OK 00\r\n');
      isReady = line === 'BEGIN';
    }
    for (let call = isReady ? readHeader(rest) : undefined; call; call = readHeader(rest)) {
      onCall(call);
      rest = rest.subarray(call.end);
    }
  });
}

function replyTo(call: Header, answer: NonNullable<Answer>): Buffer {
  const fields: Value[] = [
    [5, { signature: 'u', value: call.serial }],
    [7, { signature: 's', value: call.destination ?? '' }],
  ];
  if ('error' in answer) {
    fields.push([4, { signature: 's', value: answer.error }], [8, { signature: 'g', value: 's' }]);
    return message(3, fields, encodeBody('s', ['no']));
  }
  fields.push([8, { signature: 'g', value: answer.signature }]);
  return message(2, fields, encodeBody(answer.signature, answer.args));
}

function message(type: number, fields: Value[], body: Buffer): Buffer {
  const header = encodeBody('yyyyuua(yv)', [0x6c, type, 0, 1, body.length, 1, fields]);
  return Buffer.concat([header, Buffer.alloc((8 - (header.length % 8)) % 8), body]);
}

function pieces(bytes: Buffer, size: number): Buffer[] {
  const cut: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) cut.push(bytes.subarray(at, at + size));
  return cut;
}
