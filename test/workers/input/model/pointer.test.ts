import { expect, test } from 'vitest';
import type { ClickRequest, DragRequest, ScrollRequest } from '../../../../src/protocol/input.ts';
import { planClick, planDrag, planScroll } from '../../../../src/workers/input/model/pointer.ts';
import { linesOf } from '../step-lines.ts';

const around = { modifiers: [], regions: [{ x: 0, y: 0, width: 100, height: 100 }] };
const click: ClickRequest = { point: { x: 10, y: 20 }, button: 'left', clicks: 1, modifiers: [], holdMs: 0 };
const drag: DragRequest = {
  from: { x: 10, y: 10 },
  to: { x: 50, y: 10 },
  waypoints: [],
  durationMs: 32,
  button: 'left',
  modifiers: [],
};
const scroll: ScrollRequest = { point: { x: 10, y: 20 }, by: { dx: 0, dy: 3 }, smooth: false, modifiers: [] };

test('comes from a pixel away, so that a program that saw no motion knows the pointer is there', () => {
  expect(linesOf(planClick(click, around))).toEqual([
    'move 11,20',
    'move 10,20',
    'button 272 down counts',
    'button 272 up',
  ]);
});

test('comes from the left at the right edge of the desktop', () => {
  expect(linesOf(planClick({ ...click, point: { x: 99, y: 5 } }, around))[0]).toBe('move 98,5');
});

test('holds the modifiers around a gesture, and releases them in reverse', () => {
  const plan = planClick(click, { ...around, modifiers: [29, 42] });
  const lines = linesOf(plan);
  expect([lines.slice(0, 2), lines.slice(-2)]).toEqual([
    ['key 29 down', 'key 42 down'],
    ['key 42 up', 'key 29 up'],
  ]);
  expect(plan.controls.map(({ code }) => code)).toEqual([29, 42, 272]);
});

test('only moves without clicks, and then touches no button', () => {
  const plan = planClick({ ...click, clicks: 0, holdMs: 500 }, around);
  expect([linesOf(plan), plan.controls]).toEqual([['move 11,20', 'move 10,20'], []]);
});

test('spaces the clicks of a double click, and holds only the last', () => {
  expect(linesOf(planClick({ ...click, button: 'right', clicks: 2, holdMs: 700 }, around)).slice(2)).toEqual([
    'button 273 down counts',
    'button 273 up',
    'pause 20',
    'button 273 down counts',
    'pause 700',
    'button 273 up',
  ]);
});

test('drags in even steps of a mouse, rests before it moves and before the release', () => {
  expect(linesOf(planDrag(drag, around)).slice(2)).toEqual([
    'button 272 down',
    'pause 50',
    'pause 8',
    'move 20,10 counts',
    'pause 8',
    'move 30,10 counts',
    'pause 8',
    'move 40,10 counts',
    'pause 8',
    'move 50,10 counts',
    'pause 50',
    'button 272 up',
  ]);
});

test('goes through the waypoints exactly, rests there, and shares the time by distance', () => {
  const waypoints = [{ point: { x: 10, y: 90 }, dwellMs: 300 }];
  const plan = planDrag({ ...drag, waypoints, durationMs: 96 }, around);
  const lines = linesOf(plan);
  const at = lines.indexOf('move 10,90 counts');
  expect(lines[at + 1]).toBe('pause 300');
  const moves = (part: string[]): number => part.filter((line) => line.startsWith('move')).length;
  expect([moves(lines.slice(2, at + 1)), moves(lines.slice(at + 1))]).toEqual([6, 6]);
  expect(plan.points).toEqual([drag.from, { x: 10, y: 90 }, drag.to]);
});

test('leaves out places between screens that no pointer reaches', () => {
  const regions = [
    { x: 0, y: 0, width: 15, height: 100 },
    { x: 45, y: 0, width: 15, height: 100 },
  ];
  const moves = linesOf(planDrag(drag, { ...around, regions })).filter((line) => line.endsWith('counts'));
  expect(moves).toEqual(['move 50,10 counts']);
});

test('a drag that takes no time and goes nowhere still moves once', () => {
  const lines = linesOf(planDrag({ ...drag, to: drag.from, durationMs: 0 }, around));
  expect(lines.filter((line) => line.endsWith('counts'))).toEqual(['move 10,10 counts']);
});

test('turns the wheel notch by notch, and what is left of one at the end', () => {
  expect(linesOf(planScroll({ ...scroll, by: { dx: -1, dy: 2.5 } }, around)).slice(2)).toEqual([
    'wheel -120,120 counts',
    'wheel 0,120 counts',
    'wheel 0,60 counts',
  ]);
});

test('scrolls smoothly in as many pixels, and says when it ends', () => {
  expect(linesOf(planScroll({ ...scroll, by: { dx: 0, dy: -2 }, smooth: true }, around)).slice(2)).toEqual([
    'scroll 0,-15 counts',
    'pause 8',
    'scroll 0,-15 counts',
    'scroll-stop',
  ]);
});
