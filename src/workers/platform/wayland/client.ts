/**
 * A Wayland client: objects, requests and events over our own socket, with descriptors. Events arrive through the thread's event
 * loop. The meaning of an interface is left to its user.
 */
import { DesktopError } from '../../../base/errors.ts';
import { close } from '../linux/descriptors.ts';
import { connectUnix, type FdSocket } from '../linux/fd-socket.ts';
import {
  INTERFACES,
  type InterfaceName,
  type Listeners,
  type Made,
  type RequestArguments,
  type RequestName,
  type WaylandObject,
} from './interfaces.ts';
import { createObjects, type Objects } from './objects.ts';
import { splitWireMessages } from './wire.ts';

/** What the compositor offers: an interface, under a number of its own. */
export interface Global {
  name: number;
  interface: string;
  version: number;
}

export interface Wayland {
  /** What the compositor offers now. */
  globals(): Global[];
  /** Binds the first global of an interface, in the highest version that both sides know; undefined when there is none. */
  bind<Name extends InterfaceName>(name: Name): WaylandObject<Name> | undefined;
  /**
   * Sends a request; the object that it makes is returned. Descriptors stay the caller's. Fails with `failed` when the
   * connection is over.
   */
  request<Name extends InterfaceName, Request extends RequestName<Name>>(
    object: WaylandObject<Name>,
    request: Request,
    ...args: RequestArguments<Name, Request>
  ): Made<Name, Request>;
  /** Hears events of an object from now on; none is missed when it is called in the turn that made the object. */
  listen<Name extends InterfaceName>(object: WaylandObject<Name>, listeners: Listeners<Name>): void;
  /**
   * Waits until the compositor has handled every request and its events have been delivered. Fails with `timeout` after 2 s, and
   * with `failed` when the connection ends; a protocol error gives the compositor's message.
   */
  roundTrip(): Promise<void>;
  /** Calls when the connection ends by itself. */
  onEnd(listener: (error: DesktopError) => void): void;
  /** Safe to repeat. The compositor drops every object of the connection. */
  close(): void;
}

const ANSWER_TIMEOUT_MS = 2_000;

/** Connects to the compositor at a socket and learns its globals; the caller closes it. Fails with `not_found`. */
export async function connectWayland(path: string): Promise<Wayland> {
  // No wake-up descriptor: it waits in C only while the compositor does not read, and then 2 s at most.
  const wayland = openWayland(connectUnix(path, -1));
  try {
    await wayland.roundTrip();
    return wayland;
  } catch (error) {
    wayland.close();
    throw error;
  }
}

/** Speaks Wayland over a connected socket, which it closes in the end. The globals are known after one round trip. */
export function openWayland(socket: FdSocket): Wayland {
  const objects = createObjects();
  const globals = new Map<number, Global>();
  const link = createLink(socket, objects);
  const request: Wayland['request'] = (object, name, ...args) => {
    const { bytes, fds, made } = objects.encode(object, name, args);
    link.send(bytes, fds);
    return made as Made<typeof object.interface, typeof name>; // the table says what it makes
  };
  const display = objects.make('wl_display', 1);
  objects.listen(display, {
    delete_id: objects.release,
    error: (id, code, message) => link.end(protocolError(objects.get(id), { id, code, message })),
  });
  const registry = request(display, 'get_registry');
  objects.listen(registry, {
    global: (name, interfaceName, version) => void globals.set(name, { name, interface: interfaceName, version }),
    global_remove: (name) => void globals.delete(name),
  });
  return {
    globals: () => [...globals.values()],
    bind: (name) => {
      const global = [...globals.values()].find((each) => each.interface === name);
      if (!global) return undefined;
      const object = objects.make(name, Math.min(global.version, INTERFACES[name].version));
      request(registry, 'bind', global.name, name, object.version, object.id);
      return object;
    },
    request,
    listen: objects.listen,
    roundTrip: () => link.wait((done) => objects.listen(request(display, 'sync'), { done: () => done() })),
    onEnd: link.onEnd,
    close: link.close,
  };
}

interface Link {
  /** Fails with the reason once the connection is over. */
  send(bytes: Buffer, fds: number[]): void;
  /** Waits until `done` is called. Fails with `timeout`, or when the connection ends. */
  wait(start: (done: () => void) => void): Promise<void>;
  /** Ends the connection and hands the reason to the listeners. */
  end(error: DesktopError): void;
  onEnd(listener: (error: DesktopError) => void): void;
  close(): void;
}

/** Sends and receives until the end of the connection, and keeps its reason. */
function createLink(socket: FdSocket, objects: Objects): Link {
  const waits = createWaits();
  const listeners = new Set<(error: DesktopError) => void>();
  const incoming = createIncoming(socket, objects);
  let ended: DesktopError | undefined;
  let stopListening = (): void => undefined;
  const isOpen = (): boolean => ended === undefined;
  const shut = (error: DesktopError): void => {
    ended = error;
    stopListening();
    socket.close();
    incoming.drop();
    waits.fail(error);
  };
  const end = (error: DesktopError): void => {
    if (!isOpen()) return;
    shut(error);
    for (const listener of listeners) listener(error);
  };
  const catchUp = (): void => {
    try {
      while (isOpen() && incoming.read()) continue;
    } catch (error) {
      if (!(error instanceof DesktopError)) throw error;
      end(error);
    }
  };
  const listen = (): void => {
    stopListening = socket.whenReadable(() => {
      catchUp();
      if (isOpen()) listen();
    });
  };
  listen();
  return {
    send: (bytes, fds) => {
      if (ended) throw ended;
      try {
        socket.send(bytes, fds);
      } catch (error) {
        catchUp(); // the compositor may have said why it closed
        throw ended ?? error;
      }
    },
    wait: waits.wait,
    end,
    onEnd: (listener) => void listeners.add(listener),
    close: () => {
      if (isOpen()) shut(new DesktopError('failed', 'The Wayland connection is closed.', 'Repeat the call.'));
    },
  };
}

/** Waits for answers, until a time limit or the end of the connection. */
function createWaits(): Pick<Link, 'wait'> & { fail(error: DesktopError): void } {
  const waiting = new Set<(error: DesktopError) => void>();
  return {
    wait: (start) =>
      new Promise((resolve, reject) => {
        const settle = (finish: () => void): void => {
          clearTimeout(timer);
          waiting.delete(fail);
          finish();
        };
        const fail = (error: DesktopError): void => settle(() => reject(error));
        const timer = setTimeout(() => fail(slowCompositor()), ANSWER_TIMEOUT_MS);
        waiting.add(fail);
        try {
          start(() => settle(resolve));
        } catch (error) {
          settle(() => reject(error));
        }
      }),
    fail: (error) => {
      for (const reject of waiting) reject(error);
    },
  };
}

/** Joins what arrives to messages, and keeps descriptors until their message is read. */
function createIncoming(socket: FdSocket, objects: Objects) {
  const fds: number[] = [];
  let unread: Buffer = Buffer.alloc(0);
  return {
    /** Reads without waiting; false when there is nothing. */
    read: (): boolean => {
      const received = socket.receive(0);
      fds.push(...received.fds);
      const { messages, rest } = splitWireMessages(Buffer.concat([unread, received.bytes]));
      unread = rest;
      for (const message of messages) objects.deliver(message, () => fds.shift());
      return received.bytes.length > 0;
    },
    drop: () => {
      for (const fd of fds.splice(0)) close(fd);
    },
  };
}

function protocolError(
  object: WaylandObject | undefined,
  { id, code, message }: { id: number; code: number; message: string },
): DesktopError {
  return new DesktopError(
    'failed',
    `The compositor ended the connection: ${object?.interface ?? 'an object'}@${id}, error ${code}: ${message}.`,
    'This is a defect of desktop-mcp, or of the compositor; repeating the call connects anew.',
  );
}

function slowCompositor(): DesktopError {
  return new DesktopError(
    'timeout',
    'The compositor did not answer in time.',
    'Look at the desktop, then repeat the call.',
  );
}
