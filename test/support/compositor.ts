/** A stand-in for a compositor: speaks the wire protocol at the other end of a client's socket. No assertions here. */
import type { FdSocket } from '../../src/workers/platform/linux/fd-socket.ts';
import {
  type ArgumentType,
  decodeArguments,
  encodeMessage,
  splitWireMessages,
  type WireValue,
} from '../../src/workers/platform/wayland/wire.ts';

export interface ReceivedRequest {
  id: number;
  opcode: number;
  /** Descriptors that came by then. */
  fds: number[];
  read(...types: ArgumentType[]): WireValue[];
}

export interface Compositor {
  /** The next request; waits at most 2 s for it. */
  next(): ReceivedRequest;
  /** Sends an event of object `id`. */
  send(id: number, opcode: number, values?: [ArgumentType, WireValue][], fds?: number[]): void;
}

/** Speaks as a compositor through `socket`. */
export function playCompositor(socket: FdSocket): Compositor {
  const waiting: { id: number; opcode: number; body: Buffer; fds: number[] }[] = [];
  let unread: Buffer = Buffer.alloc(0);
  return {
    next: () => {
      while (waiting.length === 0) {
        const { bytes, fds } = socket.receive(2000);
        if (bytes.length === 0) throw new Error('no request came');
        const { messages, rest } = splitWireMessages(Buffer.concat([unread, bytes]));
        unread = rest;
        waiting.push(...messages.map((message) => ({ ...message, fds })));
      }
      const [request] = waiting.splice(0, 1);
      if (!request) throw new Error('no request came');
      const { id, opcode, body, fds } = request;
      return { id, opcode, fds, read: (...types) => decodeArguments(body, types, () => undefined) };
    },
    send: (id, opcode, values = [], fds = []) => socket.send(encodeMessage(id, opcode, values), fds),
  };
}
