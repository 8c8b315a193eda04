import { setMaxListeners } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { type Bus, openBus, readString } from '../../../../src/workers/platform/dbus/bus.ts';
import { WINDOW_CALLS } from '../../../../src/workers/platform/dbus/bus-calls.ts';
import type { Header } from '../../../../src/workers/platform/dbus/bus-message.ts';
import { createTemplate } from '../../../../src/workers/platform/dbus/bus-template.ts';
import { type Answer, type BusServer, startBusServer } from '../../../support/bus-server.ts';

const ECHO = createTemplate({ interface: 'a.b', member: 'Echo' });
let open: { server: BusServer; bus: Bus } | undefined;

afterEach(async () => {
  open?.bus.close();
  await open?.server.close();
});

async function connect(answer: (call: Header) => Answer): Promise<{ server: BusServer; bus: Bus }> {
  const server = await startBusServer(answer);
  open = { server, bus: await openBus(server.address) };
  return open;
}

/** Answers with the path of the object; programs named `:hangs` never answer. */
function echo(call: Header): Answer {
  if (call.destination === ':hangs') return undefined;
  if (call.path === '/gone') return { error: 'org.example.UnknownObject' };
  return { signature: 's', args: [call.path ?? ''] };
}

function ask(
  bus: Bus,
  name: string,
  options: { path?: string; deadlineMs?: number; mayBlock?: boolean; signal?: AbortSignal } = {},
) {
  const { path = '/a', ...rest } = options;
  return bus.call({ template: ECHO, address: { bus: name, path }, ...rest }, (body) => readString(body, body.start));
}

test('answers find their calls, though they come in pieces and many at once', async () => {
  const { bus } = await connect(echo);
  const paths = Array.from({ length: 3 * WINDOW_CALLS }, (_value, index) => `/p${index}`);
  expect(await Promise.all(paths.map((path) => ask(bus, ':works', { path })))).toEqual(paths);
  expect(bus.name).toBe(':1.1');
});

test('an error of the other side is told by its name', async () => {
  const { bus } = await connect(echo);
  await expect(ask(bus, ':works', { path: '/gone' })).rejects.toMatchObject({ failure: 'org.example.UnknownObject' });
});

test('a reply of another signature than the one that belongs there fails its call, and no other', async () => {
  const { bus } = await connect(echo);
  const template = createTemplate({ interface: 'a.b', member: 'Echo', reply: 'a(so)' });
  const misfit = bus.call({ template, address: { bus: ':works', path: '/a' } }, () => 'parsed');
  await expect(misfit).rejects.toMatchObject({
    failure: 'malformed',
    message: 'it answered with "s" where "a(so)" belongs',
  });
  expect(await ask(bus, ':works')).toBe('/a');
});

test('a program that hangs holds up only its own calls, and all of them end with the first', async () => {
  const { bus } = await connect(echo);
  const endedAtMs: number[] = [];
  const hanging = Array.from({ length: 3 * WINDOW_CALLS }, () =>
    ask(bus, ':hangs', { deadlineMs: 1000 }).finally(() => endedAtMs.push(performance.now())),
  );
  const ends = Promise.allSettled(hanging);
  expect(await ask(bus, ':works')).toBe('/a');
  expect(endedAtMs).toEqual([]);
  expect((await ends).every((end) => end.status === 'rejected' && end.reason.failure === 'timeout')).toBe(true);
  // Those that wait for a place would otherwise have a deadline of their own after it.
  expect(Math.max(...endedAtMs) - Math.min(...endedAtMs)).toBeLessThan(1000);
  expect([bus.isSilent(':hangs'), bus.isSilent(':works')]).toEqual([true, false]);
});

test('at most so many calls of one program are on their way', async () => {
  const { server, bus } = await connect(echo);
  const ends = Promise.allSettled(
    Array.from({ length: 2 * WINDOW_CALLS }, () => ask(bus, ':hangs', { deadlineMs: 100 })),
  );
  await ask(bus, ':works');
  expect(server.calls.filter((member) => member === 'Echo')).toHaveLength(WINDOW_CALLS + 1);
  await ends;
});

test('a cancelled call ends at once, and what waits for its place is not sent', async () => {
  const { server, bus } = await connect(echo);
  const controller = new AbortController();
  setMaxListeners(0, controller.signal); // as for every call of a worker
  const options = { signal: controller.signal, deadlineMs: 400, mayBlock: true };
  const ends = Promise.allSettled(Array.from({ length: WINDOW_CALLS + 5 }, () => ask(bus, ':hangs', options)));
  await ask(bus, ':works');
  controller.abort();
  expect((await ends).every((end) => end.status === 'rejected' && end.reason.failure === 'aborted')).toBe(true);
  // By the end of this one the calls on their way have ended, and their places are free.
  await ask(bus, ':hangs', { deadlineMs: 900, mayBlock: true }).catch(() => undefined);
  expect(server.calls.filter((member) => member === 'Echo')).toHaveLength(WINDOW_CALLS + 2);
});

test('a bus that goes away fails every call, pending and later, and says so', async () => {
  const { server, bus } = await connect(echo);
  const pending = ask(bus, ':hangs');
  pending.catch(() => undefined);
  server.drop();
  await expect(pending).rejects.toMatchObject({ failure: 'lost' });
  expect(await bus.lost).toMatch(/./);
  await expect(ask(bus, ':works')).rejects.toMatchObject({ failure: 'lost' });
});

test('hears the signals it asked for until it has heard enough', async () => {
  const { server, bus } = await connect(() => ({ signature: 's', args: ['ok'] }));
  const heard: string[] = [];
  const end = await bus.subscribe({ interface: 'x.y' }, ({ path }) => heard.push(path));
  server.emit('/one', { interface: 'x.y', member: 'Changed' });
  server.emit('/two', { interface: 'x.z', member: 'Changed' });
  await ask(bus, ':works');
  expect(heard).toEqual(['/one']);
  end();
  server.emit('/three', { interface: 'x.y', member: 'Changed' });
  await ask(bus, ':works');
  expect(heard).toEqual(['/one']);
  expect(server.calls).toContain('RemoveMatch');
});

test('says so when nobody listens at the address', async () => {
  await expect(openBus('unix:path=/nowhere/bus')).rejects.toMatchObject({ code: 'failed' });
  await expect(openBus('tcp:host=localhost')).rejects.toMatchObject({ code: 'unsupported' });
});
