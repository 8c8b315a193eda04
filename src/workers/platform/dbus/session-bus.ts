/** A D-Bus connection for everything but accessibility trees: dbus-next, with time limits and without proxies. */
import type { Message, MessageBus } from 'dbus-next';
import { abortedError, DesktopError, throwIfAborted } from '../../../base/errors.ts';
import { socketPath } from './bus-address.ts';
import { TO_DAEMON } from './bus-message.ts';

/** Time limit of a call that does not name one. */
const CALL_TIMEOUT_MS = 2000;

export interface BusCall {
  destination: string;
  path: string;
  interface: string;
  member: string;
  /** D-Bus signature of `body`; without it there are no arguments. */
  signature?: string;
  body?: unknown[];
  timeoutMs?: number;
}

/** A method call that arrived for us. */
export interface ReceivedCall {
  sender: string;
  path: string;
  interface: string;
  member: string;
  body: unknown[];
}

export interface SessionBus {
  /** Our unique name, such as ":1.42". */
  readonly name: string;
  /**
   * Calls a method and gives the body of its answer. Fails with `unsupported` when there is no such service, object or
   * method, `timeout` when no answer came in time, `failed` when the answer is another error or the connection is lost.
   */
  call(request: BusCall, signal?: AbortSignal): Promise<unknown[]>;
  /** Reports the unique name of the owner, now and at each change; '' when there is none. */
  watchOwner(name: string, listener: (owner: string) => void): Promise<void>;
  /**
   * Hands over the calls to `path`, in the order of their arrival. A call is answered at once, without a value, or later with
   * the text that the handler promises.
   */
  receive(path: string, handler: (call: ReceivedCall) => Promise<string> | undefined): void;
  /** The variant type of D-Bus, for arguments. */
  variant(signature: string, value: unknown): unknown;
  /** Calls once when the connection ends without `close`. */
  onLost(listener: () => void): void;
  close(): void;
}

/** Connects to `address` (transport unix). Fails with `failed` when nobody answers there within `timeoutMs`. */
export async function connectSessionBus(address: string, timeoutMs = CALL_TIMEOUT_MS): Promise<SessionBus> {
  const dbus = await import('dbus-next').then((module) => module.default ?? module);
  // The form `unix:socket=` is dbus-next's own: it needs a native module for the usual ones.
  const bus = dbus.sessionBus({ busAddress: `unix:socket=${socketPath(address)}` });
  const link = createLink(bus);
  const connected = new Promise<void>((resolve) => bus.on('connect', resolve));
  await link.within(connected, timeoutMs, 'the D-Bus daemon').catch((error: unknown) => {
    link.close();
    throw error;
  });
  return createSessionBus(bus, link, dbus);
}

type Link = ReturnType<typeof createLink>;

/** Ends every waiting call when the connection ends. */
function createLink(bus: MessageBus) {
  const pending = new Set<(error: DesktopError) => void>();
  const lostListeners: (() => void)[] = [];
  const link = { closed: false, error: undefined as DesktopError | undefined };
  // dbus-next 0.10.2 has no public event for the end of the stream, and throws when it answers on an ended one.
  const { _connection: connection } = bus as unknown as { _connection: NodeJS.EventEmitter };
  const lose = (why: string): void => {
    if (link.error) return;
    connection.removeAllListeners('message');
    link.error = new DesktopError(
      'failed',
      `The D-Bus connection ended: ${why}.`,
      'Check that the session still runs.',
    );
    for (const reject of pending) reject(link.error);
    if (!link.closed) for (const listener of lostListeners) listener();
  };
  bus.on('error', (error: unknown) => lose(error instanceof Error ? error.message : String(error)));
  connection.on('end', () => lose('the other side closed it'));
  return {
    close: (): void => {
      link.closed = true;
      bus.disconnect();
      lose('we closed it');
    },
    onLost: (listener: () => void): void => void lostListeners.push(listener),
    isLost: (): boolean => link.error !== undefined,
    within: <T>(answer: Promise<T>, timeoutMs: number, who: string, signal?: AbortSignal): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        const settle = (finish: () => void): void => {
          clearTimeout(timer);
          pending.delete(fail);
          signal?.removeEventListener('abort', onAbort);
          finish();
        };
        const fail = (error: unknown): void => settle(() => reject(error));
        const onAbort = (): void => fail(abortedError());
        const onTimeout = (): void =>
          fail(
            new DesktopError(
              'timeout',
              `No answer from ${who} in ${timeoutMs} ms.`,
              'Try again, or look whether it hangs.',
            ),
          );
        const timer = setTimeout(onTimeout, timeoutMs);
        pending.add(fail);
        signal?.addEventListener('abort', onAbort, { once: true });
        answer.then((value) => settle(() => resolve(value)), fail);
        if (link.error) fail(link.error);
      }),
  };
}

function createSessionBus(bus: MessageBus, link: Link, dbus: typeof import('dbus-next')): SessionBus {
  const handlers = new Map<string, (call: ReceivedCall) => Promise<string> | undefined>();
  bus.addMethodHandler((message: Message) => {
    const handler = handlers.get(message.path);
    if (!handler) return false;
    const answer = (signature?: string, body?: unknown[]): void => {
      if (!link.isLost()) bus.send(dbus.Message.newMethodReturn(message, signature, body));
    };
    const text = handler(message);
    if (text) void text.then((value) => answer('s', [value]));
    else answer();
    return true;
  });
  const call = async (request: BusCall, signal?: AbortSignal): Promise<unknown[]> => {
    throwIfAborted(signal);
    const { timeoutMs = CALL_TIMEOUT_MS, ...message } = request;
    const answer = bus.call(new dbus.Message(message)).catch((error: unknown) => {
      throw toDesktopError(error, request);
    });
    const reply = await link.within(answer, timeoutMs, request.destination, signal);
    return reply?.body ?? [];
  };
  return {
    name: (bus as unknown as { name: string }).name,
    call,
    watchOwner: (name, listener) => watchOwner({ bus, call }, name, listener),
    receive: (path, handler) => void handlers.set(path, handler),
    variant: (signature, value) => new dbus.Variant(signature, value),
    onLost: link.onLost,
    close: link.close,
  };
}

/** The method of the bus daemon with this name, ready for `call`. */
export function daemonCall(member: string, signature: string, body: unknown[]): BusCall {
  return { ...TO_DAEMON, member, signature, body };
}

async function watchOwner(
  { bus, call }: { bus: MessageBus; call: SessionBus['call'] },
  name: string,
  listener: (owner: string) => void,
): Promise<void> {
  let reported: string | undefined;
  const report = (owner: string): void => {
    if (owner === reported) return;
    reported = owner;
    listener(owner);
  };
  bus.on('message', ({ member, sender, body }: Message) => {
    if (member === 'NameOwnerChanged' && sender === TO_DAEMON.destination && body[0] === name) report(String(body[2]));
  });
  const rule = `type='signal',sender='${TO_DAEMON.destination}',member='NameOwnerChanged',arg0='${name}'`;
  await call(daemonCall('AddMatch', 's', [rule]));
  const [owner] = await call(daemonCall('GetNameOwner', 's', [name])).catch((error: unknown) => {
    if (error instanceof DesktopError && error.code === 'unsupported') return [''];
    throw error;
  });
  report(String(owner));
}

const ABSENT = /\.(ServiceUnknown|NameHasNoOwner|UnknownMethod|UnknownObject|UnknownInterface|UnknownProperty)$/;

function toDesktopError(error: unknown, { destination, member }: BusCall): unknown {
  if (!(error instanceof Error) || !('type' in error)) return error;
  const type = String(error.type);
  const code = ABSENT.test(type) ? 'unsupported' : type.endsWith('.NoReply') ? 'timeout' : 'failed';
  return new DesktopError(
    code,
    `${destination} answered ${member} with ${type}: ${error.message}.`,
    'Check that this service runs and has this method.',
  );
}
