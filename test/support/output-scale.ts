/**
 * Changes the scale of a session's output while it runs, as System Settings does: through kde_output_management_v2
 * (kde-output-management-v2.xml of plasma-wayland-protocols 1.16). No assertions here.
 */
import { readdirSync } from 'node:fs';
import net from 'node:net';

const DISPLAY = 1;
const REGISTRY = 2;
const CALLBACK = 3;
const MANAGEMENT = 4;
const DEVICE = 5;
const CONFIGURATION = 6;

/** Sets the scale of the only output of a virtual session; resolves when KWin has applied it. */
export async function setScale(folder: string, scale: number): Promise<void> {
  const display = readdirSync(`${folder}/run`).find((name) => /^wayland-[^.]*$/.test(name));
  const socket = net.connect(`${folder}/run/${display}`);
  const globals = new Map<string, number>();
  const bind = (name: string, id: number): Buffer => {
    const global = globals.get(name);
    if (global === undefined) throw new Error(`KWin has no ${name}`);
    return request(REGISTRY, 0, uint(global), text(name), uint(1), uint(id));
  };
  try {
    socket.write(Buffer.concat([request(DISPLAY, 1, uint(REGISTRY)), request(DISPLAY, 0, uint(CALLBACK))]));
    for await (const { object, opcode, body } of readEvents(socket)) {
      if (object === DISPLAY && opcode === 0) throw new Error(`Wayland error: ${body.toString('latin1')}`);
      if (object === REGISTRY && opcode === 0) {
        globals.set(body.toString('utf8', 8, 7 + body.readUInt32LE(4)), body.readUInt32LE(0));
      }
      if (object === CALLBACK) {
        socket.write(bind('kde_output_management_v2', MANAGEMENT));
        socket.write(bind('kde_output_device_v2', DEVICE));
        socket.write(request(MANAGEMENT, 0, uint(CONFIGURATION)));
        socket.write(request(CONFIGURATION, 4, uint(DEVICE), uint(Math.round(scale * 256))));
        socket.write(request(CONFIGURATION, 5));
      }
      if (object !== CONFIGURATION) continue;
      if (opcode === 0) return;
      throw new Error('KWin does not take this scale');
    }
    throw new Error('KWin ended the connection');
  } finally {
    socket.destroy();
  }
}

interface Event {
  object: number;
  opcode: number;
  body: Buffer;
}

async function* readEvents(socket: net.Socket): AsyncGenerator<Event> {
  let bytes = Buffer.alloc(0);
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      const length = bytes.length >= 8 ? bytes.readUInt16LE(6) : Number.POSITIVE_INFINITY;
      if (bytes.length < length) break;
      yield { object: bytes.readUInt32LE(0), opcode: bytes.readUInt16LE(4), body: bytes.subarray(8, length) };
      bytes = bytes.subarray(length);
    }
  }
}

function request(object: number, opcode: number, ...args: Buffer[]): Buffer {
  const body = Buffer.concat(args);
  const header = Buffer.alloc(8);
  header.writeUInt32LE(object, 0);
  header.writeUInt16LE(opcode, 4);
  header.writeUInt16LE(8 + body.length, 6);
  return Buffer.concat([header, body]);
}

function uint(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function text(value: string): Buffer {
  const chars = Buffer.from(`${value}\0`);
  return Buffer.concat([uint(chars.length), chars, Buffer.alloc(padded(chars.length) - chars.length)]);
}

function padded(length: number): number {
  return (length + 3) & ~3;
}
