/**
 * D-Bus messages as bytes: little-endian writing and reading after the D-Bus specification 0.43, pure.
 * Values: numbers for y b(boolean) n q i u d h, bigint for x t, strings for s o g, arrays for a and (), `[key, value]`
 * pairs for dictionaries, `Variant` for v. It checks what it reads against the buffer's end, not what it writes.
 */

/** A value that carries its own type. */
export interface Variant {
  signature: string;
  value: Value;
}

export type Value = number | bigint | string | boolean | readonly Value[] | Variant;

/** Address of the message bus itself. */
export const TO_DAEMON = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
} as const;

/** Message types of the D-Bus specification. */
export const MESSAGE_TYPE = { call: 1, reply: 2, error: 3, signal: 4 } as const;

/** A method call to encode. Without `flags` a reply is expected and the destination may be started. */
export interface Call {
  serial: number;
  destination: string;
  path: string;
  interface: string;
  member: string;
  signature?: string;
  body?: readonly Value[];
  flags?: number;
}

/** What the header of a message says; `bodyStart` and `end` are offsets into the buffer it was read from. */
export interface Header {
  type: number;
  flags: number;
  serial: number;
  path?: string;
  interface?: string;
  member?: string;
  errorName?: string;
  replySerial?: number;
  destination?: string;
  sender?: string;
  signature: string;
  /** File descriptors that came along. */
  unixFds: number;
  bodyStart: number;
  end: number;
}

/** First byte of a message: its byte order, little-endian. */
export const BYTE_ORDER = 0x6c;
/** Length of the header before its fields: order, type, flags, version, body length, serial, length of the fields. */
export const FIXED_HEADER_BYTES = 16;
/** Offsets of three of them. */
export const BODY_LENGTH_AT = 4;
export const SERIAL_AT = 8;
export const FIELDS_LENGTH_AT = 12;
/** Field codes of the header (specification, "Header Fields"). */
// biome-ignore format: a table reads better in one line
export const FIELD = { path: 1, interface: 2, member: 3, errorName: 4, replySerial: 5, destination: 6, sender: 7, signature: 8, unixFds: 9 } as const;
const NAMES = ['', 'path', 'interface', 'member', 'errorName', '', 'destination', 'sender'] as const;
const MAX_MESSAGE_BYTES = 128 * 1024 * 1024;

/** Encodes one method call as a whole message. */
export function encodeCall(call: Call): Buffer {
  const body = call.signature ? encodeBody(call.signature, call.body ?? []) : Buffer.alloc(0);
  const fields: Value[] = [
    [FIELD.path, { signature: 'o', value: call.path }],
    [FIELD.destination, { signature: 's', value: call.destination }],
    [FIELD.interface, { signature: 's', value: call.interface }],
    [FIELD.member, { signature: 's', value: call.member }],
  ];
  if (call.signature) fields.push([FIELD.signature, { signature: 'g', value: call.signature }]);
  const start = [BYTE_ORDER, MESSAGE_TYPE.call, call.flags ?? 0, 1, body.length, call.serial];
  const header = encodeBody('yyyyuua(yv)', [...start, fields]);
  return Buffer.concat([header, Buffer.alloc(padding(header.length, 8)), body]);
}

/** Encodes the arguments of a message. Fails with a TypeError when a value does not fit its type. */
export function encodeBody(signature: string, values: readonly Value[]): Buffer {
  const bytes: number[] = [];
  let at = 0;
  for (const value of values) {
    const end = typeEnd(signature, at);
    write(bytes, signature.slice(at, end), value);
    at = end;
  }
  if (at !== signature.length) throw new TypeError(`${values.length} values do not fill the signature ${signature}`);
  return Buffer.from(bytes);
}

/** Decodes the arguments of a message whose body starts at `start`. Fails with a RangeError when it is cut short. */
export function decodeBody(signature: string, buffer: Buffer, start = 0): Value[] {
  const reader = { buffer, start, at: start };
  const values: Value[] = [];
  for (let at = 0; at < signature.length; ) {
    const end = typeEnd(signature, at);
    values.push(read(reader, signature.slice(at, end)));
    at = end;
  }
  return values;
}

/** What `write` and `toString` of a buffer do behind their checks, which take three times as long (Node 20, not compiled). */
export type RawBuffer = Buffer & {
  latin1Write(text: string, start: number, length: number): number;
  latin1Slice(start: number, end: number): string;
  utf8Slice(start: number, end: number): string;
};

/** The numbers of a buffer: a method of it costs 0.2 to 0.6 µs where one of its view costs 0.02 (Node 20, not compiled). */
export function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Length of the message at `offset`, or undefined while its fixed header is not there yet. */
export function messageLength(view: DataView, offset: number): number | undefined {
  if (view.byteLength - offset < FIXED_HEADER_BYTES) return undefined;
  if (view.getUint8(offset) !== BYTE_ORDER) throw new RangeError('a D-Bus message that is not little-endian');
  const fieldsLength = view.getUint32(offset + FIELDS_LENGTH_AT, true);
  const length = alignUp(FIXED_HEADER_BYTES + fieldsLength, 8) + view.getUint32(offset + BODY_LENGTH_AT, true);
  if (length > MAX_MESSAGE_BYTES) throw new RangeError('a D-Bus message over 128 MiB');
  return length;
}

/** Reads the header of the message at `offset`, or gives undefined while the message is not there as a whole. */
export function readHeader(buffer: Buffer, offset = 0): Header | undefined {
  const length = messageLength(viewOf(buffer), offset);
  if (length === undefined || buffer.length - offset < length) return undefined;
  const fieldsLength = buffer.readUInt32LE(offset + FIELDS_LENGTH_AT);
  const header: Header = {
    type: buffer.readUInt8(offset + 1),
    flags: buffer.readUInt8(offset + 2),
    serial: buffer.readUInt32LE(offset + SERIAL_AT),
    signature: '',
    unixFds: 0,
    bodyStart: offset + alignUp(FIXED_HEADER_BYTES + fieldsLength, 8),
    end: offset + length,
  };
  const reader = { buffer, start: offset, at: offset + FIELDS_LENGTH_AT };
  for (const field of read(reader, 'a(yv)') as [number, Variant][]) setField(header, field[0], field[1].value);
  return header;
}

function setField(header: Header, code: number, value: Value): void {
  if (code === FIELD.replySerial) header.replySerial = Number(value);
  else if (code === FIELD.unixFds) header.unixFds = Number(value);
  else if (code === FIELD.signature) header.signature = asText(value);
  else {
    const name = NAMES[code];
    if (name) header[name] = asText(value);
  }
}

// biome-ignore format: a table reads better in one line
const ALIGNMENT: Record<string, number> = { y: 1, g: 1, v: 1, n: 2, q: 2, b: 4, i: 4, u: 4, h: 4, s: 4, o: 4, a: 4, x: 8, t: 8, d: 8, '(': 8, '{': 8 };

function alignUp(length: number, alignment: number): number {
  return Math.ceil(length / alignment) * alignment;
}

function padding(length: number, alignment: number): number {
  return alignUp(length, alignment) - length;
}

function alignmentOf(signature: string): number {
  const alignment = ALIGNMENT[signature.charAt(0)];
  if (alignment === undefined) throw new TypeError(`no D-Bus type starts with "${signature}"`);
  return alignment;
}

/** Offset after the single complete type that starts at `at`. */
function typeEnd(signature: string, at: number): number {
  const code = signature.charAt(at);
  if (code === 'a') return typeEnd(signature, at + 1);
  if (code !== '(' && code !== '{') return at + 1;
  let end = at + 1;
  while (signature.charAt(end) !== ')' && signature.charAt(end) !== '}') {
    if (end >= signature.length) throw new TypeError(`the signature ${signature} is not closed`);
    end = typeEnd(signature, end);
  }
  return end + 1;
}

/** The types inside a structure or a dictionary entry. */
function memberTypes(signature: string): string[] {
  const types: string[] = [];
  for (let at = 1; at < signature.length - 1; ) {
    const end = typeEnd(signature, at);
    types.push(signature.slice(at, end));
    at = end;
  }
  return types;
}

function write(bytes: number[], type: string, value: Value): void {
  for (let left = padding(bytes.length, alignmentOf(type)); left > 0; left--) bytes.push(0);
  const code = type.charAt(0);
  if (code === 'a') writeArray(bytes, type.slice(1), listOf(value));
  else if (code === '(' || code === '{') {
    const values = listOf(value);
    memberTypes(type).forEach((member, index) => {
      const part = values[index];
      if (part === undefined) throw new TypeError(`a value is missing for ${type}`);
      write(bytes, member, part);
    });
  } else if (code === 'v') {
    if (typeof value !== 'object' || !('signature' in value)) throw new TypeError('a variant needs its signature');
    write(bytes, 'g', value.signature);
    write(bytes, value.signature, value.value);
  } else writeBasic(bytes, code, value);
}

function listOf(value: Value): readonly Value[] {
  if (!Array.isArray(value)) throw new TypeError('an array was expected');
  return value;
}

function writeArray(bytes: number[], type: string, values: readonly Value[]): void {
  const lengthAt = bytes.length;
  bytes.push(0, 0, 0, 0);
  for (let left = padding(bytes.length, alignmentOf(type)); left > 0; left--) bytes.push(0);
  const start = bytes.length;
  for (const value of values) write(bytes, type, value);
  const length = bytes.length - start;
  for (let index = 0; index < 4; index++) bytes[lengthAt + index] = (length >>> (8 * index)) & 0xff;
}

function writeBasic(bytes: number[], code: string, value: Value): void {
  if (code === 's' || code === 'o' || code === 'g') {
    const text = Buffer.from(asText(value), 'utf8');
    if (text.includes(0)) throw new TypeError('a D-Bus string cannot hold a zero character');
    if (code === 'g') bytes.push(text.length);
    else writeNumber(bytes, 4, BigInt(text.length));
    for (const byte of text) bytes.push(byte);
    bytes.push(0);
  } else if (code === 'd') {
    const double = Buffer.alloc(8);
    double.writeDoubleLE(Number(value));
    bytes.push(...double);
  } else writeNumber(bytes, alignmentOf(code), BigInt(typeof value === 'bigint' ? value : Number(value)));
}

function writeNumber(bytes: number[], size: number, value: bigint): void {
  for (let index = 0; index < size; index++) bytes.push(Number((value >> BigInt(8 * index)) & 0xffn));
}

interface Reader {
  buffer: Buffer;
  /** Offset that alignment counts from. */
  start: number;
  at: number;
}

function align(reader: Reader, alignment: number): void {
  reader.at += padding(reader.at - reader.start, alignment);
}

function read(reader: Reader, type: string): Value {
  align(reader, alignmentOf(type));
  switch (type.charAt(0)) {
    case 'a':
      return readArray(reader, type.slice(1));
    case '(':
    case '{':
      return memberTypes(type).map((member) => read(reader, member));
    case 'v': {
      const signature = asText(read(reader, 'g'));
      return { signature, value: read(reader, signature) };
    }
    case 's':
    case 'o':
      return readText(reader, Number(read(reader, 'u')));
    case 'g':
      return readText(reader, Number(read(reader, 'y')));
    default:
      return readNumber(reader, type.charAt(0));
  }
}

function readArray(reader: Reader, type: string): Value[] {
  const length = Number(read(reader, 'u'));
  align(reader, alignmentOf(type));
  const end = reader.at + length;
  if (end > reader.buffer.length) throw new RangeError('a D-Bus array goes beyond its message');
  const values: Value[] = [];
  while (reader.at < end) values.push(read(reader, type));
  return values;
}

function readText(reader: Reader, length: number): string {
  const end = reader.at + length;
  if (end >= reader.buffer.length) throw new RangeError('a D-Bus string goes beyond its message');
  const text = reader.buffer.toString('utf8', reader.at, end);
  reader.at = end + 1;
  return text;
}

function readNumber(reader: Reader, code: string): Value {
  const { buffer, at } = reader;
  reader.at += alignmentOf(code);
  switch (code) {
    case 'y':
      return buffer.readUInt8(at);
    case 'b':
      return buffer.readUInt32LE(at) !== 0;
    case 'n':
      return buffer.readInt16LE(at);
    case 'q':
      return buffer.readUInt16LE(at);
    case 'i':
      return buffer.readInt32LE(at);
    case 'x':
      return buffer.readBigInt64LE(at);
    case 't':
      return buffer.readBigUInt64LE(at);
    case 'd':
      return buffer.readDoubleLE(at);
    default:
      return buffer.readUInt32LE(at);
  }
}

function asText(value: Value): string {
  if (typeof value !== 'string') throw new TypeError('a D-Bus string is expected here');
  return value;
}
