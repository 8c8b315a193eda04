/**
 * Outstanding calls: serials, deadlines, and one window for each destination.
 * A destination is silent when it lets a call time out and has answered nothing since that was sent. All its calls end with
 * that one, so that a read of a thousand nodes of a hung program takes one deadline, not a thousand.
 */
import { encodeBody, type Value, viewOf } from './bus-message.ts';
import { callSizeBytes, type ObjectAddress, type Template, writeCall } from './bus-template.ts';

/** Time that a call waits for its reply. */
const CALL_TIMEOUT_MS = 2000;
/** Outstanding calls of one destination: enough for full speed, and its other clients are still served (measured). */
export const WINDOW_CALLS = 256;
const DEADLINE_POLL_MS = 25;
const OUTPUT_BYTES = 1 << 16;

/** Why a call has no result: `timeout`, `lost`, `aborted`, `malformed`, or the name of the D-Bus error. */
export interface BusFailure {
  name: string;
  message: string;
}

/** The arguments of a reply; valid only during the callback that receives it. */
export interface Body {
  buffer: Buffer;
  /** That of the buffer. */
  view: DataView;
  start: number;
  end: number;
  signature: string;
}

export interface Request {
  template: Template;
  address: ObjectAddress;
  /** Arguments, when they are not those of the template. */
  body?: Buffer | undefined;
  deadlineMs?: number | undefined;
  /** The other side may answer late without hanging: it opened a menu or a dialog. */
  mayBlock?: boolean | undefined;
  /** When it fires, calls that still wait for their place in the window are not sent. */
  signal?: AbortSignal | undefined;
}

export type OnReply = (failure: BusFailure | undefined, body: Body) => void;

/** The calls of one connection. */
export interface Calls {
  send(request: Request, onReply: OnReply): void;
  /** Hands the reply to whoever waits for it; false when nobody does (any more). */
  settle(serial: number, failure: BusFailure | undefined, body: Body): boolean;
  /** A message of this destination arrived: it is alive. */
  heard(name: string): void;
  isSilent(name: string): boolean;
  /** Ends all calls, now and later. */
  lose(reason: string): void;
}

interface Outstanding {
  window: Window;
  request: Request;
  onReply: OnReply;
  sentAtMs: number;
}

interface Waiting {
  request: Request;
  onReply: OnReply;
}

interface Window {
  inFlight: number;
  waiting: Queue<Waiting>;
  heardAtMs: number;
  isSilent: boolean;
}

const NO_BODY = bodyOf('', []);
const TIMEOUT: BusFailure = { name: 'timeout', message: 'it did not answer in time' };
const ABORTED: BusFailure = { name: 'aborted', message: 'the call was cancelled' };

/**
 * Makes the calls of a connection whose bytes leave through `write`, which says whether they have left: then their memory is
 * used again.
 */
export function createCalls(write: (bytes: Buffer) => boolean): Calls {
  const book: Book = { output: createOutput(write), outstanding: new Map(), windows: new Map() };
  return {
    send: (request, onReply) => {
      const { lost } = book;
      if (lost) {
        queueMicrotask(() => onReply(lost, NO_BODY));
        return;
      }
      const window = windowOf(book.windows, request.address.bus);
      if (window.inFlight < WINDOW_CALLS && window.waiting.size() === 0) transmit(book, window, { request, onReply });
      else window.waiting.push({ request, onReply });
    },
    settle: (serial, failure, body) => {
      const call = book.outstanding.get(serial);
      if (!call) return false;
      call.window.heardAtMs = book.output.tickMs();
      call.window.isSilent = false;
      return finish(book, serial, { failure: failure ?? misfit(call.request.template, body), body });
    },
    heard: (name) => {
      const window = book.windows.get(name);
      if (window) window.isSilent = false;
    },
    isSilent: (name) => book.windows.get(name)?.isSilent ?? false,
    lose: (reason) => {
      const lost = (book.lost ??= { name: 'lost', message: reason });
      for (const serial of book.outstanding.keys()) finish(book, serial, { failure: lost, body: NO_BODY });
      for (const window of book.windows.values())
        for (const { onReply } of window.waiting.drain()) onReply(lost, NO_BODY);
      clearInterval(book.check);
    },
  };
}

/** The state of a connection's calls. */
interface Book {
  output: ReturnType<typeof createOutput>;
  /** By serial. */
  outstanding: Map<number, Outstanding>;
  /** By destination. */
  windows: Map<string, Window>;
  lost?: BusFailure;
  /** Timer that looks for overdue calls. */
  check?: NodeJS.Timeout | undefined;
}

function transmit(book: Book, window: Window, { request, onReply }: Waiting): void {
  window.inFlight++;
  const serial = book.output.add(request);
  book.outstanding.set(serial, { window, request, onReply, sentAtMs: book.output.tickMs() });
  book.check ??= setInterval(() => endOverdue(book), DEADLINE_POLL_MS);
}

function refill(book: Book, window: Window): void {
  while (window.inFlight < WINDOW_CALLS) {
    const next = window.waiting.shift();
    if (!next) return;
    if (next.request.signal?.aborted) next.onReply(ABORTED, NO_BODY);
    else transmit(book, window, next);
  }
}

/** Hands over a result; false when nobody waits for it. */
function finish(
  book: Book,
  serial: number,
  { failure, body }: { failure: BusFailure | undefined; body: Body },
): boolean {
  const call = book.outstanding.get(serial);
  if (!call) return false;
  book.outstanding.delete(serial);
  call.window.inFlight--;
  call.onReply(failure, body);
  if (call.window.waiting.size() > 0) refill(book, call.window);
  else if (call.window.inFlight === 0 && !call.window.isSilent) book.windows.delete(call.request.address.bus);
  return true;
}

const TIMED_OUT = { failure: TIMEOUT, body: NO_BODY };

/** Ends every call to a destination that does not answer. */
function endAll(book: Book, window: Window): void {
  const waiting = window.waiting.drain();
  for (const [serial, call] of book.outstanding) if (call.window === window) finish(book, serial, TIMED_OUT);
  for (const { onReply } of waiting) onReply(TIMEOUT, NO_BODY);
}

function endOverdue(book: Book): void {
  const now = performance.now();
  for (const [serial, { window, request, sentAtMs }] of book.outstanding) {
    if (now - sentAtMs < (request.deadlineMs ?? CALL_TIMEOUT_MS) || !book.outstanding.has(serial)) continue;
    if (!request.mayBlock && window.heardAtMs <= sentAtMs) {
      window.isSilent = true;
      endAll(book, window);
    } else finish(book, serial, TIMED_OUT);
  }
  if (book.outstanding.size > 0) return;
  clearInterval(book.check);
  book.check = undefined;
}

/** The arguments of a reply that holds nothing else. */
export function bodyOf(signature: string, values: readonly Value[]): Body {
  const buffer = encodeBody(signature, values);
  return { buffer, view: viewOf(buffer), start: 0, end: buffer.length, signature };
}

/** A parser may trust that a reply has its signature: the message daemon has checked that the rest is as it says. */
function misfit({ reply }: Template, { signature }: Body): BusFailure | undefined {
  if (reply === undefined || reply === signature) return undefined;
  return { name: 'malformed', message: `it answered with "${signature}" where "${reply}" belongs` };
}

function windowOf(windows: Map<string, Window>, name: string): Window {
  const known = windows.get(name);
  if (known) return known;
  const window = { inFlight: 0, waiting: createQueue<Waiting>(), heardAtMs: 0, isSilent: false };
  windows.set(name, window);
  return window;
}

interface Queue<T> {
  push(item: T): void;
  shift(): T | undefined;
  size(): number;
  /** Takes all that is in it. */
  drain(): T[];
}

/** First in, first out; `Array.shift` moves all that is left, which takes minutes where 100,000 calls wait. */
function createQueue<T>(): Queue<T> {
  let items: T[] = [];
  let head = 0;
  const drain = (): T[] => {
    const left = items.slice(head);
    items = [];
    head = 0;
    return left;
  };
  return {
    push: (item) => void items.push(item),
    shift: () => {
      const item = items[head];
      if (head < items.length) head++;
      // Half of the array is used up: moving the rest costs less than filling it did.
      if (head * 2 > items.length) items = drain();
      return item;
    },
    size: () => items.length - head,
    drain,
  };
}

/** Gathers the calls of a tick into one write, which takes what it does not send at once with it. */
function createOutput(write: (bytes: Buffer) => boolean) {
  let buffer = Buffer.allocUnsafeSlow(OUTPUT_BYTES);
  let view = viewOf(buffer);
  let length = 0;
  let serial = 0;
  let startedAtMs = 0;
  const resize = (sizeBytes: number): void => {
    const larger = Buffer.allocUnsafeSlow(sizeBytes);
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
    view = viewOf(buffer);
  };
  const flush = (): void => {
    const bytes = buffer.subarray(0, length);
    length = 0;
    if (!write(bytes)) resize(OUTPUT_BYTES);
  };
  return {
    /** The time, which stands still from the first call of a tick until that is written: the clock is read once a tick. */
    tickMs: () => (length > 0 ? startedAtMs : performance.now()),
    /** Adds a call and returns its serial. */
    add: ({ template, address, body }: Request): number => {
      if (length === 0) {
        startedAtMs = performance.now();
        process.nextTick(flush);
      }
      const needed = length + callSizeBytes(template, address, body);
      if (needed > buffer.length) resize(Math.max(needed, buffer.length * 2));
      serial = (serial % 0xffffffff) + 1;
      length = writeCall({ buffer, view, offset: length }, { template, address, serial, body });
      return serial;
    },
  };
}
