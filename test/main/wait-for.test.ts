/** What a wait for an element of a window asks, and what it tells; on a live desktop without a compositor. */
import { expect, test } from 'vitest';
import type { WaitQuery, WaitReply } from '../../src/protocol/atspi.ts';
import { createFakeDesktop } from '../support/fake-desktop.ts';

/** A desktop whose waits run out of time at once, and what they were asked. */
function waiting(reply: Partial<WaitReply> = {}) {
  const desktop = createFakeDesktop('kate');
  const asked: WaitQuery[] = [];
  Object.assign(desktop.session.atspi, {
    waitFor: async (query: WaitQuery): Promise<WaitReply> => {
      asked.push(query);
      return { met: false, waitedMs: query.timeoutMs, closest: [], ...reply };
    },
  });
  return { ...desktop, asked };
}

test.each([{}, { window: 'the kate' }, { window: 'not yet' }])(
  'why nothing was found is told once: %j',
  async (where) => {
    const { call } = waiting({ missing: 'No application is called "kaet".' });
    const { facts } = await call('wait_for', { app: 'kate', query: 'Save', timeout_ms: 3000, ...where });
    expect(facts).toMatchObject({ met: false, waited_ms: 3000, warnings: ['No application is called "kaet".'] });
  },
);

test('a window that does not show is looked for every second, and only the last look is for hints', async () => {
  const { call, asked } = waiting();
  await call('wait_for', { app: 'kate', query: 'Save', window: 'not yet', timeout_ms: 2500 });
  expect(asked.map(({ timeoutMs, hints }) => [timeoutMs, hints])).toEqual([
    [1000, false],
    [1000, false],
    [500, true],
  ]);
});

test.each([{}, { window: 'the kate' }])(
  'one wait is enough when its window shows, or none is named: %j',
  async (where) => {
    const { call, asked } = waiting();
    await call('wait_for', { app: 'kate', query: 'Save', timeout_ms: 2500, ...where });
    expect(asked.map(({ timeoutMs, hints }) => [timeoutMs, hints])).toEqual([[2500, true]]);
  },
);
