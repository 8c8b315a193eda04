import { expect, test } from 'vitest';
import { planChord, planText } from '../../../../src/workers/input/model/steps.ts';
import { linesOf } from '../step-lines.ts';

test('presses a chord in order and releases it in reverse after a gap', () => {
  expect(linesOf(planChord([29, 31], 1))).toEqual([
    'key 29 down',
    'key 31 down counts',
    'pause 4',
    'key 31 up',
    'key 29 up',
  ]);
});

test('repeats a single key without a gap', () => {
  expect(linesOf(planChord([28], 2))).toEqual(['key 28 down counts', 'key 28 up', 'key 28 down counts', 'key 28 up']);
});

test('keeps a modifier down for the strokes that share it', () => {
  const keystrokes = [
    { code: 30, modifiers: [42] },
    { code: 48, modifiers: [42] },
    { code: 46, modifiers: [] },
  ];
  expect(linesOf(planText(keystrokes))).toEqual([
    'key 42 down',
    'key 30 down counts',
    'key 30 up',
    'key 48 down counts',
    'key 48 up',
    'key 42 up',
    'key 46 down counts',
    'key 46 up',
  ]);
});

test('touches every key once, whatever the text', () => {
  const keystrokes = [
    { code: 30, modifiers: [42] },
    { code: 30, modifiers: [] },
  ];
  expect(planText(keystrokes).controls.map(({ code }) => code)).toEqual([30, 42]);
});
