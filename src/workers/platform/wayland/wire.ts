/**
 * The Wayland wire format: messages and their arguments (wayland 1.23, "Wire Format"). Pure.
 *
 * A message is the id of an object, then its size and opcode in one word, then arguments in words of 32 bits of the
 * machine's own order. Descriptors travel beside the bytes.
 */
import { DesktopError } from '../../../base/errors.ts';

/** Type of an argument as the tables of interfaces.ts write it; after a blank stands the interface of an object. */
export type ArgumentType =
  | 'int'
  | 'uint'
  | 'fixed'
  | 'string'
  | '?string'
  | 'array'
  | 'fd'
  | `${'new' | 'object' | '?object'} ${string}`;

/** An argument as it is sent: objects by id, and undefined for "none". */
export type WireValue = number | string | Uint8Array | undefined;

/** One message; `body` holds its arguments. */
export interface WireMessage {
  id: number;
  opcode: number;
  body: Buffer;
}

const HEADER_BYTES = 8;
/** libwayland takes no larger message (wayland-private.h, WL_MAX_MESSAGE_SIZE). */
const MESSAGE_BYTES_MAX = 4096;
/** `fixed` counts in 256ths. */
const FIXED = 256;

/** Encodes a message; the `fd` arguments are left to the caller. Fails with `invalid_params` when it is too long. */
export function encodeMessage(id: number, opcode: number, values: readonly [ArgumentType, WireValue][]): Buffer {
  const parts = values.map(([type, value]) => encodeArgument(type, value));
  const size = parts.reduce((sum, part) => sum + part.length, HEADER_BYTES);
  if (size > MESSAGE_BYTES_MAX) {
    throw new DesktopError(
      'invalid_params',
      `A Wayland message of ${size} bytes is too long.`,
      'Send less text in it.',
    );
  }
  return Buffer.concat([word(id), word(size * 0x10000 + opcode), ...parts]);
}

function encodeArgument(type: ArgumentType, value: WireValue): Buffer {
  switch (type) {
    case 'fd':
      return Buffer.alloc(0);
    case 'string':
    case '?string':
      return value === undefined ? word(0) : counted(Buffer.from(`${String(value)}\0`));
    case 'array':
      return counted(value instanceof Uint8Array ? value : Buffer.alloc(0));
    case 'fixed':
      return word(Math.round(Number(value) * FIXED));
    case 'int':
    case 'uint':
    default:
      return word(Number(value ?? 0));
  }
}

/** A number modulo 2^32: negative ones become their two's complement. */
function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

function counted(data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(4 + padded(data.length));
  bytes.writeUInt32LE(data.length);
  bytes.set(data, 4);
  return bytes;
}

function padded(length: number): number {
  return (length + 3) & ~3;
}

/** Takes the whole messages off the front of `bytes`; `rest` waits for more. Fails with `failed` when it is not Wayland. */
export function splitWireMessages(bytes: Buffer): { messages: WireMessage[]; rest: Buffer } {
  const messages: WireMessage[] = [];
  let at = 0;
  while (bytes.length - at >= HEADER_BYTES) {
    const size = bytes.readUInt16LE(at + 6);
    if (size < HEADER_BYTES) throw brokenMessage();
    if (bytes.length - at < size) break;
    const body = bytes.subarray(at + HEADER_BYTES, at + size);
    messages.push({ id: bytes.readUInt32LE(at), opcode: bytes.readUInt16LE(at + 4), body });
    at += size;
  }
  return { messages, rest: bytes.subarray(at) };
}

/** Decodes the arguments of a message; `takeFd` gives the next descriptor. Fails with `failed` when they do not fit. */
export function decodeArguments(
  body: Buffer,
  types: readonly ArgumentType[],
  takeFd: () => number | undefined,
): WireValue[] {
  let at = 0;
  const next = (length: number): number => {
    if (at + length > body.length) throw brokenMessage();
    at += length;
    return at - length;
  };
  const block = (): Buffer => {
    const length = body.readUInt32LE(next(4));
    const start = next(padded(length));
    return body.subarray(start, start + length);
  };
  return types.map((type) => {
    switch (type) {
      case 'fd':
        return takeFd();
      case 'string':
      case '?string': {
        const chars = block();
        return chars.length === 0 ? undefined : chars.toString('utf8', 0, chars.length - 1);
      }
      case 'array':
        return Buffer.from(block());
      case 'int':
        return body.readInt32LE(next(4));
      case 'fixed':
        return body.readInt32LE(next(4)) / FIXED;
      case 'uint':
      default:
        return body.readUInt32LE(next(4));
    }
  });
}

function brokenMessage(): DesktopError {
  return new DesktopError('failed', 'The compositor sent a broken message.', 'Repeat the call; it connects anew.');
}
