import { expect, test } from 'vitest';
import { planTouch } from '../../../../src/workers/input/model/touch.ts';
import { linesOf } from '../step-lines.ts';

const point = { x: 100, y: 100 };
const KWIN = { reservedGestures: { fingers: 3, leadMs: 270 } };

test('taps with one finger, and holds as long as the request says', () => {
  expect(linesOf(planTouch({ gesture: 'tap', point, fingers: 1, holdMs: 0 }, KWIN))).toEqual([
    'touch-down 0@100,100 counts',
    'pause 40',
    'touch-up 0',
  ]);
  expect(linesOf(planTouch({ gesture: 'tap', point, fingers: 1, holdMs: 800 }, KWIN))[1]).toBe('pause 800');
});

test('puts two fingers down together, side by side', () => {
  expect(linesOf(planTouch({ gesture: 'tap', point, fingers: 2, holdMs: 0 }, KWIN))[0]).toBe(
    'touch-down 0@88,100 1@112,100 counts',
  );
});

test('lets the first of three fingers or more come early, or the compositor takes them all', () => {
  expect(linesOf(planTouch({ gesture: 'tap', point, fingers: 3, holdMs: 0 }, KWIN)).slice(0, 3)).toEqual([
    'touch-down 0@76,100 counts',
    'pause 270',
    'touch-down 1@100,100 2@124,100',
  ]);
});

test('puts all fingers down together where no gesture is reserved, or only one of more fingers', () => {
  const tap = { gesture: 'tap', point, fingers: 3, holdMs: 0 } as const;
  for (const traits of [{}, { reservedGestures: { fingers: 4, leadMs: 270 } }]) {
    expect(linesOf(planTouch(tap, traits))[0]).toBe('touch-down 0@76,100 1@100,100 2@124,100 counts');
  }
});

test('moves all fingers of a swipe together and ends exactly', () => {
  const plan = planTouch({ gesture: 'swipe', point, to: { x: 100, y: 60 }, fingers: 2, durationMs: 16 }, KWIN);
  expect(linesOf(plan)).toEqual([
    'touch-down 0@88,100 1@112,100 counts',
    'pause 8',
    'touch-move 0@88,80 1@112,80 counts',
    'pause 8',
    'touch-move 0@88,60 1@112,60 counts',
    'touch-up 0 1',
  ]);
  expect(plan.points).toHaveLength(4);
});

test('pinches around its middle; distances are those of facing fingers', () => {
  const pinch = { gesture: 'pinch', point, fingers: 2, startDistance: 40, endDistance: 80, durationMs: 0 } as const;
  const lines = linesOf(planTouch(pinch, KWIN));
  expect([lines[0], lines.at(-2)]).toEqual([
    'touch-down 0@80,100 1@120,100 counts',
    'touch-move 0@60,100 1@140,100 counts',
  ]);
});
