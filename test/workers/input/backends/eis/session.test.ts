import { expect, test } from 'vitest';
import { createEisSession } from '../../../../../src/workers/input/backends/eis/session.ts';
import {
  encodeRequest,
  f32,
  splitMessages,
  text,
  u32,
  u64,
} from '../../../../../src/workers/input/backends/eis/wire.ts';

const CONNECTION = 0xff00000000000001n;
const SEAT = 0xff00000000000002n;
const KEYBOARD_DEVICE = 0xff00000000000003n;
const KEYBOARD = 0xff00000000000004n;
const POINTER_DEVICE = 0xff00000000000005n;
const POINTER = 0xff00000000000006n;

/** An event as the compositor sends it: opcodes of proto/protocol.xml of libei 1.3. */
function event(id: bigint, opcode: number, ...args: Buffer[]): Buffer {
  const body = Buffer.concat(args);
  return Buffer.concat([u64(id), u32(16 + body.length), u32(opcode), body]);
}

/** A session with what it sent, as "object opcode". */
function start() {
  const sent: string[] = [];
  const read: [number, number][] = [];
  const session = createEisSession({
    name: 'test',
    send: (bytes) => {
      for (const { id, opcode } of splitMessages(bytes).messages) sent.push(`${id.toString(16)} ${opcode}`);
    },
    readKeymap: (fd, sizeBytes) => {
      read.push([fd, sizeBytes]);
      return 'keymap';
    },
  });
  return { session, sent, read };
}

/** The same after the handshake and a seat that offers a keyboard (4) and a pointer (2). */
function startSeat() {
  const all = start();
  const bytes = Buffer.concat([
    event(0n, 0, u32(1)),
    event(0n, 2, u32(1), u64(CONNECTION), u32(1)),
    event(CONNECTION, 1, u64(SEAT), u32(1)),
    event(SEAT, 1, text('default')),
    event(SEAT, 2, u64(4n), text('ei_keyboard')),
    event(SEAT, 2, u64(2n), text('ei_pointer_absolute')),
    event(SEAT, 3),
  ]);
  all.session.receive(bytes, []);
  all.sent.length = 0;
  return all;
}

/** The same with both devices, of which the keyboard is resumed. */
function startDevices() {
  const all = startSeat();
  const bytes = Buffer.concat([
    event(SEAT, 4, u64(KEYBOARD_DEVICE), u32(2)),
    event(KEYBOARD_DEVICE, 1, text('a keyboard')),
    event(KEYBOARD_DEVICE, 5, u64(KEYBOARD), text('ei_keyboard'), u32(1)),
    event(KEYBOARD, 1, u32(1), u32(500)),
    event(KEYBOARD_DEVICE, 6),
    event(KEYBOARD_DEVICE, 7, u32(2)),
    event(SEAT, 4, u64(POINTER_DEVICE), u32(2)),
    event(POINTER_DEVICE, 4, u32(0xfffffb00), u32(0), u32(1280), u32(800), f32(1)),
    event(POINTER_DEVICE, 5, u64(POINTER), text('ei_pointer_absolute'), u32(1)),
    event(POINTER_DEVICE, 6),
  ]);
  all.session.receive(bytes, [33]);
  return all;
}

test('greets as a sender and names every interface that it speaks', () => {
  const { session, sent } = start();
  session.receive(event(0n, 0, u32(1)), []);
  expect([sent[0], sent[1], sent[2], sent.at(-1)]).toEqual(['0 0', '0 2', '0 3', '0 1']);
  expect(sent.filter((line) => line === '0 4').length).toBe(11);
});

test('is ready when the seat has said everything, also when it comes byte by byte', () => {
  const { session } = start();
  const bytes = Buffer.concat([
    event(0n, 0, u32(1)),
    event(0n, 2, u32(1), u64(CONNECTION), u32(1)),
    event(CONNECTION, 1, u64(SEAT), u32(1)),
    event(SEAT, 3),
  ]);
  for (const byte of bytes.subarray(0, -1)) session.receive(Buffer.from([byte]), []);
  expect(session.isReady()).toBe(false);
  session.receive(bytes.subarray(-1), []);
  expect(session.isReady()).toBe(true);
});

test('has a device only while it is resumed', () => {
  const { session } = startDevices();
  expect([session.device('ei_keyboard')?.name, session.device('ei_pointer_absolute')]).toEqual([
    'a keyboard',
    undefined,
  ]);
  session.receive(event(KEYBOARD_DEVICE, 8, u32(3)), []);
  expect(session.device('ei_keyboard')).toBeUndefined();
  session.receive(event(KEYBOARD_DEVICE, 7, u32(4)), []);
  expect(session.device('ei_keyboard')?.name).toBe('a keyboard');
});

test('forgets a device that is taken away', () => {
  const { session } = startDevices();
  session.receive(event(KEYBOARD_DEVICE, 0, u32(3)), []);
  expect(session.devices().length).toBe(1);
});

test('reads the keymap from the descriptor that came with it', () => {
  const { session, read } = startDevices();
  expect([read, session.device('ei_keyboard')?.keymap]).toEqual([[[33, 500]], 'keymap']);
});

test('a region left of the origin is far to the right, as for KWin, which drops motion there', () => {
  const { session } = startDevices();
  expect(session.devices()[1]?.regions).toEqual([{ x: 2 ** 32 - 1280, y: 0, width: 1280, height: 800 }]);
});

test('starts emulating before the first key of a device, and again after a pause', () => {
  const { session, sent } = startDevices();
  const press = (): void => {
    const device = session.device('ei_keyboard');
    if (device) session.send(device, [encodeRequest(KEYBOARD, 'ei_keyboard.key', u32(30), u32(1))]);
  };
  press();
  press();
  session.receive(Buffer.concat([event(KEYBOARD_DEVICE, 8, u32(3)), event(KEYBOARD_DEVICE, 7, u32(4))]), []);
  press();
  const start = 'ff00000000000003 1';
  const key = ['ff00000000000004 1', 'ff00000000000003 3'];
  expect(sent).toEqual([start, ...key, ...key, start, ...key]);
});

test('takes a ping as answered when its callback is done', () => {
  const { session, sent } = startSeat();
  const ping = session.ping();
  expect([session.isAnswered(ping), sent]).toEqual([false, ['ff00000000000001 0']]);
  session.receive(event(ping, 0, u64(0n)), []);
  expect(session.isAnswered(ping)).toBe(true);
});

test('answers the pings of the compositor', () => {
  const { session, sent } = startSeat();
  session.receive(event(CONNECTION, 3, u64(0xff00000000000009n), u32(1)), []);
  expect(sent).toEqual(['ff00000000000009 0']);
});

test('knows why the compositor ended it', () => {
  const { session } = startSeat();
  session.receive(event(CONNECTION, 0, u32(9), u32(1), text('bye')), []);
  expect(session.endReason()).toBe('reason 1 bye');
});

test('releases a button on the device that positions the pointer, whichever came first', () => {
  const { session } = startSeat();
  const [other, absolute] = [0xff00000000000010n, 0xff00000000000020n];
  const device = (id: bigint, ...interfaces: string[]): Buffer =>
    Buffer.concat([
      event(SEAT, 4, u64(id), u32(2)),
      ...interfaces.map((name, index) => event(id, 5, u64(id + BigInt(index + 1)), text(name), u32(1))),
      event(id, 6),
      event(id, 7, u32(2)),
    ]);
  session.receive(
    Buffer.concat([device(other, 'ei_button'), device(absolute, 'ei_pointer_absolute', 'ei_button')]),
    [],
  );
  expect(session.device('ei_button')?.id).toBe(absolute);
});

test('counts how often a device was paused or taken away', () => {
  const { session } = startDevices();
  const device = session.device('ei_keyboard');
  expect(device?.losses).toBe(0);
  session.receive(Buffer.concat([event(KEYBOARD_DEVICE, 8, u32(3)), event(KEYBOARD_DEVICE, 7, u32(4))]), []);
  expect(device?.losses).toBe(1);
  session.receive(event(KEYBOARD_DEVICE, 0, u32(5)), []);
  expect(device?.losses).toBe(2);
});

test('knows what the seat offers', () => {
  const { session } = startSeat();
  expect([session.offers('ei_keyboard'), session.offers('ei_touchscreen')]).toEqual([true, false]);
});
