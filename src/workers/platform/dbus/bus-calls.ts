/**
 * The calls that are on their way: serials, deadlines, and one window for each destination.
 * A destination that lets a call time out and has answered nothing since it was sent is silent: everything that waits
 * for it ends with that call, so that a read of a thousand nodes of a hung program takes one deadline, not a thousand.
 */
import { callSizeBytes, type ObjectAddress, type Template, writeCall } from './bus-template.ts';

/** How long a call waits for its reply. */
const CALL_DEADLINE_MS = 2000;
/** Calls of one destination on their way at once: full speed, and its other clients are still served (measured). */
export const WINDOW_CALLS = 256;
const DEADLINE_CHECK_MS = 25;
const OUTPUT_BYTES = 1 << 16;

/** Why a call has no result: `timeout`, `lost`, `aborted`, `malformed`, or the name of the D-Bus error. */
export interface BusFailure {
  name: string;
  message: string;
}

/** The arguments of a reply; valid only during the callback that receives it. */
export interface Body {
  buffer: Buffer;
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

const NO_BODY: Body = { buffer: Buffer.alloc(0), start: 0, end: 0, signature: '' };
const TIMEOUT: BusFailure = { name: 'timeout', message: 'it did not answer in time' };
const ABORTED: BusFailure = { name: 'aborted', message: 'the call was cancelled' };

/** Makes the book of calls of a connection whose bytes leave through `write`. */
export function createCalls(write: (bytes: Buffer) => void): Calls {
  const output = createOutput(write);
  const outstanding = new Map<number, Outstanding>();
  const windows = new Map<string, Window>();
  let lost: BusFailure | undefined;
  let check: NodeJS.Timeout | undefined;

  const transmit = (window: Window, request: Request, onReply: OnReply): void => {
    window.inFlight++;
    const serial = output.add(request);
    outstanding.set(serial, { window, request, onReply, sentAtMs: performance.now() });
    check ??= setInterval(endOverdue, DEADLINE_CHECK_MS);
  };
  const refill = (window: Window): void => {
    while (window.inFlight < WINDOW_CALLS) {
      const next = window.waiting.shift();
      if (!next) return;
      if (next.request.signal?.aborted) next.onReply(ABORTED, NO_BODY);
      else transmit(window, next.request, next.onReply);
    }
  };
  const finish = (serial: number, failure: BusFailure | undefined, body: Body): boolean => {
    const call = outstanding.get(serial);
    if (!call) return false;
    outstanding.delete(serial);
    call.window.inFlight--;
    call.onReply(failure, body);
    if (call.window.waiting.size() > 0) refill(call.window);
    else if (call.window.inFlight === 0 && !call.window.isSilent) windows.delete(call.request.address.bus);
    return true;
  };
  const endAll = (window: Window): void => {
    const waiting = window.waiting.drain();
    for (const [serial, call] of outstanding) if (call.window === window) finish(serial, TIMEOUT, NO_BODY);
    for (const { onReply } of waiting) onReply(TIMEOUT, NO_BODY);
  };
  const endOverdue = (): void => {
    const now = performance.now();
    for (const [serial, { window, request, sentAtMs }] of outstanding) {
      if (now - sentAtMs < (request.deadlineMs ?? CALL_DEADLINE_MS) || !outstanding.has(serial)) continue;
      if (!request.mayBlock && window.heardAtMs < sentAtMs) {
        window.isSilent = true;
        endAll(window);
      } else finish(serial, TIMEOUT, NO_BODY);
    }
    if (outstanding.size > 0) return;
    clearInterval(check);
    check = undefined;
  };
  return {
    send: (request, onReply) => {
      if (lost) {
        const failure = lost;
        queueMicrotask(() => onReply(failure, NO_BODY));
        return;
      }
      const window = windowOf(windows, request.address.bus);
      if (window.inFlight < WINDOW_CALLS && window.waiting.size() === 0) transmit(window, request, onReply);
      else window.waiting.push({ request, onReply });
    },
    settle: (serial, failure, body) => {
      const call = outstanding.get(serial);
      if (!call) return false;
      call.window.heardAtMs = performance.now();
      call.window.isSilent = false;
      return finish(serial, failure ?? misfit(call.request.template, body), body);
    },
    heard: (name) => {
      const window = windows.get(name);
      if (window) window.isSilent = false;
    },
    isSilent: (name) => windows.get(name)?.isSilent ?? false,
    lose: (reason) => {
      lost ??= { name: 'lost', message: reason };
      for (const serial of outstanding.keys()) finish(serial, lost, NO_BODY);
      for (const window of windows.values()) for (const { onReply } of window.waiting.drain()) onReply(lost, NO_BODY);
      clearInterval(check);
    },
  };
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
      // Half of it is used up: the move costs less than what was put in.
      if (head * 2 > items.length) items = drain();
      return item;
    },
    size: () => items.length - head,
    drain,
  };
}

/** Gathers the calls of a tick into one write. */
function createOutput(write: (bytes: Buffer) => void) {
  let buffer = Buffer.allocUnsafeSlow(OUTPUT_BYTES);
  let length = 0;
  let serial = 0;
  const flush = (): void => {
    const bytes = Buffer.from(buffer.subarray(0, length));
    length = 0;
    write(bytes);
  };
  return {
    /** Adds a call and returns its serial. */
    add: ({ template, address, body }: Request): number => {
      if (length === 0) process.nextTick(flush);
      const needed = length + callSizeBytes(template, address, body);
      if (needed > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(needed, buffer.length * 2));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      serial = (serial % 0xffffffff) + 1;
      length = writeCall({ buffer, offset: length }, { template, address, serial, body });
      return serial;
    },
  };
}
