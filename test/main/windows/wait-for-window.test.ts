import { expect, test } from 'vitest';
import { createFakeDesktop } from '../../support/fake-desktop.ts';

test('a window is seen once its application is known by name, though the call began before', async () => {
  const desktop = createFakeDesktop('kate\nfirefox\n');
  const { atspi } = desktop.session;
  const all = await atspi.runningApps();
  let looks = 0;
  Object.assign(atspi, {
    runningApps: async () => all.filter(({ name }) => name !== 'firefox' || ++looks > 3),
  });
  const { facts } = await desktop.call('wait_for', { window: 'the firefox', timeout_ms: 5000 });
  expect(facts).toMatchObject({ met: true, window: 'the firefox' });
  expect(looks).toBe(4);
});

test('a window of an application that is not listed is never there', async () => {
  const desktop = createFakeDesktop('kate\n');
  const { facts, text } = await desktop.call('wait_for', { window: 'the kcalc', timeout_ms: 60 });
  expect(facts).toMatchObject({ met: false });
  expect(text).not.toContain('the kcalc');
});
