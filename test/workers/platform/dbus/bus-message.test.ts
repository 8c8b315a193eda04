import { expect, test } from 'vitest';
import {
  decodeBody,
  encodeBody,
  encodeCall,
  readHeader,
  type Value,
  viewOf,
} from '../../../../src/workers/platform/dbus/bus-message.ts';
import { createTemplate, writeCall } from '../../../../src/workers/platform/dbus/bus-template.ts';

const call = {
  serial: 7,
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
  member: 'AddMatch',
  signature: 's',
  body: ["type='signal'"],
};

test.each<[string, Value[]]>([
  ['ybnqiuxtd', [255, true, -2, 65535, -3, 4_000_000_000, -5n, 6n, 1.5]],
  ['sog', ['ğüşİ 漢 😀', '/a/b', 'a{sv}']],
  [
    'a(so)',
    [
      [
        ['one', '/1'],
        ['two', '/2'],
      ],
    ],
  ],
  [
    'a{sv}',
    [
      [
        ['a', { signature: 'u', value: 1 }],
        ['b', { signature: 'as', value: ['x', 'y'] }],
      ],
    ],
  ],
  ['ya(yx)y', [1, [[2, 3n]], 4]],
  ['ai', [[]]],
])('reads back what it wrote as %s', (signature, values) => {
  expect(decodeBody(signature, encodeBody(signature, values))).toEqual(values);
});

test('writes a call whose header says what was asked', () => {
  const bytes = encodeCall(call);
  const header = readHeader(bytes);
  expect(header).toMatchObject({ type: 1, serial: 7, path: call.path, member: 'AddMatch', signature: 's' });
  expect(header?.end).toBe(bytes.length);
  expect(decodeBody('s', bytes, header?.bodyStart)).toEqual(["type='signal'"]);
});

test('a template writes the same message', () => {
  const template = createTemplate({ interface: call.interface, member: call.member, signature: 's', args: call.body });
  const buffer = Buffer.alloc(400, 0xff);
  const address = { bus: call.destination, path: call.path };
  const end = writeCall({ buffer, view: viewOf(buffer), offset: 3 }, { template, address, serial: 7 });
  const header = readHeader(buffer.subarray(0, end), 3);
  expect(header).toMatchObject({ ...readHeader(encodeCall(call)), bodyStart: expect.any(Number), end });
  expect(decodeBody('s', buffer, header?.bodyStart)).toEqual(call.body);
});

test('says nothing about a message that is not there as a whole, and refuses what is none', () => {
  const bytes = encodeCall(call);
  expect(readHeader(bytes.subarray(0, 12))).toBeUndefined();
  expect(readHeader(bytes.subarray(0, bytes.length - 1))).toBeUndefined();
  expect(() => readHeader(Buffer.alloc(32, 0x42))).toThrow('not little-endian');
  expect(() => decodeBody('s', Buffer.from([200, 0, 0, 0, 65]))).toThrow(RangeError);
  expect(() => encodeBody('ss', ['one'])).toThrow(TypeError);
});
