import { expect, test } from 'vitest';
import {
  type ClickPlan,
  chordSteps,
  clickSteps,
  type Step,
  textSteps,
} from '../../../../src/workers/input/model/steps.ts';

function lines(steps: Iterable<Step>): string[] {
  return [...steps].map((step) => {
    if (step.kind === 'move') return `move ${step.point.x},${step.point.y}`;
    if (step.kind === 'pause') return `pause ${step.ms}`;
    return `${step.kind} ${step.control.code}${step.kind === 'press' && step.counts ? ' counts' : ''}`;
  });
}

const click: ClickPlan = {
  point: { x: 10, y: 20 },
  button: 'left',
  clicks: 1,
  modifiers: [],
  holdMs: 0,
  pointer: { x: 0, y: 0 },
  regions: [{ x: 0, y: 0, width: 100, height: 100 }],
};

test('presses a chord in order and lets go in reverse after a gap', () => {
  expect(lines(chordSteps([29, 31], 1))).toEqual([
    'press 29',
    'press 31 counts',
    'pause 4',
    'release 31',
    'release 29',
  ]);
});

test('repeats a single key without a gap', () => {
  expect(lines(chordSteps([28], 2))).toEqual(['press 28 counts', 'release 28', 'press 28 counts', 'release 28']);
});

test('keeps a modifier down for the strokes that share it', () => {
  const strokes = [
    { code: 30, modifiers: [42] },
    { code: 48, modifiers: [42] },
    { code: 46, modifiers: [] },
  ];
  expect(lines(textSteps(strokes))).toEqual([
    'press 42',
    'press 30 counts',
    'release 30',
    'press 48 counts',
    'release 48',
    'release 42',
    'press 46 counts',
    'release 46',
  ]);
});

test('holds the modifiers of a click around it', () => {
  expect(lines(clickSteps({ ...click, modifiers: [29, 42] }))).toEqual([
    'press 29',
    'press 42',
    'move 10,20',
    'press 272 counts',
    'release 272',
    'release 42',
    'release 29',
  ]);
});

test.each([
  ['the last click was there', click.point],
  ['its place is not known', undefined],
])('comes from a pixel away when %s', (_reason, pointer) => {
  expect(lines(clickSteps({ ...click, pointer })).slice(0, 2)).toEqual(['move 11,20', 'move 10,20']);
});

test('comes from the left at the right edge of the desktop', () => {
  const plan = { ...click, point: { x: 99, y: 5 }, pointer: undefined };
  expect(lines(clickSteps(plan))[0]).toBe('move 98,5');
});

test('spaces the clicks of a double click, and holds only the last', () => {
  expect(lines(clickSteps({ ...click, button: 'right', clicks: 2, holdMs: 700 }))).toEqual([
    'move 10,20',
    'press 273 counts',
    'release 273',
    'pause 20',
    'press 273 counts',
    'pause 700',
    'release 273',
  ]);
});
