/**
 * Encodes requests and decodes events of the ei protocol. Pure.
 *
 * A message is a header (u64 object, u32 length with the header, u32 opcode) and arguments, all little-endian; texts are
 * counted with their NUL and padded to four bytes; descriptors travel beside. Names and opcodes are those of
 * proto/protocol.xml of libei 1.3 (KWin 6.3) and 1.5 (KWin 6.7).
 */

const HEADER_BYTES = 16;

/** Requests by interface, in the order of their opcodes. */
const REQUESTS = {
  ei_handshake: ['handshake_version', 'finish', 'context_type', 'name', 'interface_version'],
  ei_connection: ['sync', 'disconnect'],
  ei_pingpong: ['done'],
  ei_seat: ['release', 'bind'],
  ei_device: ['release', 'start_emulating', 'stop_emulating', 'frame'],
  ei_pointer_absolute: ['release', 'motion_absolute'],
  ei_scroll: ['release', 'scroll', 'scroll_discrete', 'scroll_stop'],
  ei_button: ['release', 'button'],
  ei_keyboard: ['release', 'key'],
  ei_touchscreen: ['release', 'down', 'motion', 'up'],
} as const;

/** Events by interface, in the order of their opcodes. */
const EVENTS = {
  ei_handshake: ['handshake_version', 'interface_version', 'connection'],
  ei_connection: ['disconnected', 'seat', 'invalid_object', 'ping'],
  ei_callback: ['done'],
  ei_seat: ['destroyed', 'name', 'capability', 'done', 'device'],
  ei_device: ['destroyed', 'name', 'device_type', 'dimensions', 'region', 'interface', 'done', 'resumed', 'paused'],
  ei_keyboard: ['destroyed', 'keymap', 'key', 'modifiers'],
} as const;

export type Interface = keyof typeof REQUESTS;

/** "interface.request", such as "ei_seat.bind". */
export type Request = { [Name in Interface]: `${Name}.${(typeof REQUESTS)[Name][number]}` }[Interface];

/** Encodes one request to the object `id`; arguments are made by `u32`, `u64`, `f32` and `text`. */
export function encodeRequest(id: bigint, request: Request, ...args: Buffer[]): Buffer {
  const [name, member] = request.split('.');
  const members: readonly string[] = Object.entries(REQUESTS).find((entry) => entry[0] === name)?.[1] ?? [];
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeBigUInt64LE(id, 0);
  header.writeUInt32LE(
    args.reduce((length, arg) => length + arg.length, HEADER_BYTES),
    8,
  );
  header.writeUInt32LE(members.indexOf(member ?? ''), 12);
  return Buffer.concat([header, ...args]);
}

/** An unsigned 32-bit argument, little-endian. */
export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** A signed 32-bit argument, little-endian. */
export function i32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

/** An unsigned 64-bit argument, little-endian. */
export function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}

/** A 32-bit float argument, little-endian. */
export function f32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}

/** A string argument: length with its zero byte, padded to 4 bytes. */
export function text(value: string): Buffer {
  const chars = Buffer.from(`${value}\0`);
  const bytes = Buffer.alloc(4 + ((chars.length + 3) & ~3));
  bytes.writeUInt32LE(chars.length);
  chars.copy(bytes, 4);
  return bytes;
}

/** Reads the arguments of an event in order. Fails with a RangeError when the message is too short. */
export interface Arguments {
  u32(): number;
  i32(): number;
  u64(): bigint;
  f32(): number;
  text(): string;
}

/** One event: its object, its opcode (see `eventName`) and its arguments. */
export interface Message {
  id: bigint;
  opcode: number;
  args: Arguments;
}

/** The name of an event, or undefined for an unknown one. */
export function eventName(interfaceName: string, opcode: number): string | undefined {
  const members: readonly string[] = Object.entries(EVENTS).find((entry) => entry[0] === interfaceName)?.[1] ?? [];
  return members[opcode];
}

/** Splits bytes into complete messages; `rest` is the beginning of the next one. */
export function splitMessages(bytes: Buffer): { messages: Message[]; rest: Buffer } {
  const messages: Message[] = [];
  let at = 0;
  while (bytes.length - at >= HEADER_BYTES) {
    const length = Math.max(HEADER_BYTES, bytes.readUInt32LE(at + 8));
    if (bytes.length - at < length) break;
    const args = createArguments(bytes.subarray(at + HEADER_BYTES, at + length));
    messages.push({ id: bytes.readBigUInt64LE(at), opcode: bytes.readUInt32LE(at + 12), args });
    at += length;
  }
  return { messages, rest: bytes.subarray(at) };
}

function createArguments(bytes: Buffer): Arguments {
  let at = 0;
  const next = (length: number): number => {
    at += length;
    return at - length;
  };
  return {
    u32: () => bytes.readUInt32LE(next(4)),
    i32: () => bytes.readInt32LE(next(4)),
    u64: () => bytes.readBigUInt64LE(next(8)),
    f32: () => bytes.readFloatLE(next(4)),
    text: () => {
      const length = bytes.readUInt32LE(next(4));
      const start = next((length + 3) & ~3);
      return bytes.toString('utf8', start, start + Math.max(0, length - 1));
    },
  };
}
