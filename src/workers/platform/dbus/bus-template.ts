/**
 * Method calls encoded in advance: all of a message but serial, destination and path. A read of one window sends some
 * hundred calls that differ in these only; writing a template costs a copy and two short strings.
 */
import {
  BODY_LENGTH_AT,
  BYTE_ORDER,
  encodeBody,
  FIELD,
  FIELDS_LENGTH_AT,
  FIXED_HEADER_BYTES,
  MESSAGE_TYPE,
  type RawBuffer,
  SERIAL_AT,
  type Value,
} from './bus-message.ts';

/** A call without serial, destination and path. */
export interface Template {
  prefix: Buffer;
  body: Buffer;
  reply: string | undefined;
}

/** What a template is made of; `args` are its arguments when they are always the same. */
export interface TemplateCall {
  interface: string;
  member: string;
  signature?: string;
  args?: readonly Value[];
  /** Signature of the reply; one of another signature is a failure of the call. Without it every reply is taken. */
  reply?: string;
}

/** An object of a program on the bus. */
export interface ObjectAddress {
  /** Unique or well-known name on the bus; ASCII. */
  bus: string;
  path: string;
}

/** Two headers of string fields (4 + 4), terminators and padding at most. */
const SPARE_BYTES = 40;

/** Encodes a call once for all. Fails with a TypeError when `args` do not fit the signature. */
export function createTemplate(call: TemplateCall): Template {
  const fields: Value[] = [
    [FIELD.interface, { signature: 's', value: call.interface }],
    [FIELD.member, { signature: 's', value: call.member }],
  ];
  if (call.signature) fields.push([FIELD.signature, { signature: 'g', value: call.signature }]);
  const header = encodeBody('yyyyuua(yv)', [BYTE_ORDER, MESSAGE_TYPE.call, 0, 1, 0, 0, fields]);
  const prefix = Buffer.alloc(Math.ceil(header.length / 8) * 8);
  header.copy(prefix);
  const body = call.args ? encodeBody(call.signature ?? '', call.args) : Buffer.alloc(0);
  return { prefix, body, reply: call.reply };
}

/** Most bytes that `writeCall` needs for this call. */
export function callSizeBytes(template: Template, address: ObjectAddress, body = template.body): number {
  return template.prefix.length + address.bus.length + address.path.length + body.length + SPARE_BYTES;
}

/** Where a call is written; `view` is that of the buffer. */
export interface Destination {
  buffer: Buffer;
  view: DataView;
  offset: number;
}

/** One call to write; without `body` the one of the template. */
export interface OutgoingCall {
  template: Template;
  address: ObjectAddress;
  serial: number;
  body?: Buffer | undefined;
}

/** Writes a whole message and returns the offset after it. */
export function writeCall(
  { buffer, view, offset }: Destination,
  { template, address, serial, body }: OutgoingCall,
): number {
  const { prefix } = template;
  const args = body ?? template.body;
  buffer.set(prefix, offset);
  view.setUint32(offset + BODY_LENGTH_AT, args.length, true);
  view.setUint32(offset + SERIAL_AT, serial, true);
  let at = writeField({ buffer, view, offset: offset + prefix.length }, DESTINATION, address.bus);
  while ((at - offset) & 7) buffer[at++] = 0;
  at = writeField({ buffer, view, offset: at }, PATH, address.path);
  view.setUint32(offset + FIELDS_LENGTH_AT, at - offset - FIXED_HEADER_BYTES, true);
  while ((at - offset) & 7) buffer[at++] = 0;
  if (args.length > 0) buffer.set(args, at);
  return at + args.length;
}

/** What the fields begin with: their code, and a signature of one character with its length before it. */
const DESTINATION = FIELD.destination | (1 << 8) | (0x73 << 16);
const PATH = FIELD.path | (1 << 8) | (0x6f << 16);

function writeField({ buffer, view, offset }: Destination, start: number, text: string): number {
  const { length } = text;
  view.setUint32(offset, start, true);
  view.setUint32(offset + 4, length, true);
  (buffer as RawBuffer).latin1Write(text, offset + 8, length);
  buffer[offset + 8 + length] = 0;
  return offset + 9 + length;
}
