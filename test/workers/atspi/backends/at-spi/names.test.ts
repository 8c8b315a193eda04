/** Numbers of AT-SPI under the names of the model; the numbers are those of atspi-constants.h, at-spi2-core 2.56. */
import { expect, test } from 'vitest';
import {
  capabilitiesOf,
  roleNumber,
  roleOf,
  stateBit,
  statesOfBits,
} from '../../../../../src/workers/atspi/backends/at-spi/names.ts';
import { ROLE_NAMES, type RoleName } from '../../../../../src/workers/atspi/model/roles.ts';
import { STATE_NAMES, type StateName } from '../../../../../src/workers/atspi/model/states.ts';

test.each<[number, RoleName]>([
  [0, 'invalid'],
  [11, 'combo box'],
  [16, 'dialog'],
  [20, 'filler'],
  [23, 'frame'],
  [29, 'label'],
  [40, 'password text'],
  [43, 'button'],
  [75, 'application'],
  [88, 'link'],
  [130, 'switch'],
  [999, 'role 999'],
])('role %i is "%s"', (number, name) => {
  expect(roleOf(number)).toBe(name);
});

test.each<[number, StateName]>([
  [1, 'active'],
  [12, 'focused'],
  [25, 'showing'],
  [32, 'indeterminate'],
  [36, 'invalid entry'],
  [43, 'read only'],
])('state bit %i is "%s"', (bit, name) => {
  const [low, high] = bit < 32 ? [(1 << bit) >>> 0, 0] : [0, 1 << (bit - 32)];
  expect([...statesOfBits(low, high)]).toEqual([name]);
});

test('every role and state has a number of its own', () => {
  expect(new Set(ROLE_NAMES.map(roleNumber)).size).toBe(ROLE_NAMES.length);
  expect(new Set(STATE_NAMES.map(stateBit)).size).toBe(STATE_NAMES.length);
  expect(Math.min(...ROLE_NAMES.map(roleNumber), ...STATE_NAMES.map(stateBit))).toBe(0);
});

test('elements with the same states or interfaces share one set', () => {
  expect(statesOfBits(0x80000002, 3)).toBe(statesOfBits(0x80000002, 3));
  const [action, text] = ['org.a11y.atspi.Action', 'org.a11y.atspi.Text'];
  expect(capabilitiesOf([action, text])).toBe(capabilitiesOf([text, 'org.a11y.atspi.Image', action]));
  expect([...capabilitiesOf([text])]).toEqual(['text']);
});
