/**
 * A D-Bus client for many small calls: templates instead of encoding, one write a tick, callbacks by serial.
 * It sends calls and hears signals; it offers no objects of its own and passes no file descriptors.
 */
import { type Body, type BusFailure, createCalls, type OnReply, type Request } from './bus-calls.ts';
import { connectToBus } from './bus-connect.ts';
import {
  BODY_LENGTH_AT,
  decodeBody,
  encodeBody,
  FIELD,
  FIELDS_LENGTH_AT,
  FIXED_HEADER_BYTES,
  type Header,
  MESSAGE_TYPE,
  messageLength,
  type RawBuffer,
  readHeader,
  TO_DAEMON,
  type Value,
  viewOf,
} from './bus-message.ts';
import { createTemplate, type ObjectAddress } from './bus-template.ts';

/** A signal of the bus. `args` decodes its arguments anew each time, and only while the listener runs. */
export interface BusSignal {
  sender: string;
  path: string;
  interface: string;
  member: string;
  args: () => Value[];
}

/** What a subscription wants to hear; a part that is left out matches everything. */
export interface MatchRule {
  sender?: string;
  interface?: string;
  member?: string;
  path?: string;
}

/** A connection to a message bus. */
export interface Bus {
  /** Our unique name. */
  readonly name: string;
  /** Resolves with the reason when the connection is gone. */
  readonly lost: Promise<string>;
  /** Sends a call; `onReply` runs once, never before `send` returns. */
  send(request: Request, onReply: OnReply): void;
  /** Sends a call and parses its reply. Fails with BusCallError; the signal ends the wait at once. */
  call<T>(request: Request, parse: (body: Body) => T): Promise<T>;
  /** Hears signals that match, until the returned function is called. */
  subscribe(rule: MatchRule, listener: (signal: BusSignal) => void): Promise<() => void>;
  /** True while a program has let a call time out and has said nothing since. */
  isSilent(name: string): boolean;
  close(): void;
}

/** A call that ended without result; `failure` is `timeout`, `lost`, `aborted`, `malformed`, or the name of the D-Bus error. */
export class BusCallError extends Error {
  readonly failure: string;

  constructor(failure: BusFailure) {
    super(failure.message || failure.name);
    this.name = 'BusCallError';
    this.failure = failure.name;
  }
}

/** The message daemon itself. */
export const DAEMON: ObjectAddress = { bus: TO_DAEMON.destination, path: TO_DAEMON.path };
const HELLO = createTemplate({ interface: DAEMON.bus, member: 'Hello' });
const ADD_MATCH = createTemplate({ interface: DAEMON.bus, member: 'AddMatch', signature: 's' });
const REMOVE_MATCH = createTemplate({ interface: DAEMON.bus, member: 'RemoveMatch', signature: 's' });

interface Subscription {
  rule: MatchRule;
  listener: (signal: BusSignal) => void;
}

/** Connects to a bus and says hello. Fails with `failed` when it cannot be reached. The caller closes it. */
export async function openBus(address: string): Promise<Bus> {
  const transport = await connectToBus(address);
  const calls = createCalls(transport.write);
  const subscriptions = new Set<Subscription>();
  const lost = transport.closed.then((reason) => {
    calls.lose(reason);
    return reason;
  });
  transport.onData = createReceiver({
    onReply: (serial, failure, body) => calls.settle(serial, failure, body),
    onOther: (header, buffer) => {
      if (header.sender) calls.heard(header.sender);
      if (header.type === MESSAGE_TYPE.signal) publish(subscriptions, header, buffer);
    },
    onGarbage: () => transport.close(),
  });
  const call = <T>(request: Request, parse: (body: Body) => T): Promise<T> => callOnce(calls.send, request, parse);
  const subscribe = async (rule: MatchRule, listener: Subscription['listener']): Promise<() => void> => {
    const body = encodeBody('s', [matchText(rule)]);
    const subscription = { rule, listener };
    subscriptions.add(subscription);
    try {
      await call({ template: ADD_MATCH, address: DAEMON, body }, () => undefined);
    } catch (error) {
      subscriptions.delete(subscription);
      throw error;
    }
    return () => {
      if (!subscriptions.delete(subscription)) return;
      calls.send({ template: REMOVE_MATCH, address: DAEMON, body }, () => undefined);
    };
  };
  const hello = call({ template: HELLO, address: DAEMON }, (body) => readString(body, body.start));
  const name = await hello.catch((error: unknown) => {
    transport.close();
    throw error;
  });
  return { name, lost, send: calls.send, call, subscribe, isSilent: calls.isSilent, close: transport.close };
}

/** The result of a call, or undefined when the other side answered with an error (or, if so asked, not in time). */
export async function answerOf<T>(answer: Promise<T>, { orTimeout = false } = {}): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    const isNone =
      error instanceof BusCallError && (!isFatal(error.failure) || (orTimeout && error.failure === 'timeout'));
    if (isNone) return undefined;
    throw error;
  }
}

/** True for what ends a call without an answer of the other side. */
export function isFatal(failure: string): boolean {
  return failure === 'timeout' || failure === 'lost' || failure === 'aborted';
}

/** Reads a string at an offset that is aligned already. */
export function readString({ buffer, view }: Body, at: number): string {
  return buffer.toString('utf8', at + 4, at + 4 + view.getUint32(at, true));
}

function callOnce<T>(
  send: (request: Request, onReply: OnReply) => void,
  request: Request,
  parse: (body: Body) => T,
): Promise<T> {
  const { signal } = request;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(new BusCallError({ name: 'aborted', message: '' }));
    if (signal?.aborted) {
      onAbort();
      return;
    }
    signal?.addEventListener('abort', onAbort, { once: true });
    send(request, (failure, body) => {
      signal?.removeEventListener('abort', onAbort);
      if (failure) reject(new BusCallError(failure));
      else
        try {
          resolve(parse(body));
        } catch (error) {
          reject(error);
        }
    });
  });
}

function matchText(rule: MatchRule): string {
  return ["type='signal'", ...Object.entries(rule).map(([key, value]) => `${key}='${value}'`)].join(',');
}

function publish(subscriptions: Set<Subscription>, header: Header, buffer: Buffer): void {
  const { sender = '', path = '', interface: name = '', member = '' } = header;
  const args = (): Value[] => decodeBody(header.signature, buffer, header.bodyStart);
  for (const { rule, listener } of subscriptions) {
    if (rule.interface !== undefined && rule.interface !== name) continue;
    if (rule.member !== undefined && rule.member !== member) continue;
    if (rule.path !== undefined && rule.path !== path) continue;
    if (rule.sender !== undefined && rule.sender !== sender) continue;
    listener({ sender, path, interface: name, member, args });
  }
}

interface Receiver {
  onReply: (serial: number, failure: BusFailure | undefined, body: Body) => boolean;
  onOther: (header: Header, buffer: Buffer) => void;
  /** What arrives is no D-Bus message; nothing after it can be understood. */
  onGarbage: () => void;
}

/** What came in one piece, and its numbers. */
interface Piece {
  buffer: Buffer;
  view: DataView;
}

/** Cuts the stream into messages. Replies take a short way that reads two fields of the header. */
function createReceiver(receiver: Receiver): (bytes: Buffer) => void {
  let rest: Buffer | undefined;
  return (bytes) => {
    const buffer = rest ? Buffer.concat([rest, bytes]) : bytes;
    const piece = { buffer, view: viewOf(buffer) };
    rest = undefined;
    let at = 0;
    try {
      for (;;) {
        const length = messageLength(piece.view, at);
        if (length === undefined || at + length > buffer.length) break;
        receive(receiver, piece, at);
        at += length;
      }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      receiver.onGarbage();
      return;
    }
    if (at < buffer.length) rest = Buffer.from(buffer.subarray(at));
  };
}

function receive(receiver: Receiver, piece: Piece, at: number): void {
  const { buffer, view } = piece;
  const type = view.getUint8(at + 1);
  if (type !== MESSAGE_TYPE.reply && type !== MESSAGE_TYPE.error) {
    const header = readHeader(buffer, at);
    if (header) receiver.onOther(header, buffer);
    return;
  }
  const fieldsLength = view.getUint32(at + FIELDS_LENGTH_AT, true);
  const start = at + ((FIXED_HEADER_BYTES + fieldsLength + 7) & ~7);
  const { serial, errorName, signature } = replyFields(piece, at, at + FIXED_HEADER_BYTES + fieldsLength);
  const body = { buffer, view, start, end: start + view.getUint32(at + BODY_LENGTH_AT, true), signature };
  const failure =
    type === MESSAGE_TYPE.error
      ? { name: errorName, message: signature.startsWith('s') ? readString(body, start) : '' }
      : undefined;
  if (receiver.onReply(serial, failure, body)) return;
  const header = readHeader(buffer, at);
  if (header) receiver.onOther(header, buffer);
}

interface ReplyFields {
  serial: number;
  errorName: string;
  signature: string;
}

/** Types of fields: a signature, a number. */
const [SIGNATURE, UINT] = [0x67, 0x75];

/** Reads the serial, the error's name and the signature out of the header fields. */
function replyFields({ buffer, view }: Piece, start: number, end: number): ReplyFields {
  const fields = { serial: 0, errorName: '', signature: '' };
  for (let at = start + FIXED_HEADER_BYTES; at < end; ) {
    at += (8 - ((at - start) & 7)) & 7;
    const code = view.getUint8(at);
    const type = view.getUint8(at + 2);
    at += 4;
    if (type === SIGNATURE) {
      fields.signature = signatureAt({ buffer, view }, at);
      at += view.getUint8(at) + 2;
    } else {
      const value = view.getUint32(at, true);
      at += 4;
      if (code === FIELD.replySerial) fields.serial = value;
      if (type === UINT) continue;
      if (code === FIELD.errorName) fields.errorName = buffer.toString('latin1', at, at + value);
      at += value + 1;
    }
  }
  return fields;
}

/** Signatures of at most three characters, by these with their length before them as one number. */
const shortSignatures = new Map<number, string>();

function signatureAt({ buffer, view }: Piece, at: number): string {
  const length = view.getUint8(at);
  if (length > 3) return (buffer as RawBuffer).latin1Slice(at + 1, at + 1 + length);
  // The header is filled up to a multiple of 8.
  const key = view.getUint32(at, true) & (0xffffffff >>> (24 - 8 * length));
  const known = shortSignatures.get(key) ?? buffer.toString('latin1', at + 1, at + 1 + length);
  shortSignatures.set(key, known);
  return known;
}
