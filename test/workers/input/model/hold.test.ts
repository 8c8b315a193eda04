import { expect, test } from 'vitest';
import type { HeldOnPurpose } from '../../../../src/workers/input/model/held.ts';
import { heldAmong, heldError, heldOf, planHold } from '../../../../src/workers/input/model/hold.ts';
import { parseXkbKeymap } from '../../../../src/workers/input/model/xkb-keymap.ts';
import { fixture } from '../recording-backend.ts';
import { linesOf } from '../step-lines.ts';

const keymap = parseXkbKeymap(fixture('us'), 0);
const heldOnPurpose = (device: 'key' | 'button', code: number, name: string): HeldOnPurpose => ({
  name,
  control: { device, code },
  deviceId: 'a device',
});
const shift = heldOnPurpose('key', 42, 'shift');
const left = heldOnPurpose('button', 272, 'left');

test('presses the keys of a chord in order, each under its own name', () => {
  const plan = planHold({ key: 'Ctrl+shift', down: true }, { keymap, heldOnPurpose: [] });
  expect(linesOf(plan)).toEqual(['key 29 down counts as ctrl', 'key 42 down counts as shift']);
  expect(plan.changed).toEqual(['ctrl', 'shift']);
});

test('what a character takes to be typed is held under its own name', () => {
  const plan = planHold({ key: 'A', down: true }, { keymap, heldOnPurpose: [] });
  expect(linesOf(plan)).toEqual(['key 42 down counts as shift', 'key 30 down counts as A']);
});

test('does not press again what is held', () => {
  const plan = planHold({ key: 'ctrl+shift', down: true }, { keymap, heldOnPurpose: [shift] });
  expect(plan.changed).toEqual(['ctrl']);
});

test('releases of the named controls those that are held, and no others', () => {
  expect(heldOf({ key: 'ctrl+shift', down: false }, { keymap, heldOnPurpose: [shift, left] })).toEqual([shift]);
});

test('releases everything when nothing is named', () => {
  expect(heldOf({ down: false }, { keymap, heldOnPurpose: [shift, left] })).toEqual([shift, left]);
});

test('acts with a button where the pointer is', () => {
  const plan = planHold({ button: 'left', down: true, pointer: { x: 1, y: 2 } }, { keymap, heldOnPurpose: [] });
  expect([linesOf(plan), plan.points]).toEqual([['button 272 down counts as left'], [{ x: 1, y: 2 }]]);
});

test('finds what a gesture would touch, and names the call that releases it', () => {
  const controls = [
    { device: 'key', code: 272 },
    { device: 'button', code: 272 },
  ] as const;
  expect(heldAmong(controls, [shift])).toBeUndefined();
  expect(heldAmong(controls, [shift, left])).toBe(left);
  expect(heldError(left).hint).toBe('Let go first: hold(button="left", down=false).');
  expect(heldError(shift).hint).toBe('Let go first: hold(key="shift", down=false).');
});
