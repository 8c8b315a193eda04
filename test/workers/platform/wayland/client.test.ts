import { readSync, writeSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import type { DesktopError } from '../../../../src/base/errors.ts';
import { close } from '../../../../src/workers/platform/linux/descriptors.ts';
import { openPipe, readPipe } from '../../../../src/workers/platform/linux/pipe.ts';
import { openWayland, type Wayland } from '../../../../src/workers/platform/wayland/client.ts';
import type { WaylandObject } from '../../../../src/workers/platform/wayland/interfaces.ts';
import { type Compositor, playCompositor } from '../../../support/compositor.ts';
import { connectPair } from '../../../support/socket-pair.ts';

const DISPLAY = 1;
const REGISTRY = 2;
const ERROR = 0;
const DELETE_ID = 1;
const GLOBAL = 0;
/** Where the ids of a compositor's own objects begin. */
const FOREIGN = 0xff000000;

/** A client that has asked for the registry, and the compositor that heard it. */
async function meet(): Promise<{ wayland: Wayland; compositor: Compositor; hangUp(): void }> {
  const { near, far, peer } = await connectPair();
  const compositor = playCompositor(far);
  const wayland = openWayland(near);
  onTestFinished(() => wayland.close());
  const hello = compositor.next();
  expect([hello.id, hello.opcode, hello.read('uint')]).toEqual([DISPLAY, 1, [REGISTRY]]);
  return { wayland, compositor, hangUp: () => void peer.destroy() };
}

function announce(compositor: Compositor, name: number, interfaceName: string, version: number): void {
  compositor.send(REGISTRY, GLOBAL, [
    ['uint', name],
    ['string', interfaceName],
    ['uint', version],
  ]);
}

/** Answers the `sync` that a round trip sends. */
function answer(compositor: Compositor): number {
  const sync = compositor.next();
  const [callback] = sync.read('uint');
  compositor.send(Number(callback), 0, [['uint', 0]]);
  compositor.send(DISPLAY, DELETE_ID, [['uint', callback]]);
  return Number(callback);
}

/** A client with a seat and a data device, bound through the interface of this name and version. */
async function meetDevice(manager = 'ext_data_control_manager_v1', version = 1) {
  const { wayland, compositor } = await meet();
  announce(compositor, 5, 'wl_seat', 9);
  announce(compositor, 6, manager, version);
  const met = wayland.roundTrip();
  answer(compositor);
  await met;
  const bound = wayland.bind('ext_data_control_manager_v1') ?? wayland.bind('zwlr_data_control_manager_v1');
  const seat = wayland.bind('wl_seat');
  if (!bound || !seat) throw new Error('nothing bound');
  const device = wayland.request(bound, 'get_data_device', seat);
  return { wayland, compositor, bound, seat, device };
}

test('globals are those of the compositor, until it takes them back', async () => {
  const { wayland, compositor } = await meet();
  announce(compositor, 5, 'wl_seat', 9);
  announce(compositor, 6, 'wl_output', 4);
  compositor.send(REGISTRY, 1, [['uint', 6]]);
  const met = wayland.roundTrip();
  answer(compositor);
  await met;
  expect(wayland.globals()).toEqual([{ name: 5, interface: 'wl_seat', version: 9 }]);
});

test('bind takes the highest version that both sides know, and gives nothing for what is not offered', async () => {
  const { wayland, compositor, bound, seat } = await meetDevice('zwlr_data_control_manager_v1', 9);
  expect([bound.version, seat.version]).toEqual([2, 1]);
  expect(wayland.bind('ext_data_control_manager_v1')).toBeUndefined();
  const request = compositor.next();
  expect([request.id, request.opcode]).toEqual([REGISTRY, 0]);
  expect(request.read('uint', 'string', 'uint', 'uint')).toEqual([6, 'zwlr_data_control_manager_v1', 2, bound.id]);
});

test('a request names objects by id and makes new ones', async () => {
  const { compositor, bound, seat, device } = await meetDevice();
  const [, , getDevice] = [compositor.next(), compositor.next(), compositor.next()];
  expect([getDevice.id, getDevice.opcode, getDevice.read('uint', 'uint')]).toEqual([bound.id, 1, [device.id, seat.id]]);
});

/** Puts something on the clipboard, as the compositor tells it; gives what the client hears. */
async function select(
  wayland: Wayland,
  compositor: Compositor,
  device: WaylandObject<'data_control_device'>,
): Promise<{ offer: WaylandObject<'data_control_offer'> | undefined; types: string[] }> {
  const types: string[] = [];
  const selected = new Promise<WaylandObject<'data_control_offer'> | undefined>((resolve) => {
    wayland.listen(device, {
      data_offer: (offer) => wayland.listen(offer, { offer: (type) => void types.push(type) }),
      selection: resolve,
    });
  });
  compositor.send(device.id, 0, [['uint', FOREIGN]]);
  compositor.send(FOREIGN, 0, [['string', 'text/plain']]);
  compositor.send(device.id, 1, [['uint', FOREIGN]]);
  return { offer: await selected, types };
}

test('an object that the compositor makes is heard from its first event on', async () => {
  const { wayland, compositor, device } = await meetDevice();
  const { offer, types } = await select(wayland, compositor, device);
  expect([offer?.id, types]).toEqual([FOREIGN, ['text/plain']]);
});

test('"no object" is heard as nothing', async () => {
  const { wayland, compositor, device } = await meetDevice();
  const selected = new Promise((resolve) => wayland.listen(device, { selection: resolve }));
  compositor.send(device.id, 1, [['uint', 0]]);
  expect(await selected).toBeUndefined();
});

test('descriptors travel with requests and with events', async () => {
  const { wayland, compositor, bound, device } = await meetDevice();
  const { offer } = await select(wayland, compositor, device);
  const there = openPipe();
  if (offer) wayland.request(offer, 'receive', 'text/plain', there.writeFd);
  const [, , , receive] = [compositor.next(), compositor.next(), compositor.next(), compositor.next()];
  writeSync(receive.fds[0] ?? -1, 'there');
  expect(readSome(there.readFd)).toBe('there');

  const source = wayland.request(bound, 'create_data_source');
  const sent = new Promise<[string, number]>((resolve) =>
    wayland.listen(source, { send: (type, fd) => resolve([type, fd]) }),
  );
  const back = openPipe();
  compositor.send(
    source.id,
    0,
    [
      ['string', 'text/html'],
      ['fd', undefined],
    ],
    [back.writeFd],
  );
  const [type, fd] = await sent;
  writeSync(fd, 'and back');
  expect([type, readSome(back.readFd)]).toEqual(['text/html', 'and back']);
});

function readSome(fd: number): string {
  const bytes = Buffer.alloc(100);
  return bytes.toString('utf8', 0, readSync(fd, bytes));
}

test('a descriptor that nobody listens for is closed', async () => {
  const { wayland, compositor, bound } = await meetDevice();
  const source = wayland.request(bound, 'create_data_source');
  const { readFd, writeFd } = openPipe();
  compositor.send(
    source.id,
    0,
    [
      ['string', 'text/html'],
      ['fd', undefined],
    ],
    [writeFd],
  );
  close(writeFd);
  expect(await readPipe(readFd, { timeoutMs: 1000, accept: () => true })).toEqual(Buffer.alloc(0));
});

test('events of a destroyed object are not heard, and its id is used again only when the compositor says so', async () => {
  const { wayland, compositor, bound } = await meetDevice();
  const [first, second] = [wayland.request(bound, 'create_data_source'), wayland.request(bound, 'create_data_source')];
  const heard: string[] = [];
  wayland.listen(first, { cancelled: () => void heard.push('first') });
  wayland.request(first, 'destroy');
  const over = new Promise<void>((resolve) => wayland.listen(second, { cancelled: resolve }));
  compositor.send(first.id, 1);
  compositor.send(second.id, 1);
  await over;
  expect([heard, wayland.request(bound, 'create_data_source').id]).toEqual([[], second.id + 1]);
  const known = wayland.roundTrip();
  compositor.send(DISPLAY, DELETE_ID, [['uint', first.id]]);
  for (let request = compositor.next(); request.id !== DISPLAY; request = compositor.next()) continue;
  compositor.send(second.id + 2, 0, [['uint', 0]]);
  await known;
  expect(wayland.request(bound, 'create_data_source').id).toBe(first.id);
});

test("a protocol error ends the connection, with the compositor's own words", async () => {
  const { wayland, compositor, device } = await meetDevice();
  const ended = new Promise<DesktopError>((resolve) => wayland.onEnd(resolve));
  const waiting = wayland.roundTrip();
  compositor.send(DISPLAY, ERROR, [
    ['uint', device.id],
    ['uint', 1],
    ['string', 'source was already used'],
  ]);
  const failure = expect.objectContaining({
    code: 'failed',
    message: `The compositor ended the connection: data_control_device@${device.id}, error 1: source was already used.`,
  });
  await expect(waiting).rejects.toEqual(failure);
  expect(await ended).toEqual(failure);
  expect(() => wayland.request(device, 'set_selection', undefined)).toThrow(failure);
});

test('a compositor that goes away ends what waits', async () => {
  const { wayland, hangUp } = await meet();
  const waiting = wayland.roundTrip();
  hangUp();
  await expect(waiting).rejects.toEqual(expect.objectContaining({ code: 'failed' }));
});

test('a compositor that does not answer fails a round trip, not the connection', async () => {
  const { wayland, compositor } = await meet();
  await expect(wayland.roundTrip()).rejects.toEqual(expect.objectContaining({ code: 'timeout' }));
  answer(compositor);
  const met = wayland.roundTrip();
  answer(compositor);
  await met;
});

test('closing ends it without telling those who listen for its end', async () => {
  const { wayland } = await meet();
  const told: DesktopError[] = [];
  wayland.onEnd((error) => void told.push(error));
  const waiting = wayland.roundTrip();
  wayland.close();
  await expect(waiting).rejects.toEqual(expect.objectContaining({ code: 'failed' }));
  expect(told).toEqual([]);
});
