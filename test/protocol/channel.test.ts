import { MessageChannel, MessagePort } from 'node:worker_threads';
import { afterEach, expect, test, vi } from 'vitest';
import { DesktopError } from '../../src/base/errors.ts';
import {
  CANCEL_GRACE_MS,
  connect,
  createEmitter,
  createSubscriber,
  serve,
  withTransfer,
} from '../../src/protocol/channel.ts';
import type { PortEvents } from '../../src/protocol/worker.ts';

interface Context {
  names: Map<string, number>;
  signal?: AbortSignal | undefined;
}

interface Actor {
  echo(value: number): Promise<number>;
  fail(): Promise<void>;
  wait(signal?: AbortSignal): Promise<string>;
  waitFor(request: object, context: Context): Promise<string>;
  echoContext(context: Context): Promise<Context>;
  never(signal?: AbortSignal): Promise<void>;
  listen(times: number, signal: AbortSignal): Promise<void>;
  pixels(): Promise<{ bytes: Uint8Array<ArrayBuffer> }>;
}

const sent = new Uint8Array(new ArrayBuffer(8));
const actor: Actor = {
  echo: async (value) => value,
  fail: async () => {
    throw new DesktopError('not_found', 'No such thing.', 'Look elsewhere.');
  },
  wait: (signal) =>
    new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
  waitFor: (_request, { names, signal }) =>
    new Promise((resolve) => signal?.addEventListener('abort', () => resolve(`ended with ${names.get('a')}`))),
  echoContext: async ({ names }) => ({ names }),
  never: () => new Promise(() => undefined),
  listen: async (times, signal) => {
    for (let time = 0; time < times; time++) signal.addEventListener('abort', () => time);
  },
  pixels: async () => withTransfer({ bytes: sent }, [sent.buffer]),
};

const open: { close(): void }[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

function pair(onStuck = (): void => undefined) {
  const { port1, port2 } = new MessageChannel();
  open.push(port1);
  serve(port2, actor);
  return { connection: connect<Actor, { tick: number }>(port1, onStuck), port2 };
}

test('answers a call', async () => {
  expect(await pair().connection.call.echo(5)).toBe(5);
});

test('keeps code and hint of an error', async () => {
  const error = await pair()
    .connection.call.fail()
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DesktopError);
  expect(error).toMatchObject({ code: 'not_found', message: 'No such thing.', hint: 'Look elsewhere.' });
});

test('carries a cancel to the handler and its error back', async () => {
  const { call } = pair().connection;
  const controller = new AbortController();
  const waiting = call.wait(controller.signal);
  await call.echo(1);
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
});

test('carries a cancel by the signal of an argument, with what is beside it', async () => {
  const { call } = pair().connection;
  const controller = new AbortController();
  const waiting = call.waitFor({}, { names: new Map([['a', 7]]), signal: controller.signal });
  await call.echo(1);
  controller.abort();
  expect(await waiting).toBe('ended with 7');
});

test('an argument without its signal is plain data', async () => {
  const context = { names: new Map([['a', 7]]), signal: undefined };
  expect(await pair().connection.call.echoContext(context)).toEqual({ names: context.names });
});

test('sends nothing for a signal of an argument that has fired before', async () => {
  const context = { names: new Map(), signal: AbortSignal.abort() };
  await expect(pair().connection.call.waitFor({}, context)).rejects.toMatchObject({ code: 'aborted' });
});

test('sends nothing for a signal that has fired before', async () => {
  await expect(pair().connection.call.never(AbortSignal.abort())).rejects.toMatchObject({ code: 'aborted' });
});

test('counts a worker that does not answer to a cancel as stuck', async () => {
  let stuck = 0;
  const { call } = pair(() => stuck++).connection;
  const controller = new AbortController();
  const started = Date.now();
  const hanging = call.never(controller.signal);
  controller.abort();
  await expect(hanging).rejects.toMatchObject({ code: 'worker_lost' });
  expect(stuck).toBe(1);
  expect(Date.now() - started).toBeGreaterThanOrEqual(CANCEL_GRACE_MS - 20);
  await expect(call.echo(1)).rejects.toMatchObject({ code: 'worker_lost' });
});

test('fails pending and later calls when the other side is lost', async () => {
  const { connection } = pair();
  const pending = connection.call.never();
  connection.lose('It is gone.');
  await expect(pending).rejects.toMatchObject({ code: 'worker_lost', message: 'It is gone.' });
  await expect(connection.call.echo(1)).rejects.toMatchObject({ code: 'worker_lost' });
});

test('delivers events to those who subscribed, until they end it', async () => {
  const { connection, port2 } = pair();
  const seen: number[] = [];
  const end = connection.on('tick', (number) => seen.push(number));
  const emit = createEmitter<{ tick: number }>(port2);
  emit('tick', 1);
  await connection.call.echo(0);
  end();
  emit('tick', 2);
  await connection.call.echo(0);
  expect(seen).toEqual([1]);
});

test('an event hands over a port, at which the other side serves', async () => {
  const { connection, port2 } = pair();
  createSubscriber<PortEvents<'input'>>(port2)('port', ({ client, port }) => serve(port, { who: async () => client }));
  const ours = new MessageChannel();
  open.push(ours.port1);
  createEmitter<PortEvents<'input'>>(open[0] as MessagePort)('port', { client: 'input', port: ours.port2 }, [
    ours.port2,
  ]);
  const served = connect<{ who(): Promise<string> }>(ours.port1, () => undefined);
  expect(await served.call.who()).toBe('input');
  expect(await connection.call.echo(1)).toBe(1);
});

test('moves buffers instead of copying them', async () => {
  const { bytes } = await pair().connection.call.pixels();
  expect(bytes.byteLength).toBe(8);
  expect(sent.byteLength).toBe(0);
});

test.each([
  ['an argument', (call: Call, signal: AbortSignal) => call.listen(0, signal)],
  ['in an argument', (call: Call, signal: AbortSignal) => call.echoContext({ names: new Map(), signal })],
])('leaves no listener on a signal (%s) that outlives its calls', async (_where, use) => {
  const { call } = pair().connection;
  const { signal } = new AbortController();
  const counted = countListeners(signal);
  for (let index = 0; index < 20; index++) await use(call, signal);
  expect(counted()).toBe(0);
});

test('closes the port of the signal of an argument once its call is answered', async () => {
  const { call } = pair().connection;
  const { signal } = new AbortController();
  const close = vi.spyOn(MessagePort.prototype, 'close');
  for (let index = 0; index < 20; index++) await call.echoContext({ names: new Map(), signal });
  expect(close).toHaveBeenCalledTimes(20);
});

test('a handler may listen to its signal as often as it has calls on their way', async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error): void => void warnings.push(message);
  process.on('warning', note);
  await pair().connection.call.listen(20, new AbortController().signal);
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

type Call = ReturnType<typeof pair>['connection']['call'];

function countListeners(signal: AbortSignal): () => number {
  let count = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    count++;
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    count--;
    remove(...args);
  };
  return () => count;
}
