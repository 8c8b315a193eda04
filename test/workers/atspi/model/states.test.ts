/** States as callers name them. */
import { expect, test } from 'vitest';
import {
  isCallerState,
  matchesState,
  type Stateful,
  statesOf,
  withState,
} from '../../../../src/workers/atspi/model/states.ts';

test.each<[string, Stateful]>([
  ['visible', { role: 'button', states: statesOf(['showing']) }],
  ['Read-Only', { role: 'entry', states: statesOf(['read only']) }],
  ['invalid', { role: 'entry', states: statesOf(['invalid entry']) }],
  ['enabled', { role: 'button', states: statesOf(['sensitive']) }],
  ['unchecked', { role: 'check box', states: statesOf([]) }],
  ['collapsed', { role: 'tree item', states: statesOf(['expandable']) }],
])('"%s" is a state that an element may have', (name, element) => {
  expect(isCallerState(name)).toBe(true);
  expect(matchesState(element, name)).toBe(true);
});

test.each<[string, Stateful]>([
  ['visible', { role: 'button', states: statesOf(['visible']) }],
  ['unchecked', { role: 'button', states: statesOf([]) }],
  ['collapsed', { role: 'tree item', states: statesOf([]) }],
])('"%s" is not the state of everything', (name, element) => {
  expect(matchesState(element, name)).toBe(false);
});

test('a name that no state has is none', () => {
  expect(isCallerState('purple')).toBe(false);
  expect(isCallerState('constructor')).toBe(false);
});

test('states that are equal are one set, also after a change and back', () => {
  const states = statesOf(['showing', 'enabled']);
  const focused = withState(states, 'focused', true);
  expect([...focused].toSorted()).toEqual(['enabled', 'focused', 'showing']);
  expect(withState(focused, 'focused', false)).toBe(states);
  expect(withState(states, 'focused', false)).toBe(states);
});
