import { expect, test } from 'vitest';
import { parseStat, ptsOf } from '../../../../src/workers/platform/linux/proc-stat.ts';

test('reads parent, session, terminal, foreground group, state, processor time and start, whatever the name holds', () => {
  expect(parseStat('812 (a b) c) S 800 812 812 34819 901 4194560 1 2 3 4 50 7 8 9 20 0 1 0 4711')).toEqual({
    pid: 812,
    parentPid: 800,
    sessionId: 812,
    ttyNumber: 34_819,
    foregroundGroup: 901,
    state: 'S',
    cpuTicks: 57,
    startTicks: 4711,
  });
});

test('gives nothing for a process that is gone', () => {
  expect(parseStat('')).toBeUndefined();
});

test('knows pseudo-terminals, also beyond the 256th, from other terminals', () => {
  expect([ptsOf(34_819), ptsOf((137 << 8) | 5), ptsOf((4 << 8) | 1), ptsOf(0)]).toEqual([3, 261, undefined, undefined]);
});
