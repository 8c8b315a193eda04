import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  encodeBody,
  type Header,
  MESSAGE_TYPE,
  readHeader,
  type Value,
} from '../../../../src/workers/platform/dbus/bus-message.ts';
import { connectFdBus } from '../../../../src/workers/platform/dbus/fd-bus.ts';

const never = (): boolean => false;
const call = { destination: 'a.b', path: '/', interface: 'a.b', member: 'Get' };

/** Encodes an answer to message `serial`. */
function encodeAnswer(
  type: number,
  serial: number,
  body: { signature: string; values: Value[]; error?: string },
): Buffer {
  const bytes = encodeBody(body.signature, body.values);
  const fields: Value[] = [
    [5, { signature: 'u', value: serial }],
    [8, { signature: 'g', value: body.signature }],
  ];
  if (body.error !== undefined) fields.push([4, { signature: 's', value: body.error }]);
  const header = encodeBody('yyyyuua(yv)', [0x6c, type, 0, 1, bytes.length, 99, fields]);
  return Buffer.concat([header, Buffer.alloc((8 - (header.length % 8)) % 8), bytes]);
}

/** A bus that greets, answers Hello and leaves the rest to `answer`. */
async function startBus(options: { greeting?: string; answer?: (header: Header, socket: Socket) => void }) {
  const folder = mkdtempSync(join(tmpdir(), 'fd-bus-'));
  const received: string[] = [];
  const server = createServer((socket) => {
    let text = Buffer.alloc(0);
    let isOpen = false;
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      text = Buffer.concat([text, chunk]);
      if (!isOpen && text.includes('NEGOTIATE_UNIX_FD\r\n')) {
        socket.write(options.greeting ?? 'OK 0123\r\nAGREE_UNIX_FD\r\n');
        text = Buffer.alloc(0);
        isOpen = true;
      }
      const begin = text.indexOf('BEGIN\r\n');
      if (begin >= 0) text = text.subarray(begin + 7);
      for (let header = readHeader(text); header; header = readHeader(text)) {
        text = text.subarray(header.end);
        received.push(header.member ?? '');
        if (header.member === 'Hello') {
          socket.write(encodeAnswer(MESSAGE_TYPE.reply, header.serial, { signature: 's', values: [':1.1'] }));
        } else options.answer?.(header, socket);
      }
    });
  });
  const path = join(folder, 'bus');
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  return { address: `unix:path=${path},guid=00`, received };
}

test('gives the values of an answer, past what was not asked for', async () => {
  const { address, received } = await startBus({
    answer: ({ serial }, socket) => {
      socket.write(encodeAnswer(MESSAGE_TYPE.reply, serial + 50, { signature: 's', values: ['other'] }));
      socket.write(encodeAnswer(MESSAGE_TYPE.reply, serial, { signature: 'su', values: ['x', 7] }));
    },
  });
  const bus = await connectFdBus(address, -1, never);
  expect(await bus.call(call, never)).toEqual({ body: ['x', 7], fds: [] });
  expect(received).toEqual(['Hello', 'Get']);
  bus.close();
});

test.each([
  ['org.freedesktop.DBus.Error.ServiceUnknown', 'unsupported'],
  ['org.freedesktop.DBus.Error.UnknownObject', 'unsupported'],
  ['org.kde.Error', 'failed'],
])('turns the error %s into %s', async (error, code) => {
  const { address } = await startBus({
    answer: ({ serial }, socket) => {
      socket.write(encodeAnswer(MESSAGE_TYPE.error, serial, { signature: 's', values: ['why'], error }));
    },
  });
  const bus = await connectFdBus(address, -1, never);
  await expect(bus.call(call, never)).rejects.toMatchObject({ code, message: `a.b.Get failed: ${error} why.` });
  bus.close();
});

test('ends a wait that is stopped', async () => {
  let isStopped = false;
  const { address } = await startBus({
    answer: () => {
      isStopped = true;
    },
  });
  const bus = await connectFdBus(address, -1, never);
  await expect(bus.call(call, () => isStopped)).rejects.toMatchObject({ code: 'aborted' });
  bus.close();
});

test('says when the bus refuses the user', async () => {
  const { address } = await startBus({ greeting: 'REJECTED EXTERNAL\r\nERROR\r\n' });
  await expect(connectFdBus(address, -1, never)).rejects.toMatchObject({
    code: 'failed',
    message: expect.stringContaining('REJECTED'),
  });
});

test.each(['tcp:host=localhost', '', 'unix:tmpdir=/tmp'])('refuses the address "%s"', async (address) => {
  await expect(connectFdBus(address, -1, never)).rejects.toMatchObject({ code: 'unsupported' });
});

test('fails when there is no bus', async () => {
  await expect(connectFdBus('unix:path=/nowhere/bus', -1, never)).rejects.toMatchObject({ code: 'not_found' });
});
