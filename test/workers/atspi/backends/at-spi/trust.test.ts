/** What is asked before a program is trusted, in order, on a bus whose programs answer at once. */
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createTrust } from '../../../../../src/workers/atspi/backends/at-spi/trust.ts';
import { type Bus, BusCallError } from '../../../../../src/workers/platform/dbus/bus.ts';
import { bodyOf } from '../../../../../src/workers/platform/dbus/bus-calls.ts';
import type { Value } from '../../../../../src/workers/platform/dbus/bus-message.ts';

const APP = ':1.1';
const REGISTRY = 'org.a11y.atspi.Registry';
const DAEMON = 'org.freedesktop.DBus';

const folder = mkdtempSync(join(tmpdir(), 'trust-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true });
});

/** Trust in programs of which `earlier` came to the registry before us, with the list of what was asked. */
function open({ credentials = [] as Value[], earlier = [APP] } = {}) {
  const lines: string[] = [];
  const silent = new Set<string>();
  const bus: Partial<Bus> = {
    call: async ({ address }, parse) => {
      lines.push(address.bus);
      await Promise.resolve();
      if (silent.has(address.bus)) throw new BusCallError({ name: `${DAEMON}.Error.UnknownObject`, message: '' });
      const signature = 'a{sv}';
      return parse(bodyOf(signature, [address.bus === DAEMON ? credentials : []]));
    },
  };
  const repeat = async (): Promise<void> => void lines.push('repeat');
  const trust = createTrust(bus as Bus, async () => ({ earlier: new Set(earlier), repeat }));
  return { lines, silent, trust, prove: (toolkit: string) => trust.prove({ key: APP, toolkit }) };
}

test.each(['Qt', 'gtk', 'GTK', 'Gecko', 'Chromium'])(
  'a program of %s is trusted once it, then the registry have answered, and asked once',
  async (toolkit) => {
    const { lines, prove } = open();
    expect([await prove(toolkit), await prove(toolkit)]).toEqual([true, true]);
    expect(lines).toEqual([APP, DAEMON, REGISTRY]);
  },
);

test('what is registered is told once more to a program of Qt that came after us', async () => {
  const { lines, prove } = open({ earlier: [] });
  expect(await prove('Qt')).toBe(true);
  expect(lines).toEqual(['repeat', APP, DAEMON, REGISTRY]);
});

test('a program of a toolkit that was not tried is trusted once it has sent an event, until it goes', async () => {
  const { lines, trust, prove } = open();
  expect([await prove('other'), trust.sinceMs(APP)]).toEqual([false, undefined]);
  trust.note(APP);
  expect(await prove('other')).toBe(true);
  const sinceMs = trust.sinceMs(APP);
  expect(sinceMs).toBeGreaterThan(performance.now() - 1000);
  trust.note(APP);
  expect(trust.sinceMs(APP)).toBe(sinceMs);
  trust.forget(APP);
  expect([await prove('other'), trust.sinceMs(APP), lines]).toEqual([false, undefined, []]);
});

test.each([APP, REGISTRY, DAEMON])('a program is not trusted while %s answers with an error', async (name) => {
  const { silent, prove } = open();
  silent.add(name);
  expect(await prove('gtk')).toBe(false);
  silent.clear();
  expect(await prove('gtk')).toBe(true);
});

test('a program behind the proxy of Flatpak is not trusted', async () => {
  const proxy = join(folder, 'xdg-dbus-proxy');
  copyFileSync('/bin/sleep', proxy);
  const child = spawn(proxy, ['60']);
  children.push(child);
  await new Promise((resolve) => child.once('spawn', resolve));
  const pid = child.pid ?? 0;
  const ofProcess = (number: number) => open({ credentials: [['ProcessID', { signature: 'u', value: number }]] });
  await expect.poll(() => ofProcess(pid).prove('GTK')).toBe(false);
  expect(await ofProcess(process.pid).prove('GTK')).toBe(true);
});

test.each([
  ['snap.firefox.firefox (enforce)', false],
  ['plasmashell (unconfined)', true],
  ['unconfined', true],
])('a program that AppArmor labels %s: trusted %s', async (label, isTrusted) => {
  const value = [...Buffer.from(`${label}\0`)];
  const { prove } = open({ credentials: [['LinuxSecurityLabel', { signature: 'ay', value }]] });
  expect(await prove('Gecko')).toBe(isTrusted);
});
