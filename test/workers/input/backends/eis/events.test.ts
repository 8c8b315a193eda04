/** Opcodes and arguments are those of proto/protocol.xml of libei 1.3: ei_scroll, ei_touchscreen, ei_button, ei_keyboard. */
import { expect, test } from 'vitest';
import { pointsOf, requestsOf } from '../../../../../src/workers/input/backends/eis/events.ts';
import { splitMessages } from '../../../../../src/workers/input/backends/eis/wire.ts';
import type { InputEvent } from '../../../../../src/workers/input/model/events.ts';

/** The requests of an event to object 7, as "interface opcode args". */
function wire(event: InputEvent, read: ('u32' | 'i32' | 'f32')[]): string[] {
  const { interface: name, encode } = requestsOf(event);
  const { messages } = splitMessages(Buffer.concat(encode(7n)));
  return messages.map(
    ({ id, opcode, args }) => `${name} ${id} ${opcode} ${read.map((type) => args[type]()).join(' ')}`,
  );
}

test.each([
  ['a key', { kind: 'press', control: { device: 'key', code: 30 } }, 'ei_keyboard 7 1 30 1'],
  ['a button', { kind: 'release', control: { device: 'button', code: 272 } }, 'ei_button 7 1 272 0'],
] as const)('encodes %s', (_what, event, line) => {
  expect(wire(event, ['u32', 'u32'])).toEqual([line]);
});

test('encodes a wheel in 1/120 of a notch, smooth scrolling in pixels, and its end on both axes', () => {
  expect(wire({ kind: 'wheel', by: { dx: -120, dy: 60 } }, ['i32', 'i32'])).toEqual(['ei_scroll 7 2 -120 60']);
  expect(wire({ kind: 'scroll', by: { dx: 0, dy: -7.5 } }, ['f32', 'f32'])).toEqual(['ei_scroll 7 1 0 -7.5']);
  expect(wire({ kind: 'scroll-stop' }, ['u32', 'u32', 'u32'])).toEqual(['ei_scroll 7 3 1 1 0']);
});

test('encodes fingers that act together as requests of one frame', () => {
  const touches = [
    { finger: 0, point: { x: 10, y: 20 } },
    { finger: 1, point: { x: 30.5, y: 20 } },
  ];
  expect(wire({ kind: 'touch-down', touches }, ['u32', 'f32', 'f32'])).toEqual([
    'ei_touchscreen 7 1 0 10 20',
    'ei_touchscreen 7 1 1 30.5 20',
  ]);
  expect(wire({ kind: 'touch-move', touches }, ['u32', 'f32', 'f32'])[1]).toBe('ei_touchscreen 7 2 1 30.5 20');
  expect(wire({ kind: 'touch-up', fingers: [0, 1] }, ['u32'])).toEqual([
    'ei_touchscreen 7 3 0',
    'ei_touchscreen 7 3 1',
  ]);
  expect(pointsOf({ kind: 'touch-down', touches })).toHaveLength(2);
});
