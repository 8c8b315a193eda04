import { expect, test } from 'vitest';
import { DesktopError } from '../../../../src/base/errors.ts';
import { readKeyring } from '../../../../src/workers/desktop/sessions/keyring.ts';
import type { BusCall, SessionBus } from '../../../../src/workers/platform/dbus/session-bus.ts';

/** A bus with a keyring that finds these items; `closed` counts its sessions. */
function start(found: [string[], string[]] | DesktopError) {
  const ring = { opened: 0, closed: 0 };
  const answers: Record<string, (call: BusCall) => unknown[]> = {
    SearchItems: ({ body }) => {
      if (found instanceof DesktopError) throw found;
      expect(body).toEqual([{ 'desktop-mcp': 'bank' }]);
      return found;
    },
    OpenSession: () => [{}, `/session/${++ring.opened}`],
    GetSecret: ({ path, body }) => {
      if (path === '/broken') throw new DesktopError('failed', 'It broke.', '');
      return [[body?.[0], Buffer.from(''), Buffer.from('hünter2'), 'text/plain']];
    },
    Close: () => {
      ring.closed++;
      return [];
    },
  };
  const call = async (request: BusCall): Promise<unknown[]> => answers[request.member]?.(request) ?? [];
  return { ring, bus: { call, variant: () => ({}) } as unknown as SessionBus };
}

test('reads the one secret of that name and closes its session', async () => {
  const { bus, ring } = start([['/item'], []]);
  expect([await readKeyring(bus, 'bank'), ring.opened, ring.closed]).toEqual(['hünter2', 1, 1]);
});

test('closes its session when reading fails', async () => {
  const { bus, ring } = start([['/broken'], []]);
  await expect(readKeyring(bus, 'bank')).rejects.toMatchObject({ code: 'failed' });
  expect(ring.closed).toBe(1);
});

test('no such secret and no keyring are the same', async () => {
  expect(await readKeyring(start([[], []]).bus, 'bank')).toBeUndefined();
  expect(await readKeyring(start(new DesktopError('unsupported', '', '')).bus, 'bank')).toBeUndefined();
});

test('a locked secret and several of one name are refused', async () => {
  await expect(readKeyring(start([[], ['/item']]).bus, 'bank')).rejects.toMatchObject({ code: 'denied' });
  await expect(readKeyring(start([['/a', '/b'], []]).bus, 'bank')).rejects.toMatchObject({ code: 'ambiguous' });
});
