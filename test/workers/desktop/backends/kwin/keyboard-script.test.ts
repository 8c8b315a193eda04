import { expect, test } from 'vitest';
import { reservationOf } from '../../../../../src/workers/desktop/backends/kwin/keyboard-script.ts';

test('the script learns who may have the keyboard and who may not', () => {
  const reservation = reservationOf({
    needs: 'click',
    pids: new Map([
      [1, 'full'],
      [2, 'click'],
      [3, 'view'],
      [4, 'ask'],
    ]),
    classes: new Map([['xterm', 'full']]),
  });
  expect(reservation).toEqual({
    pids: { 1: true, 2: true, 3: false, 4: false },
    classes: { xterm: true },
    leaseMs: 5000,
  });
});
