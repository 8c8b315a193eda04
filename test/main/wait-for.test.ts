/** What a wait for an element tells; on a live desktop without a compositor. */
import { expect, test } from 'vitest';
import type { WaitQuery, WaitReply } from '../../src/protocol/atspi.ts';
import { createFakeDesktop } from '../support/fake-desktop.ts';

/** A desktop whose waits run out of time at once. */
function waiting(reply: Partial<WaitReply> = {}) {
  const desktop = createFakeDesktop('kate');
  Object.assign(desktop.session.atspi, {
    waitFor: async (query: WaitQuery): Promise<WaitReply> => ({
      met: false,
      waitedMs: query.timeoutMs,
      closest: [],
      ...reply,
    }),
  });
  return desktop;
}

test.each([{}, { window: 'the kate' }, { window: 'not yet' }])(
  'why nothing was found is told once: %j',
  async (where) => {
    const { call } = waiting({ missing: 'No application is called "kaet".' });
    const { facts } = await call('wait_for', { app: 'kate', query: 'Save', timeout_ms: 3000, ...where });
    expect(facts).toMatchObject({ met: false, waited_ms: 3000, warnings: ['No application is called "kaet".'] });
  },
);
